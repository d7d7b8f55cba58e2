//===-- PlacementTest.cpp - where rows lie --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By hand, in memory, and where preprocessed ids look for them.

#include "ShardingTest.h"

#include "runtime/host/Preprocessor.h"

namespace sc::test {
namespace {

using namespace spec;
using testing::ElementsAreArray;

static std::pair<int64_t, int64_t>
getPlace(const StackedTable &table, int64_t numSparseCores, int64_t id) {
  RowPlace place = getRowPlace(table, numSparseCores, id);
  return {place.sparseCore, place.row};
}

TEST(Placement, ModuloWithRotationAndOffset) {
  using Pair = std::pair<int64_t, int64_t>;
  StackedTable plain = makeTable("a", 100, 8, 128, 0, 0);
  EXPECT_EQ(getPlace(plain, 4, 0), Pair(0, 0));
  EXPECT_EQ(getPlace(plain, 4, 3), Pair(3, 0));
  EXPECT_EQ(getPlace(plain, 4, 6), Pair(2, 1));
  StackedTable moved = makeTable("b", 100, 8, 128, 10, 3);
  EXPECT_EQ(getPlace(moved, 4, 0), Pair(3, 10));
  EXPECT_EQ(getPlace(moved, 4, 1), Pair(0, 10));
  EXPECT_EQ(getPlace(moved, 4, 6), Pair(1, 11));
  EXPECT_EQ(getPlace(moved, 1, 6), Pair(0, 16));
  // A rotation counts modulo the SparseCores.
  moved.shardRotation = 4 * 5 + 3;
  EXPECT_EQ(getPlace(moved, 4, 6), Pair(1, 11));
  moved.shardRotation = -1;
  EXPECT_EQ(getPlace(moved, 4, 6), Pair(1, 11));
}

TEST(Placement, IdsOfMoreThan32Bits) {
  StackedTable table = makeTable("a", int64_t(1) << 40, 8, int64_t(1) << 40,
                                 int64_t(1) << 36, 1);
  EXPECT_EQ(getPlace(table, 8, (int64_t(1) << 40) - 1),
            std::pair(int64_t(0), (int64_t(1) << 37) - 1 + (int64_t(1) << 36)));
}

TEST(Placement, StackInMemory) {
  std::vector<float> a = getFloats(makeCount(5, 3));
  std::vector<float> b = getFloats(makeCount(6, 2, 101));
  std::vector<float> device(16 * 4, -1);
  shardStack(
      makePairSpec().stacks[0], 4,
      {std::as_bytes(std::span(a)).data(), std::as_bytes(std::span(b)).data()},
      sizeof(float), std::as_writable_bytes(std::span(device)).data());
  // clang-format off
  EXPECT_THAT(device, ElementsAreArray<float>({
      1, 2, 3, 0,      13, 14, 15, 0,  107, 108, 0, 0,  0, 0, 0, 0,
      4, 5, 6, 0,      0, 0, 0, 0,     101, 102, 0, 0,  109, 110, 0, 0,
      7, 8, 9, 0,      0, 0, 0, 0,     103, 104, 0, 0,  111, 112, 0, 0,
      10, 11, 12, 0,   0, 0, 0, 0,     105, 106, 0, 0,  0, 0, 0, 0}));
  // clang-format on
}

/// Owner and embedding id of each sample of one device, which looks up one id
/// in each.
static std::vector<std::pair<int64_t, int64_t>>
findEntries(const host::Buffers &buffers, int64_t sparseCores,
            int64_t numSparseCores, int64_t samples) {
  std::vector<std::pair<int64_t, int64_t>> entries(samples, {-1, -1});
  int64_t capacity = buffers.entriesPerDevice / sparseCores;
  int64_t pointers = buffers.rowPointersPerDevice / sparseCores;
  for (int64_t core = 0; core < sparseCores; ++core) {
    int64_t begin = 0;
    for (int64_t owner = 0; owner < numSparseCores; ++owner) {
      int64_t end = buffers.rowPointers[core * pointers + owner];
      for (int64_t i = core * capacity + begin; i < core * capacity + end; ++i)
        entries[core * (samples / sparseCores) + buffers.sampleIds[i]] = {
            owner, buffers.embeddingIds[i]};
      begin = (end + 7) / 8 * 8;
    }
  }
  return entries;
}

static void expectSamePlaces(int64_t devices, int64_t sparseCores,
                             int64_t rowOffset, int64_t rotation) {
  constexpr int64_t rows = 5000, samples = 512;
  const int64_t all = devices * sparseCores;
  StackedTable table = makeTable("t", rows, 8, rows, rowOffset, rotation);
  host::StackSpec stack;
  stack.name = "t";
  stack.maxIdsPerPartition = stack.maxUniqueIdsPerPartition = samples;
  stack.features.resize(1);
  stack.features[0].name = "f";
  stack.features[0].table = "t";
  stack.features[0].vocabularySize = rows;
  stack.features[0].colOffset = rowOffset * all;
  stack.features[0].colShift = rotation;
  std::vector<int32_t> ids(samples);
  for (int64_t i = 0; i < samples; ++i)
    ids[i] = static_cast<int32_t>(i * 7919 % rows);
  auto preprocessor =
      host::Preprocessor::create({stack}, {1, devices, sparseCores}, {});
  ASSERT_TRUE(preprocessor.ok()) << preprocessor.status();
  std::vector<host::FeatureInput> inputs = {
      {"f", host::makeDense(std::span<const int32_t>(ids), samples, 1)}};
  auto results = preprocessor->run({0, inputs});
  ASSERT_TRUE(results.ok()) << results.status();
  auto entries =
      findEntries((*results)->stacks[0].buffers, sparseCores, all, samples);
  for (int64_t i = 0; i < samples; ++i)
    ASSERT_EQ(entries[i], getPlace(table, all, ids[i])) << "id " << ids[i];
}

TEST(Placement, PreprocessedIdsFindTheirRows) {
  expectSamePlaces(1, 1, 0, 0);
  expectSamePlaces(1, 4, 0, 0);
  expectSamePlaces(1, 2, 48, 1);
  expectSamePlaces(4, 4, 1000, 13);
  expectSamePlaces(16, 4, 24, 4);
}

} // namespace
} // namespace sc::test
