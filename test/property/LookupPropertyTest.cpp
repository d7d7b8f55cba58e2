//===-- LookupPropertyTest.cpp - whole lookups against plain sums ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random lookups through compiler and machine: right to 2e-5, and the same bits
// as the sum in the documented order.

#include "LookupProblem.h"

#include <bit>
#include <cmath>

using namespace sc;
using namespace sc::test;

static void expectClose(const std::vector<float> &actual,
                        const std::vector<double> &expected) {
  for (size_t i = 0; i < expected.size(); ++i) {
    double difference = std::abs(static_cast<double>(actual[i]) - expected[i]);
    bool isClose = difference <= 2e-5 * (1 + std::abs(expected[i]));
    ASSERT_TRUE(isClose) << "element " << i << ": " << actual[i]
                         << ", expected " << expected[i];
  }
}

static bool hasSameBits(float lhs, float rhs) {
  return std::bit_cast<uint32_t>(lhs) == std::bit_cast<uint32_t>(rhs);
}

static void expectSameBits(const std::vector<float> &actual,
                           const std::vector<float> &expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(hasSameBits(actual[i], expected[i]))
        << "element " << i << ": " << actual[i] << ", expected " << expected[i];
}

/// Samples without ids keep init, bit for bit.
static void expectInitKept(const LookupProblem &problem, size_t source,
                           const std::vector<float> &actual) {
  std::vector<bool> isUsed(static_cast<size_t>(problem.samples));
  for (const Entry &entry : problem.entries[source])
    isUsed[static_cast<size_t>(entry.sample)] = true;
  auto width = static_cast<size_t>(problem.width);
  for (size_t sample = 0; sample < isUsed.size(); ++sample) {
    const float *expected = &problem.init[source][sample * width];
    bool isKept = std::equal(expected, expected + width,
                             actual.begin() + sample * width, hasSameBits);
    ASSERT_TRUE(isUsed[sample] || isKept) << "sample " << sample;
  }
}

static void expectResults(const LookupProblem &problem, const Bytes &output) {
  for (int64_t device = 0; device < problem.mesh.countDevices(); ++device)
    for (int64_t core = 0; core < problem.mesh.coresPerDevice; ++core) {
      SCOPED_TRACE("device " + std::to_string(device) + ", SparseCore " +
                   std::to_string(core));
      size_t source = getSource(problem, device, core);
      std::vector<float> actual = getResult(problem, output, device, core);
      expectClose(actual, computeExact(problem, source));
      expectSameBits(actual, computeOrdered(problem, source));
      expectInitKept(problem, source, actual);
    }
}

static void expectCounts(const LookupProblem &problem,
                         const runtime::Counters &counters) {
  PartitionSizes sizes = measurePartitions(problem);
  EXPECT_EQ(counters.ids, sizes.totalIds);
  EXPECT_EQ(counters.distinctRows, sizes.totalDistinct);
}

static void checkLookup(Random &random) {
  LookupProblem problem = drawProblem(random);
  SCOPED_TRACE(problem.describe());
  auto executable = compileAndLoad(writeProgram(problem), problem.mesh.target);
  if (!executable)
    return;
  std::vector<Bytes> inputs = makeInputs(problem, packBuffers(problem, random));
  RunResult result = runVariants(*executable, inputs);
  if (!result.status.ok())
    return;
  expectResults(problem, result.outputs[0]);
  expectCounts(problem, result.counters);
}

TEST(Lookup, EqualsSumsInDocumentedOrder) { forEachCase(900, checkLookup); }
