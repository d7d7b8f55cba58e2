//===-- UpdateChecks.h - what must hold for every update --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of random updates, and their results against plain references.

#ifndef SC_TEST_PROPERTY_UPDATECHECKS_H
#define SC_TEST_PROPERTY_UPDATECHECKS_H

#include "LookupSplits.h"
#include "UpdateProblem.h"

namespace sc::test {

/// The largest error of a step from the same state, of |a - b| / (1 + |b|).
/// Float sums of some hundred products are within 1e-5; optimizers add little.
inline constexpr double kStepTolerance = 2e-5;

/// The outputs of a run without variants; empty after a failure.
std::vector<Bytes> runUpdate(const UpdateProblem &problem,
                             const std::vector<Bytes> &inputs,
                             const SplitPlan *plan = nullptr);

/// Runs with any threads, poison and DMA timing.
std::vector<Bytes> runUpdateVariants(const UpdateProblem &problem,
                                     const std::vector<Bytes> &inputs,
                                     const SplitPlan *plan = nullptr);

/// Table, slots and activations are close to the reference, all other rows
/// untouched. Without replicas SGD has the bits of the documented order.
void expectUpdate(const UpdateProblem &problem,
                  const std::vector<Bytes> &outputs, bool hasReplicas = false);

/// All lists end in a fault E0200 with the same text for any threads; `part`
/// is part of it.
void expectUpdateFault(const UpdateProblem &problem,
                       const std::vector<Bytes> &inputs,
                       const std::string &part,
                       const SplitPlan *plan = nullptr);

/// Any number of replicas, slices and passes, small windows.
SplitPlan drawUpdateSplits(Random &random, const UpdateProblem &problem);
SplitPlan makeUnsplitUpdate(const UpdateProblem &problem);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_UPDATECHECKS_H
