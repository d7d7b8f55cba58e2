//===-- UpdateOptimizers.cpp - optimizers as JAX prints them --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations in the order and form that JAX's own optimizers have.

#include "UpdateOptimizers.h"

#include "UpdateSteps.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace sc::test {

static const char kSgd[] = R"(
  %0 = stablehlo.multiply %g, %h0 : ROW
  %new_w = stablehlo.subtract %w, %0 : ROW
)";

static const char kClippedSgd[] = R"(
  %0 = stablehlo.multiply %g, %h0 : ROW
  %1 = stablehlo.subtract %w, %0 : ROW
  %new_w = func.call @clip(%1) : (ROW) -> ROW
)";

static const char kClip[] = R"(
func.func private @clip(%x: ROW) -> ROW {
  %low = stablehlo.constant dense<-0.5> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> ROW
  %high = stablehlo.constant dense<0.75> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %high, dims = [] : (tensor<f32>) -> ROW
  %2 = stablehlo.clamp %0, %x, %1 : ROW
  return %2 : ROW
}
)";

static const char kAdagrad[] = R"(
  %0 = stablehlo.multiply %g, %g : ROW
  %new_s0 = stablehlo.add %s0, %0 : ROW
  %1 = stablehlo.multiply %h0, %g : ROW
  %2 = stablehlo.sqrt %new_s0 : ROW
  %3 = stablehlo.divide %1, %2 : ROW
  %new_w = stablehlo.subtract %w, %3 : ROW
)";

static const char kClippedAdagrad[] = R"(
  %0 = stablehlo.multiply %g, %g : ROW
  %new_s0 = stablehlo.add %s0, %0 : ROW
  %1 = stablehlo.multiply %h0, %g : ROW
  %2 = stablehlo.sqrt %new_s0 : ROW
  %3 = stablehlo.divide %1, %2 : ROW
  %4 = stablehlo.subtract %w, %3 : ROW
  %low = stablehlo.constant dense<-0.5> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> ROW
  %new_w = stablehlo.maximum %5, %4 : ROW
)";

static const char kRowwiseAdagrad[] = R"(
  %0 = stablehlo.multiply %g, %g : ROW
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (ROW, tensor<f32>) -> tensor<1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
  %words = stablehlo.constant dense<WIDTH.0> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %words, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
  %4 = stablehlo.divide %2, %3 : tensor<1x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x1xf32>) -> ROW
  %new_s0 = stablehlo.add %s0, %5 : ROW
  %6 = stablehlo.multiply %h0, %g : ROW
  %7 = stablehlo.sqrt %new_s0 : ROW
  %8 = stablehlo.add %7, %h1 : ROW
  %9 = stablehlo.divide %6, %8 : ROW
  %new_w = stablehlo.subtract %w, %9 : ROW
)";

static const char kMomentum[] = R"(
  %one = stablehlo.constant dense<1.0> : ROW
  %minus = stablehlo.constant dense<-1.0> : ROW
  %0 = stablehlo.multiply %g, %g : ROW
  %1 = stablehlo.compare EQ, %h2, %one, FLOAT : (ROW, ROW) -> MASK
  %2 = stablehlo.add %s0, %0 : ROW
  %3 = stablehlo.subtract %one, %h2 : ROW
  %4 = stablehlo.multiply %h2, %s0 : ROW
  %5 = stablehlo.multiply %3, %0 : ROW
  %6 = stablehlo.add %4, %5 : ROW
  %new_s0 = stablehlo.select %1, %2, %6 : MASK, ROW
  %8 = stablehlo.divide %minus, %h4 : ROW
  %9 = stablehlo.add %new_s0, %h3 : ROW
  %10 = stablehlo.power %9, %8 : ROW
  %11 = stablehlo.multiply %10, %g : ROW
  %12 = stablehlo.multiply %h1, %s1 : ROW
  %new_s1 = stablehlo.add %12, %11 : ROW
  %14 = stablehlo.multiply %h1, %new_s1 : ROW
  %15 = stablehlo.add %14, %11 : ROW
  %16 = stablehlo.select %h5, %15, %new_s1 : MASK, ROW
  %17 = stablehlo.multiply %h0, %16 : ROW
  %new_w = stablehlo.subtract %w, %17 : ROW
)";

static const char kAdam[] = R"(
  %0 = stablehlo.multiply %g, %g : ROW
  %one = stablehlo.constant dense<1.0> : ROW
  %1 = stablehlo.subtract %one, %h1 : ROW
  %2 = stablehlo.subtract %g, %s0 : ROW
  %3 = stablehlo.multiply %1, %2 : ROW
  %new_s0 = stablehlo.add %s0, %3 : ROW
  %5 = stablehlo.subtract %one, %h2 : ROW
  %6 = stablehlo.subtract %0, %s1 : ROW
  %7 = stablehlo.multiply %5, %6 : ROW
  %new_s1 = stablehlo.add %s1, %7 : ROW
  %9 = stablehlo.multiply %h0, %new_s0 : ROW
  %10 = stablehlo.sqrt %new_s1 : ROW
  %11 = stablehlo.add %10, %h3 : ROW
  %12 = stablehlo.divide %9, %11 : ROW
  %new_w = stablehlo.subtract %w, %12 : ROW
)";

/// Rate 0.05, beta1 0.9, beta2 0.99, epsilon 1e-3.
static const char kCorrection[] = R"(
  %c = stablehlo.constant dense<1> : tensor<i32>
  %p0 = stablehlo.add %step, %c : tensor<i32>
  %h1 = stablehlo.constant dense<0.9> : tensor<f32>
  %p1 = stablehlo.convert %p0 : (tensor<i32>) -> tensor<f32>
  %p2 = stablehlo.power %h1, %p1 : tensor<f32>
  %h2 = stablehlo.constant dense<0.99> : tensor<f32>
  %p3 = stablehlo.power %h2, %p1 : tensor<f32>
  %p4 = stablehlo.constant dense<1.0> : tensor<f32>
  %p5 = stablehlo.subtract %p4, %p3 : tensor<f32>
  %p6 = stablehlo.sqrt %p5 : tensor<f32>
  %p7 = stablehlo.constant dense<0.05> : tensor<f32>
  %p8 = stablehlo.multiply %p7, %p6 : tensor<f32>
  %p9 = stablehlo.subtract %p4, %p2 : tensor<f32>
  %h0 = stablehlo.divide %p8, %p9 : tensor<f32>
  %p10 = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %h3 = stablehlo.multiply %p10, %p6 : tensor<f32>
)";

static const char kFtrl[] = R"(
  %two = stablehlo.constant dense<2.0> : ROW
  %zero = stablehlo.constant dense<0.0> : ROW
  %0 = stablehlo.multiply %g, %g : ROW
  %new_s0 = stablehlo.add %s0, %0 : ROW
  %2 = stablehlo.negate %h1 : ROW
  %3 = stablehlo.power %s0, %2 : ROW
  %4 = stablehlo.power %new_s0, %2 : ROW
  %5 = stablehlo.subtract %4, %3 : ROW
  %6 = stablehlo.add %s1, %g : ROW
  %7 = stablehlo.divide %5, %h0 : ROW
  %8 = stablehlo.multiply %7, %w : ROW
  %new_s1 = stablehlo.subtract %6, %8 : ROW
  %one = stablehlo.constant dense<1.0> : ROW
  %10 = stablehlo.multiply %h2, %one : ROW
  %11 = stablehlo.compare EQ, %h2, %zero, FLOAT : (ROW, ROW) -> MASK
  %12 = stablehlo.negate %new_s1 : ROW
  %13 = stablehlo.negate %10 : ROW
  %14 = stablehlo.clamp %13, %new_s1, %10 : ROW
  %15 = stablehlo.subtract %14, %new_s1 : ROW
  %16 = stablehlo.select %11, %12, %15 : MASK, ROW
  %17 = stablehlo.add %4, %h4 : ROW
  %18 = stablehlo.divide %17, %h0 : ROW
  %19 = stablehlo.multiply %two, %h3 : ROW
  %20 = stablehlo.add %18, %19 : ROW
  %new_w = stablehlo.divide %16, %20 : ROW
)";

static const char kScaledFtrl[] = R"(
  %two = stablehlo.constant dense<2.0> : ROW
  %zero = stablehlo.constant dense<0.0> : ROW
  %0 = stablehlo.multiply %g, %g : ROW
  %new_s0 = stablehlo.add %s0, %0 : ROW
  %2 = stablehlo.negate %h1 : ROW
  %3 = stablehlo.power %s0, %2 : ROW
  %4 = stablehlo.power %new_s0, %2 : ROW
  %5 = stablehlo.subtract %4, %3 : ROW
  %6 = stablehlo.multiply %h0, %g : ROW
  %7 = stablehlo.add %s1, %6 : ROW
  %8 = stablehlo.multiply %5, %w : ROW
  %new_s1 = stablehlo.subtract %7, %8 : ROW
  %10 = stablehlo.multiply %h2, %h0 : ROW
  %11 = stablehlo.compare EQ, %h2, %zero, FLOAT : (ROW, ROW) -> MASK
  %12 = stablehlo.negate %new_s1 : ROW
  %13 = stablehlo.negate %10 : ROW
  %14 = stablehlo.clamp %13, %new_s1, %10 : ROW
  %15 = stablehlo.subtract %14, %new_s1 : ROW
  %16 = stablehlo.select %11, %12, %15 : MASK, ROW
  %17 = stablehlo.multiply %h0, %h3 : ROW
  %18 = stablehlo.multiply %two, %17 : ROW
  %19 = stablehlo.add %4, %18 : ROW
  %20 = stablehlo.add %19, %h4 : ROW
  %new_w = stablehlo.divide %16, %20 : ROW
)";

static const char kLaprop[] = R"(
  %0 = stablehlo.multiply %g, %g : ROW
  %1 = stablehlo.add %0, %h3 : ROW
  %2 = stablehlo.multiply %s1, %h2 : ROW
  %one = stablehlo.constant dense<1.0> : ROW
  %3 = stablehlo.subtract %one, %h2 : ROW
  %4 = stablehlo.multiply %3, %1 : ROW
  %new_s1 = stablehlo.add %2, %4 : ROW
  %6 = stablehlo.sqrt %new_s1 : ROW
  %7 = stablehlo.divide %g, %6 : ROW
  %8 = stablehlo.multiply %h1, %s0 : ROW
  %two = stablehlo.constant dense<2.0> : ROW
  %9 = stablehlo.power %h1, %two : ROW
  %10 = stablehlo.subtract %one, %9 : ROW
  %half = stablehlo.constant dense<0.5> : ROW
  %11 = stablehlo.power %10, %half : ROW
  %12 = stablehlo.multiply %11, %7 : ROW
  %new_s0 = stablehlo.add %8, %12 : ROW
  %14 = stablehlo.multiply %h0, %new_s0 : ROW
  %new_w = stablehlo.subtract %w, %14 : ROW
)";

static const char kF2a[] = R"(
  %one = stablehlo.constant dense<1.0> : ROW
  %new_s1 = stablehlo.add %s1, %one : ROW
  %1 = stablehlo.maximum %h5, %one : ROW
  %2 = stablehlo.divide %1, %new_s1 : ROW
  %3 = stablehlo.power %2, %h1 : ROW
  %4 = stablehlo.minimum %3, %h4 : ROW
  %5 = stablehlo.multiply %g, %g : ROW
  %new_s0 = stablehlo.add %s0, %5 : ROW
  %7 = stablehlo.sqrt %new_s0 : ROW
  %8 = stablehlo.sign %w : ROW
  %9 = stablehlo.multiply %h2, %8 : ROW
  %10 = stablehlo.multiply %h3, %w : ROW
  %11 = stablehlo.multiply %g, %4 : ROW
  %12 = stablehlo.divide %11, %7 : ROW
  %13 = stablehlo.add %9, %10 : ROW
  %14 = stablehlo.add %12, %13 : ROW
  %15 = stablehlo.multiply %h0, %14 : ROW
  %new_w = stablehlo.subtract %w, %15 : ROW
)";

/// Rate, momentum, beta2, epsilon, exponent, Nesterov.
static std::vector<Hyperparameter> makeMomentum(float beta, bool isNesterov) {
  return {{0.1f},  {0.9f}, {beta},
          {1e-3f}, {2},    {isNesterov ? 1.0f : 0.0f, Hyperparameter::Truth}};
}

static std::vector<Optimizer> makeOptimizers() {
  const std::vector<Hyperparameter> ftrl = {
      {0.1f}, {-0.5f}, {0.3f}, {0.05f}, {0.4f}};
  std::vector<Optimizer> all = {
      {"sgd", 0, {{0.1f}}, kSgd, stepSgd},
      {"sgd_rates", 0, {{0.1f, Hyperparameter::Words}}, kSgd, stepSgd},
      {"sgd_clip", 0, {{0.1f}}, kClippedSgd, stepClippedSgd, kClip},
      {"adagrad", 1, {{0.1f}}, kAdagrad, stepAdagrad},
      {"adagrad_clip", 1, {{0.1f}}, kClippedAdagrad, stepClippedAdagrad},
      {"adagrad_momentum", 2, makeMomentum(1, false), kMomentum, stepMomentum},
      {"adagrad_nesterov", 2, makeMomentum(1, true), kMomentum, stepMomentum},
      {"adagrad_decay", 2, makeMomentum(0.9f, false), kMomentum, stepMomentum},
      {"adam", 2, {{0.05f}, {0.9f}, {0.99f}, {1e-3f}}, kAdam, stepAdam},
      {"ftrl", 2, ftrl, kFtrl, stepFtrl},
      {"ftrl_scaled", 2, ftrl, kScaledFtrl, stepScaledFtrl},
      {"laprop", 2, {{0.05f}, {0.9f}, {0.95f}, {1e-3f}}, kLaprop, stepLaprop},
      {"f2a", 2, {{0.1f}, {0.5f}, {0.01f}, {0.02f}, {2}, {5}}, kF2a, stepF2a}};
  Optimizer rowwise{
      "rowwise", 1, {{0.1f}, {1e-3f}}, kRowwiseAdagrad, stepRowwiseAdagrad};
  rowwise.isRowCoupled = true;
  rowwise.returnsTuple = false;
  all.push_back(rowwise);
  Optimizer corrected = {
      "adam_corrected", 2, {{}, {}, {}, {}}, kAdam, stepAdam};
  corrected.prelude = kCorrection;
  corrected.correct = correctAdam;
  all.push_back(corrected);
  return all;
}

const std::vector<Optimizer> &getOptimizers() {
  static const std::vector<Optimizer> optimizers = makeOptimizers();
  return optimizers;
}

const Optimizer &getOptimizer(const std::string &name) {
  auto found = std::find_if(
      getOptimizers().begin(), getOptimizers().end(),
      [&](const Optimizer &optimizer) { return optimizer.name == name; });
  EXPECT_NE(found, getOptimizers().end()) << name;
  return found == getOptimizers().end() ? getOptimizers().front() : *found;
}

} // namespace sc::test
