//===-- NarrowPropertyTest.cpp - lookups of narrow tables -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random tables and formats through compiler and machine: the bits of a plain
// lookup of what the codes stand for, as far from that of the table as the page
// states, with any plan.

#include "NarrowProgram.h"

#include <cmath>

using namespace sc;
using namespace sc::test;

template <typename Check>
static void forEachCore(const LookupProblem &problem, const Check &check) {
  for (int64_t device = 0; device < problem.mesh.countDevices(); ++device)
    for (int64_t core = 0; core < problem.mesh.coresPerDevice; ++core) {
      SCOPED_TRACE("device " + std::to_string(device) + ", SparseCore " +
                   std::to_string(core));
      check(device, core, getSource(problem, device, core));
    }
}

static void expectFoundBits(const NarrowLookup &problem, const Bytes &output) {
  LookupProblem found = problem.makeFound();
  forEachCore(found, [&](int64_t device, int64_t core, size_t source) {
    std::vector<float> actual = getResult(found, output, device, core);
    std::vector<float> expected = computeOrdered(found, source);
    EXPECT_TRUE(toBytes(actual) == toBytes(expected)) << "the bits differ";
  });
}

/// For each word of a source the sum of |gain| times the bound of the value,
/// and the roundings of products and sums: of n of them, each at most 2^-24 of
/// the sum of all magnitudes, and 2^-149 where a product is denormal.
static std::vector<double> computeBounds(const NarrowLookup &problem,
                                         size_t source) {
  const LookupProblem &lookup = problem.lookup;
  std::vector<double> bounds = computeErrorBounds(problem.table, problem.slow);
  size_t words = lookup.init[source].size();
  std::vector<double> sums(words), magnitudes(words), counts(words, 2);
  for (size_t i = 0; i < words; ++i)
    magnitudes[i] = std::fabs(lookup.init[source][i]);
  for (const Entry &entry : lookup.entries[source])
    for (int64_t column = 0; column < lookup.width; ++column) {
      auto to = static_cast<size_t>(entry.sample * lookup.width + column);
      auto from = static_cast<size_t>(entry.row * lookup.width + column);
      double gain = std::fabs(entry.gain);
      sums[to] += gain * bounds[from];
      magnitudes[to] += gain * std::fabs(problem.slow.values[from]);
      ++counts[to];
    }
  for (size_t i = 0; i < words; ++i)
    sums[i] += counts[i] * (0x1.001p-24 * magnitudes[i] + 0x1p-149);
  return sums;
}

static void expectSmallErrors(const NarrowLookup &problem,
                              const Bytes &output) {
  const LookupProblem &lookup = problem.lookup;
  bool isRounded = problem.table.simulated && !problem.table.hasBuckets();
  if (isRounded)
    return;
  forEachCore(lookup, [&](int64_t device, int64_t core, size_t source) {
    std::vector<float> actual = getResult(lookup, output, device, core);
    std::vector<double> expected = computeExact(lookup, source);
    std::vector<double> bounds = computeBounds(problem, source);
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_LE(std::fabs(double{actual[i]} - expected[i]), bounds[i])
          << "element " << i << ": " << actual[i] << ", exactly "
          << expected[i];
  });
}

/// The f32 program has the same bits on the values of the codes. With buckets
/// it has them on the table itself.
static void expectBitsOfWide(const NarrowLookup &problem,
                             const std::vector<CoreBuffers> &buffers,
                             const std::vector<Bytes> &outputs) {
  bool hasBuckets = problem.table.hasBuckets();
  LookupProblem wide = hasBuckets ? problem.lookup : problem.makeWide();
  auto executable = compileNarrow(problem.writeProgram(), {wide.mesh.target});
  if (!executable)
    return;
  RunResult result =
      run(*executable, makeInputs(wide, buffers), {.threads = 4});
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_TRUE(result.outputs == outputs)
      << "the bits differ from those of the f32 program";
}

static void checkLookup(Random &random, const NarrowLookup &problem,
                        const NarrowOptions &options) {
  auto executable = compileNarrow(problem.writeProgram(), options);
  if (!executable)
    return;
  std::vector<CoreBuffers> buffers = packBuffers(problem.lookup, random);
  std::vector<Bytes> inputs = makeInputs(problem.lookup, buffers);
  storeTable(random, executable->getProgram(), 5, problem.table, inputs);
  if (testing::Test::HasFailure())
    return;
  RunResult result = runVariants(*executable, inputs);
  if (!result.status.ok())
    return;
  expectFoundBits(problem, result.outputs[0]);
  expectSmallErrors(problem, result.outputs[0]);
  expectBitsOfWide(problem, buffers, result.outputs);
}

static void checkPlanned(Random &random) {
  NarrowLookup problem = drawNarrowLookup(random);
  SCOPED_TRACE(problem.describe());
  NarrowOptions options{problem.lookup.mesh.target, problem.table.getText()};
  options.sampleSplitting = random.chance(30);
  options.rowStreaming = random.chance(30);
  checkLookup(random, problem, options);
}

TEST(NarrowLookups, HaveTheBitsOfTheirValues) {
  forEachCase(220, checkPlanned);
}

static void checkSplits(Random &random) {
  NarrowLookup problem = drawNarrowLookup(random);
  SplitPlan plan = drawNarrowSplits(random, problem);
  SCOPED_TRACE(problem.describe());
  SCOPED_TRACE(describe(plan));
  NarrowOptions options{problem.lookup.mesh.target, problem.table.getText()};
  options.splits = &plan;
  checkLookup(random, problem, options);
}

TEST(NarrowLookups, HaveTheSameBitsWithEverySplit) {
  forEachCase(220, checkSplits);
}
