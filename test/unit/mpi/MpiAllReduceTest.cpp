//===-- MpiAllReduceTest.cpp - hosts that are ranks of MPI ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run by mpirun with four ranks. Each rank draws the batches of all, runs its
// own over MPI, and all of them as threads of this process: both must be the
// same to the bit.

#include "runtime/mpi/MpiAllReduce.h"
#include "runtime/host/Preprocessor.h"
#include "test/unit/host/RandomProblem.h"

#include "gmock/gmock.h"

#include <cstring>
#include <thread>

namespace sc::test {
namespace {

using namespace host;

constexpr int kNumHosts = 4;

int getRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

MpiAllReduce makeAllReduce() {
  absl::StatusOr<MpiAllReduce> result = MpiAllReduce::create(MPI_COMM_WORLD);
  EXPECT_TRUE(result.ok()) << result.status();
  return *std::move(result);
}

template <typename T>
void expectSame(const char *what, std::span<const T> actual,
                std::span<const T> expected) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size_bytes()), 0)
      << what;
}

void expectSame(const Results &actual, const Results &expected) {
  EXPECT_EQ(actual.numMinibatches, expected.numMinibatches);
  ASSERT_EQ(actual.stacks.size(), expected.stacks.size());
  for (size_t i = 0; i < actual.stacks.size(); ++i) {
    const Buffers &a = actual.stacks[i].buffers;
    const Buffers &e = expected.stacks[i].buffers;
    expectSame("row pointers", a.rowPointers, e.rowPointers);
    expectSame("embedding ids", a.embeddingIds, e.embeddingIds);
    expectSame("sample ids", a.sampleIds, e.sampleIds);
    expectSame("gains", a.gains, e.gains);
    EXPECT_EQ(actual.stacks[i].statistics.maxIds,
              expected.stacks[i].statistics.maxIds);
    EXPECT_EQ(actual.stacks[i].statistics.numEntries,
              expected.stacks[i].statistics.numEntries);
  }
}

/// A problem with the batches of all hosts.
struct Case {
  ReferenceProblem problem;
  std::vector<std::vector<FeatureInput>> batches; // [host]

  Preprocessor makePreprocessor() const {
    absl::StatusOr<Preprocessor> result =
        Preprocessor::create(problem.stacks, problem.topology, problem.options);
    EXPECT_TRUE(result.ok()) << result.status();
    return *std::move(result);
  }
};

/// Runs `test` over MPI and in this process, and compares this rank's results
/// or errors. Returns the number of minibatches, 0 after an error.
int64_t compare(const Case &test, AllReduce &mpi) {
  const size_t rank = static_cast<size_t>(getRank());
  InProcessAllReduce hosts(kNumHosts);
  std::vector<Preprocessor> preprocessors;
  std::vector<absl::StatusOr<const Results *>> expected(kNumHosts);
  for (int i = 0; i < kNumHosts; ++i)
    preprocessors.push_back(test.makePreprocessor());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kNumHosts; ++i)
    threads.emplace_back([&, i] {
      expected[i] = preprocessors[i].run({0, test.batches[i]},
                                         &hosts.getHost(static_cast<int>(i)));
    });
  for (std::thread &thread : threads)
    thread.join();
  Preprocessor own = test.makePreprocessor();
  absl::StatusOr<const Results *> actual =
      own.run({0, test.batches[rank]}, &mpi);
  EXPECT_EQ(actual.status(), expected[rank].status());
  if (!actual.ok() || !expected[rank].ok())
    return 0;
  expectSame(**actual, **expected[rank]);
  return (*actual)->numMinibatches;
}

/// 64 samples on each host; those of `crowdedHost` have far more ids.
Case makeCrowdedCase(Random &random, size_t crowdedHost,
                     std::vector<std::vector<int32_t>> &ids) {
  Case test;
  FeatureSpec feature;
  feature.name = "clicks";
  feature.table = "user_table";
  feature.vocabularySize = 5000;
  StackSpec stack;
  stack.name = "user_table";
  stack.features = {feature};
  stack.maxIdsPerPartition = stack.maxUniqueIdsPerPartition = 24;
  test.problem.stacks = {stack};
  test.problem.topology = {1, kNumHosts, 4};
  test.problem.options.enableMinibatching = true;
  ids.resize(kNumHosts);
  for (size_t host = 0; host < kNumHosts; ++host) {
    const int64_t perSample = host == crowdedHost ? 60 : 3;
    for (int64_t i = 0; i < 64 * perSample; ++i)
      ids[host].push_back(static_cast<int32_t>(random.between(0, 4999)));
    test.batches.push_back(
        {{"clicks",
          makeDense(std::span<const int32_t>(ids[host]), 64, perSample)}});
  }
  return test;
}

TEST(MpiAllReduce, OneHostNeedsMinibatches) {
  Random random(getFromEnvironment("SC_PROPERTY_SEED", 20260101));
  for (size_t crowdedHost = 0; crowdedHost < kNumHosts; ++crowdedHost) {
    SCOPED_TRACE("crowded host " + std::to_string(crowdedHost));
    MpiAllReduce mpi = makeAllReduce();
    std::vector<std::vector<int32_t>> ids;
    EXPECT_GT(compare(makeCrowdedCase(random, crowdedHost, ids), mpi), 1);
  }
}

TEST(MpiAllReduce, NoHostNeedsMinibatches) {
  Random random(getFromEnvironment("SC_PROPERTY_SEED", 20260101));
  MpiAllReduce mpi = makeAllReduce();
  std::vector<std::vector<int32_t>> ids;
  EXPECT_EQ(compare(makeCrowdedCase(random, kNumHosts, ids), mpi), 1);
}

TEST(MpiAllReduce, RandomProblems) {
  forEachCase(60, [](Random &random) {
    Case test;
    test.problem = drawProblem(random);
    for (size_t i = 0; i < test.problem.stacks.size(); ++i)
      test.problem.stacks[i].suggestedBufferSize = test.problem.bufferSizes[i];
    test.problem.options.enableMinibatching = true;
    InputMemory memory(random);
    for (int host = 0; host < kNumHosts; ++host) {
      ReferenceInputs inputs = drawInputs(random, test.problem);
      std::vector<FeatureInput> batch;
      for (size_t i = 0; i < inputs.size(); ++i)
        for (size_t f = 0; f < inputs[i].size(); ++f)
          batch.push_back({test.problem.stacks[i].features[f].name,
                           memory.makeInput(inputs[i][f])});
      test.batches.push_back(batch);
    }
    MpiAllReduce mpi = makeAllReduce();
    compare(test, mpi);
  });
}

TEST(MpiAllReduce, MasksAreUnited) {
  MpiAllReduce mpi = makeAllReduce();
  const uint64_t bit = uint64_t(1) << (16 * getRank());
  for (uint64_t key : {uint64_t(0), uint64_t(7), UINT64_MAX}) {
    absl::StatusOr<uint64_t> all = mpi.orMasks(key, bit);
    ASSERT_TRUE(all.ok()) << all.status();
    EXPECT_EQ(*all, 0x0001'0001'0001'0001u);
  }
}

// The rank at fault has its own error, and nobody waits.
TEST(MpiAllReduce, OneHostFails) {
  Random random(1);
  MpiAllReduce mpi = makeAllReduce();
  std::vector<std::vector<int32_t>> ids;
  Case test = makeCrowdedCase(random, 1, ids);
  ids[2][5] = 5000;
  Preprocessor preprocessor = test.makePreprocessor();
  const size_t rank = static_cast<size_t>(getRank());
  auto results = preprocessor.run({3, test.batches[rank]}, &mpi);
  EXPECT_EQ(results.status().message(),
            rank == 2 ? "feature 'clicks' of table 'user_table': id 5000 at "
                        "position 2 of sample 1 is out of range: expected 0 to "
                        "4999 (vocabulary size 5000)"
                      : "another host failed in batch 3");
  ids[2][5] = 4999;
  results = preprocessor.run({4, test.batches[rank]}, &mpi);
  EXPECT_TRUE(results.ok()) << results.status();
}

TEST(MpiAllReduce, DifferentKeys) {
  MpiAllReduce mpi = makeAllReduce();
  for (uint64_t other : {uint64_t(9), uint64_t(5), uint64_t(1) << 63}) {
    absl::StatusOr<uint64_t> all = mpi.orMasks(getRank() == 2 ? other : 8, 1);
    EXPECT_EQ(all.status(), absl::InvalidArgumentError(
                                "host 0 passed sync key 8, but host 2 passed " +
                                std::to_string(other) +
                                "; hosts must number their batches alike"));
  }
  EXPECT_EQ(mpi.orMasks(10, 2).value_or(0), 2u);
}

TEST(MpiAllReduce, KeysThatDoNotAscend) {
  MpiAllReduce mpi = makeAllReduce();
  EXPECT_TRUE(mpi.orMasks(4, 0).ok());
  EXPECT_EQ(mpi.orMasks(4, 0).status(),
            absl::InvalidArgumentError(
                "host 0 passed sync key 4 after 4; number each batch higher "
                "than the last"));
  EXPECT_EQ(mpi.orMasks(getRank() == 3 ? 2 : 5, 0).status(),
            absl::InvalidArgumentError(
                "host 3 passed sync key 2 after 4; number each batch higher "
                "than the last"));
}

// Collective traffic of others on the same communicator does not interfere,
// and a moved object goes on.
TEST(MpiAllReduce, CommunicatorIsItsOwn) {
  MpiAllReduce first = makeAllReduce();
  MpiAllReduce second = std::move(first);
  int value = getRank(), sum = 0;
  MPI_Request request;
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  EXPECT_EQ(second.orMasks(1, 1).value_or(0), 1u);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(sum, 6);
}

TEST(MpiAllReduce, CreateErrors) {
  EXPECT_EQ(MpiAllReduce::create(MPI_COMM_NULL).status().message(),
            "the communicator is MPI_COMM_NULL");
  MPI_Comm half = MPI_COMM_NULL, both = MPI_COMM_NULL;
  const int side = getRank() % 2;
  MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &both);
  EXPECT_EQ(MpiAllReduce::create(both).status().message(),
            "the communicator connects two groups; merge them first");
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

/// Other ranks would wait for one that failed.
class EndAllRanks : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo &info) override {
    if (info.result()->Failed())
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
};

std::string createWithoutMpi() {
  return std::string(
      sc::host::MpiAllReduce::create(MPI_COMM_WORLD).status().message());
}

int runTests() {
  int numRanks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &numRanks);
  if (numRanks == kNumHosts)
    return RUN_ALL_TESTS();
  std::fprintf(stderr, "run with mpirun -n %d, not with %d\n", kNumHosts,
               numRanks);
  return 1;
}

} // namespace
} // namespace sc::test

int main(int argc, char **argv) {
  using namespace sc::test;
  testing::InitGoogleTest(&argc, argv);
  const std::string before = createWithoutMpi();
  MPI_Init(&argc, &argv);
  // Listeners run in the order they were added, the printer first.
  testing::UnitTest::GetInstance()->listeners().Append(new EndAllRanks);
  int result = runTests();
  MPI_Finalize();
  for (const std::string &error : {before, createWithoutMpi()})
    if (error != "MPI is not initialised, or already finalised") {
      std::fprintf(stderr, "without MPI: %s\n", error.c_str());
      result = 1;
    }
  return result;
}
