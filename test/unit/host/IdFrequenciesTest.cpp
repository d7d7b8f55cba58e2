//===-- IdFrequenciesTest.cpp - how often ids occur -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers by hand, and equal to a slow map for any input.

#include "runtime/host/IdFrequencies.h"
#include "test/unit/host/HostTest.h"
#include "test/unit/host/RandomProblem.h"

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;

template <typename T> IdArray viewIds(const std::vector<T> &ids) {
  return IdArray(std::span<const T>(ids));
}

TEST(IdFrequencies, ByHand) {
  IdFrequencies frequencies({makeStack(20)});
  std::vector<int32_t> first = {7, 3, 7, 7, 3, 9, 7, 5};
  std::vector<int64_t> second = {7, 9, 0}, splits = {0, 0, 2, 3};
  FeatureInput inputs[] = {
      {"clicks", makeDense(std::span<const int32_t>(first), 4, 2)}};
  ASSERT_TRUE(frequencies.add(inputs).ok());
  inputs[0].input = RaggedInput{viewIds(second), viewIds(splits), {}};
  ASSERT_TRUE(frequencies.add(inputs).ok());
  std::vector<TableFrequencies> all = frequencies.summarize(3);
  ASSERT_EQ(all.size(), 1u);
  const TableFrequencies &table = all[0];
  EXPECT_EQ(table.table, "user_table");
  EXPECT_EQ(table.vocabularySize, 20);
  EXPECT_EQ(table.numIds, 11);
  EXPECT_EQ(table.numDistinctIds, 5);
  EXPECT_EQ(table.numOutOfRange, 0);
  EXPECT_EQ(table.vocabularyShare, 0.25);
  EXPECT_THAT(table.mostFrequent,
              ElementsAre(IdCount{7, 5}, IdCount{3, 2}, IdCount{9, 2}));
  EXPECT_EQ(table.getShare(table.mostFrequent[0]), 5.0 / 11);
  // One of five ids is the top 1 % and 10 %, rounded up.
  EXPECT_EQ(table.topPercentShare, 5.0 / 11);
  EXPECT_EQ(table.topTenPercentShare, 5.0 / 11);
  EXPECT_THAT(table.histogram, ElementsAre(2, 2, 1));
}

// 200 ids: 2 are the top 1 %, 20 the top 10 %.
TEST(IdFrequencies, Shares) {
  IdFrequencies frequencies({makeStack(1000)});
  std::vector<int64_t> ids;
  for (int64_t id = 0; id < 200; ++id)
    ids.insert(ids.end(), id < 2 ? 100 : id < 20 ? 10 : 1, id);
  const auto size = static_cast<int64_t>(ids.size());
  ASSERT_EQ(size, 560);
  FeatureInput inputs[] = {
      {"clicks", makeDense(std::span<const int64_t>(ids), size, 1)}};
  ASSERT_TRUE(frequencies.add(inputs).ok());
  TableFrequencies table = frequencies.summarize()[0];
  EXPECT_EQ(table.topPercentShare, 200.0 / 560);
  EXPECT_EQ(table.topTenPercentShare, 380.0 / 560);
  EXPECT_EQ(table.mostFrequent.size(), 10u);
  EXPECT_THAT(table.histogram, ElementsAre(180, 0, 0, 18, 0, 0, 2));
}

// More than are sorted at a time, and negative ones between.
TEST(IdFrequencies, ManyIds) {
  IdFrequencies frequencies({makeStack(3000)});
  const int64_t size = (int64_t(1) << 21) + 12345;
  std::vector<int32_t> ids;
  std::map<int64_t, int64_t> counts;
  for (int64_t i = 0; i < size; ++i) {
    ids.push_back(static_cast<int32_t>(i * i % 5003 - 2000));
    ++counts[ids.back()];
  }
  FeatureInput inputs[] = {
      {"clicks", makeDense(std::span<const int32_t>(ids), size, 1)}};
  ASSERT_TRUE(frequencies.add(inputs).ok());
  TableFrequencies table = frequencies.summarize(10000)[0];
  EXPECT_EQ(table.numIds, size);
  ASSERT_EQ(table.mostFrequent.size(), counts.size());
  for (const IdCount &id : table.mostFrequent)
    ASSERT_EQ(id.count, counts[id.id]) << id.id;
}

TEST(IdFrequencies, NoIds) {
  IdFrequencies frequencies({makePair()});
  std::vector<TableFrequencies> all = frequencies.summarize();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].table, "b");
  EXPECT_EQ(all[1].numIds, 0);
  EXPECT_EQ(all[1].topPercentShare, 0);
  EXPECT_EQ(all[1].vocabularyShare, 0);
  EXPECT_TRUE(all[1].mostFrequent.empty() && all[1].histogram.empty());
}

TEST(IdFrequencies, IdsOutOfRange) {
  IdFrequencies frequencies({makeStack(4)});
  std::vector<int64_t> ids = {-1, 4, INT64_MAX, INT64_MIN, 3, 3, 4};
  FeatureInput inputs[] = {
      {"clicks", makeDense(std::span<const int64_t>(ids), 7, 1)}};
  ASSERT_TRUE(frequencies.add(inputs).ok());
  TableFrequencies table = frequencies.summarize()[0];
  EXPECT_EQ(table.numOutOfRange, 5);
  EXPECT_EQ(table.vocabularyShare, 0.25);
  EXPECT_THAT(table.mostFrequent,
              ElementsAre(IdCount{3, 2}, IdCount{4, 2}, IdCount{INT64_MIN, 1},
                          IdCount{-1, 1}, IdCount{INT64_MAX, 1}));
}

TEST(IdFrequencies, ErrorsCountNothing) {
  IdFrequencies frequencies({makePair()});
  std::vector<int32_t> ids = {1, 2};
  DenseInput good = makeDense(std::span<const int32_t>(ids), 2, 1);
  FeatureInput inputs[] = {{"fa", good}, {"fc", good}};
  EXPECT_EQ(frequencies.add(inputs).message(),
            "feature 'fc' is not in the spec");
  std::vector<int32_t> splits = {0, 3};
  inputs[1] = {"fb", RaggedInput{viewIds(ids), viewIds(splits), {}}};
  EXPECT_EQ(frequencies.add(inputs).message(),
            "feature 'fb' of table 'b': the last of row_splits is 3, but there "
            "are 2 ids");
  EXPECT_EQ(frequencies.summarize()[0].numIds, 0);
}

/// By table, counted one by one.
using SlowCounts = std::map<std::string, std::map<int64_t, int64_t>>;

void expectTable(const TableFrequencies &actual,
                 const std::map<int64_t, int64_t> &counts, size_t most) {
  std::vector<IdCount> sorted;
  int64_t numIds = 0;
  std::map<int64_t, int64_t> histogram;
  for (const auto &[id, count] : counts) {
    size_t at = 0;
    while (at < sorted.size() && sorted[at].count >= count)
      ++at;
    sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(at),
                  {id, count});
    numIds += count;
    int64_t power = 0;
    while ((int64_t(2) << power) <= count)
      ++power;
    ++histogram[power];
  }
  EXPECT_EQ(actual.numIds, numIds);
  EXPECT_EQ(actual.numDistinctIds, static_cast<int64_t>(counts.size()));
  double top = 0;
  for (size_t i = 0; i * 10 < sorted.size(); ++i)
    top += static_cast<double>(sorted[i].count);
  EXPECT_DOUBLE_EQ(actual.topTenPercentShare,
                   numIds > 0 ? top / static_cast<double>(numIds) : 0);
  for (size_t k = 0; k < actual.histogram.size(); ++k)
    EXPECT_EQ(actual.histogram[k], histogram[static_cast<int64_t>(k)]);
  EXPECT_EQ(actual.histogram.empty(), sorted.empty());
  sorted.resize(std::min(sorted.size(), most));
  EXPECT_EQ(actual.mostFrequent, sorted);
}

// Dense, ragged and COO, int32 and int64, in any stride; a second object that
// sees batches and features in another order gives the same.
TEST(IdFrequencies, EqualsSlowMap) {
  forEachCase(150, [](Random &random) {
    ReferenceProblem problem = drawProblem(random);
    IdFrequencies forwards(problem.stacks), backwards(problem.stacks);
    SlowCounts slow;
    InputMemory memory(random);
    std::vector<std::vector<FeatureInput>> batches(2);
    for (std::vector<FeatureInput> &batch : batches) {
      ReferenceInputs inputs = drawInputs(random, problem);
      for (size_t i = 0; i < inputs.size(); ++i)
        for (size_t f = 0; f < inputs[i].size(); ++f) {
          const FeatureSpec &feature = problem.stacks[i].features[f];
          batch.push_back({feature.name, memory.makeInput(inputs[i][f])});
          for (const std::vector<int64_t> &sample : inputs[i][f].ids)
            for (int64_t id : sample)
              ++slow[feature.table][id];
        }
    }
    for (size_t i : {0, 1}) {
      ASSERT_TRUE(forwards.add(batches[i]).ok());
      random.shuffle(batches[1 - i]);
      ASSERT_TRUE(backwards.add(batches[1 - i]).ok());
    }
    std::vector<TableFrequencies> all = forwards.summarize(7);
    std::vector<TableFrequencies> other = backwards.summarize(7);
    for (size_t i = 0; i < all.size(); ++i) {
      expectTable(all[i], slow[all[i].table], 7);
      expectTable(other[i], slow[all[i].table], 7);
    }
  });
}

} // namespace
} // namespace sc::test
