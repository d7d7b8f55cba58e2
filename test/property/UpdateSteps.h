//===-- UpdateSteps.h - steps of optimizers in double -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the formulas of the papers, word by word. State and hyperparameters are
// in the order of the optimizers' operands.

#ifndef SC_TEST_PROPERTY_UPDATESTEPS_H
#define SC_TEST_PROPERTY_UPDATESTEPS_H

#include "UpdateOptimizers.h"

namespace sc::test {

/// The largest and smallest word that clipped optimizers leave.
inline constexpr double kClipLow = -0.5, kClipHigh = 0.75;

void stepSgd(const Row &gradient, Rows &state, const Rows &numbers);
void stepClippedSgd(const Row &gradient, Rows &state, const Rows &numbers);
void stepAdagrad(const Row &gradient, Rows &state, const Rows &numbers);
void stepClippedAdagrad(const Row &gradient, Rows &state, const Rows &numbers);
void stepRowwiseAdagrad(const Row &gradient, Rows &state, const Rows &numbers);
void stepMomentum(const Row &gradient, Rows &state, const Rows &numbers);
void stepAdam(const Row &gradient, Rows &state, const Rows &numbers);
/// Rate, beta1, beta2 and epsilon of Adam with 0.05, 0.9, 0.99 and 1e-3.
std::vector<double> correctAdam(int32_t step);
void stepFtrl(const Row &gradient, Rows &state, const Rows &numbers);
void stepScaledFtrl(const Row &gradient, Rows &state, const Rows &numbers);
void stepLaprop(const Row &gradient, Rows &state, const Rows &numbers);
void stepF2a(const Row &gradient, Rows &state, const Rows &numbers);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_UPDATESTEPS_H
