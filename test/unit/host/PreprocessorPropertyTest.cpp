//===-- PreprocessorPropertyTest.cpp - equal to the slow reference --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every byte of the buffers and every statistic, for any number of threads,
// any order of features, and whatever batch came before.

#include "runtime/host/Preprocessor.h"
#include "test/unit/host/RandomProblem.h"

#include "gmock/gmock.h"

#include <thread>

namespace sc::test {
namespace {

using namespace host;
using testing::HasSubstr;

template <typename T>
static void expectSame(const char *what, std::span<const T> actual,
                       const std::vector<T> &expected) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i)
    ASSERT_EQ(std::bit_cast<uint32_t>(actual[i]),
              std::bit_cast<uint32_t>(expected[i]))
        << what << " " << i;
}

static void expectStack(const StackResult &actual,
                        const ReferenceStack &expected) {
  expectSame("row pointer", actual.buffers.rowPointers, expected.rowPointers);
  expectSame("embedding id", actual.buffers.embeddingIds,
             expected.embeddingIds);
  expectSame("sample id", actual.buffers.sampleIds, expected.sampleIds);
  expectSame("gain", actual.buffers.gains, expected.gains);
  const Statistics &a = actual.statistics;
  const Statistics &e = expected.statistics;
  EXPECT_EQ(a.maxIds, e.maxIds);
  EXPECT_EQ(a.maxUniqueIds, e.maxUniqueIds);
  EXPECT_EQ(a.requiredBufferSizes, e.requiredBufferSizes);
  EXPECT_EQ(a.numIds, e.numIds);
  EXPECT_EQ(a.numEntries, e.numEntries);
  EXPECT_EQ(a.dropped.overMaxIds, e.dropped.overMaxIds);
  EXPECT_EQ(a.dropped.overMaxUniqueIds, e.dropped.overMaxUniqueIds);
  EXPECT_EQ(a.dropped.overBuffer, e.dropped.overBuffer);
  EXPECT_EQ(a.droppedIdCount, e.droppedIdCount);
  EXPECT_EQ(a.getNumKeptIds(), expected.keptIds);
}

/// The text of the error that the reference's numbers call for; empty for none.
static std::string findError(const ReferenceProblem &problem,
                             const ReferenceResults &results) {
  if (problem.options.allowIdDropping)
    return "";
  const bool mayExceed =
      problem.options.enableMinibatching && results.numMinibatches == 1;
  for (size_t i = 0; i < results.stacks.size(); ++i) {
    const StackSpec &spec = problem.stacks[i];
    const ReferenceStack &stack = results.stacks[i];
    auto describe = [&](const char *what, int64_t count) {
      return std::string("Observed ") + what +
             " per partition: " + std::to_string(count) +
             " for table: " + spec.name + " is greater than the set ";
    };
    if (!mayExceed && stack.largestIds > spec.maxIdsPerPartition)
      return describe("max ids", stack.largestIds);
    if (!mayExceed && stack.largestUniqueIds > spec.maxUniqueIdsPerPartition)
      return describe("max unique ids", stack.largestUniqueIds);
  }
  for (size_t i = 0; i < results.stacks.size(); ++i) {
    int64_t dropped = results.stacks[i].statistics.dropped.overBuffer;
    if (problem.options.failOnBufferOverflow && dropped > 0)
      return "table: " + problem.stacks[i].name + ": " +
             std::to_string(dropped) + " of ";
  }
  return "";
}

static void expectResults(const ReferenceResults &expected,
                          const absl::StatusOr<const Results *> &actual,
                          std::string error) {
  if (!error.empty()) {
    ASSERT_FALSE(actual.ok());
    EXPECT_THAT(std::string(actual.status().message()), HasSubstr(error));
    return;
  }
  ASSERT_TRUE(actual.ok()) << actual.status();
  EXPECT_EQ((*actual)->numMinibatches, expected.numMinibatches);
  for (size_t i = 0; i < expected.stacks.size(); ++i)
    expectStack((*actual)->stacks[i], expected.stacks[i]);
}

static std::vector<FeatureInput> makeBatch(Random &random,
                                           const ReferenceProblem &problem,
                                           const ReferenceInputs &inputs,
                                           InputMemory &memory) {
  std::vector<FeatureInput> batch;
  for (size_t i = 0; i < problem.stacks.size(); ++i)
    for (size_t f = 0; f < problem.stacks[i].features.size(); ++f)
      batch.push_back(
          {problem.stacks[i].features[f].name, memory.makeInput(inputs[i][f])});
  random.shuffle(batch);
  return batch;
}

static Preprocessor makePreprocessor(const ReferenceProblem &problem,
                                     int threads) {
  Options options = problem.options;
  options.threads = threads;
  absl::StatusOr<Preprocessor> result =
      Preprocessor::create(problem.stacks, problem.topology, options);
  EXPECT_TRUE(result.ok()) << result.status();
  return *std::move(result);
}

TEST(PreprocessorProperty, EqualsReference) {
  forEachCase(600, [](Random &random) {
    ReferenceProblem problem = drawProblem(random);
    Preprocessor one = makePreprocessor(problem, 1);
    Preprocessor several = makePreprocessor(problem, 3);
    for (int64_t number = 0; number < 2; ++number) {
      problem.hosts = {drawInputs(random, problem)};
      ReferenceResults expected = computeReference(problem)[0];
      InputMemory memory(random);
      auto batch = makeBatch(random, problem, problem.hosts[0], memory);
      std::string error = findError(problem, expected);
      expectResults(expected, one.run({number, batch}), error);
      random.shuffle(batch);
      expectResults(expected, several.run({number, batch}), error);
    }
  });
}

// The error of each host. A bucket that exceeds a limit ends the batch for all.
static std::vector<std::string>
findErrors(const ReferenceProblem &problem,
           const std::vector<ReferenceResults> &results) {
  std::vector<std::string> errors;
  bool isOver = false;
  for (const ReferenceResults &host : results) {
    errors.push_back(findError(problem, host));
    isOver |= errors.back().starts_with("Observed");
  }
  if (isOver && problem.options.enableMinibatching)
    for (std::string &error : errors)
      if (!error.starts_with("Observed"))
        error = "another host failed in batch 7";
  return errors;
}

TEST(PreprocessorProperty, HostsAgree) {
  forEachCase(200, [](Random &random) {
    ReferenceProblem problem = drawProblem(random);
    const int numHosts = static_cast<int>(random.between(2, 3));
    for (int i = 0; i < numHosts; ++i)
      problem.hosts.push_back(drawInputs(random, problem));
    std::vector<ReferenceResults> expected = computeReference(problem);
    std::vector<std::string> errors = findErrors(problem, expected);
    InProcessAllReduce hosts(numHosts);
    InputMemory memory(random);
    std::vector<std::thread> threads;
    for (int i = 0; i < numHosts; ++i)
      threads.emplace_back(
          [&, i, batch = makeBatch(random, problem, problem.hosts[i], memory)] {
            Preprocessor preprocessor = makePreprocessor(problem, 1);
            auto actual = preprocessor.run({7, batch}, &hosts.getHost(i));
            expectResults(expected[i], actual, errors[i]);
          });
    for (std::thread &thread : threads)
      thread.join();
  });
}

} // namespace
} // namespace sc::test
