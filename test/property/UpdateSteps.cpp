//===-- UpdateSteps.cpp - steps of optimizers in double -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// w is the row of the table, a, m, v, z, n are slots.

#include "UpdateSteps.h"

#include <algorithm>
#include <cmath>

namespace sc::test {

static double square(double x) { return x * x; }

void stepSgd(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i)
    state[0][i] -= numbers[0][i] * gradient[i];
}

static void clip(Row &row, double low, double high) {
  for (double &word : row)
    word = std::min(std::max(word, low), high);
}

void stepClippedSgd(const Row &gradient, Rows &state, const Rows &numbers) {
  stepSgd(gradient, state, numbers);
  clip(state[0], kClipLow, kClipHigh);
}

/// w -= rate * g / sqrt(a), with a += g^2.
void stepAdagrad(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], &a = state[1][i];
    a += g * g;
    state[0][i] -= numbers[0][i] * g / std::sqrt(a);
  }
}

void stepClippedAdagrad(const Row &gradient, Rows &state, const Rows &numbers) {
  stepAdagrad(gradient, state, numbers);
  clip(state[0], kClipLow, INFINITY);
}

/// As Adagrad with the mean of g^2 over the row, and epsilon.
void stepRowwiseAdagrad(const Row &gradient, Rows &state, const Rows &numbers) {
  double mean = 0;
  for (double g : gradient)
    mean += g * g / static_cast<double>(gradient.size());
  for (size_t i = 0; i < gradient.size(); ++i) {
    double &a = state[1][i];
    a += mean;
    state[0][i] -= numbers[0][i] * gradient[i] / (std::sqrt(a) + numbers[1][i]);
  }
}

/// Adagrad with momentum: rate, momentum, beta2, epsilon, exponent, Nesterov.
void stepMomentum(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], momentum = numbers[1][i], beta = numbers[2][i];
    double &a = state[1][i], &m = state[2][i];
    a = beta == 1 ? a + g * g : beta * a + (1 - beta) * g * g;
    double scaled = g / std::pow(a + numbers[3][i], 1 / numbers[4][i]);
    m = momentum * m + scaled;
    bool isNesterov = numbers[5][i] != 0;
    state[0][i] -= numbers[0][i] * (isNesterov ? momentum * m + scaled : m);
  }
}

/// Adam: rate, beta1, beta2, epsilon; the bias is corrected in rate and
/// epsilon.
void stepAdam(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], beta1 = numbers[1][i], beta2 = numbers[2][i];
    double &m = state[1][i], &v = state[2][i];
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g * g;
    state[0][i] -= numbers[0][i] * m / (std::sqrt(v) + numbers[3][i]);
  }
}

std::vector<double> correctAdam(int32_t step) {
  // As floats: 1 - 0.99^t depends much on what 0.99 is.
  double beta1 = static_cast<double>(0.9f), beta2 = static_cast<double>(0.99f);
  double steps = step + 1.0;
  double root = std::sqrt(1 - std::pow(beta2, steps));
  return {0.05 * root / (1 - std::pow(beta1, steps)), beta1, beta2,
          1e-3 * root};
}

/// The w that minimizes z w + l1 |w| + q w^2 / 2.
static double solveFtrl(double z, double l1, double q) {
  if (std::abs(z) <= l1)
    return 0;
  return (z > 0 ? l1 - z : -l1 - z) / q;
}

/// FTRL: rate, power of the rate, l1, l2, beta.
void stepFtrl(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], rate = numbers[0][i], power = -numbers[1][i];
    double &w = state[0][i], &n = state[1][i], &z = state[2][i];
    double before = std::pow(n, power);
    n += g * g;
    double after = std::pow(n, power);
    z += g - (after - before) / rate * w;
    w = solveFtrl(z, numbers[2][i],
                  (after + numbers[4][i]) / rate + 2 * numbers[3][i]);
  }
}

/// The same with a linear slot that is `rate` times as large.
void stepScaledFtrl(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], rate = numbers[0][i], power = -numbers[1][i];
    double &w = state[0][i], &n = state[1][i], &z = state[2][i];
    double before = std::pow(n, power);
    n += g * g;
    double after = std::pow(n, power);
    z += rate * g - (after - before) * w;
    w = solveFtrl(z, rate * numbers[2][i],
                  after + numbers[4][i] + 2 * rate * numbers[3][i]);
  }
}

/// LaProp: rate, beta1, decay, epsilon.
void stepLaprop(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i], beta = numbers[1][i], decay = numbers[2][i];
    double &m = state[1][i], &v = state[2][i];
    v = decay * v + (1 - decay) * (g * g + numbers[3][i]);
    m = beta * m + std::sqrt(1 - square(beta)) * g / std::sqrt(v);
    state[0][i] -= numbers[0][i] * m;
  }
}

/// F2A: rate, power, l1, l2, largest multiplier, step. The second slot counts.
void stepF2a(const Row &gradient, Rows &state, const Rows &numbers) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double g = gradient[i];
    double &w = state[0][i], &a = state[1][i], &count = state[2][i];
    count += 1;
    double multiplier =
        std::min(std::pow(std::max(numbers[5][i], 1.0) / count, numbers[1][i]),
                 numbers[4][i]);
    a += g * g;
    double sign = w > 0 ? 1 : w < 0 ? -1 : 0;
    w -= numbers[0][i] * (g * multiplier / std::sqrt(a) + numbers[2][i] * sign +
                          numbers[3][i] * w);
  }
}

} // namespace sc::test
