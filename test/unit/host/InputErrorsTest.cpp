//===-- InputErrorsTest.cpp - batches that are refused --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule of shapes, ids and weights once, with its text.

#include "test/unit/host/HostTest.h"

#include <limits>

namespace sc::test {
namespace {

using namespace host;
using testing::HasSubstr;

static const std::vector<int32_t> kIds = {0, 1, 2, 3, 4, 5, 6, 7};
static const std::vector<int64_t> kSplits = {0, 2, 4, 6, 8};
static const std::vector<float> kWeights(8, 1.0f);

template <typename T> static IdArray view(const std::vector<T> &values) {
  return IdArray(std::span<const T>(values));
}

static DenseInput makeIds(const std::vector<int32_t> &ids, int64_t samples) {
  return makeDense(std::span<const int32_t>(ids), samples,
                   static_cast<int64_t>(ids.size()) / samples);
}

/// The error of `input` for feature "clicks", without its name.
static std::string getInputError(const Input &input, Options options = {},
                                 Combiner combiner = Combiner::Sum) {
  StackSpec stack = makeStack();
  stack.features[0].combiner = combiner;
  std::string error = getRunError({stack}, {{"clicks", input}}, options);
  std::string prefix = "feature 'clicks' of table 'user_table': ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

TEST(BatchErrors, UnknownFeature) {
  EXPECT_EQ(getRunError({makeStack()}, {{"click", makeIds(kIds, 8)}}),
            "batch 0: feature 'click' is not in the spec");
}

TEST(BatchErrors, MissingFeature) {
  EXPECT_EQ(getRunError({makePair()}, {{"fb", makeIds(kIds, 8)}}),
            "batch 0: feature 'fa' is missing");
}

TEST(BatchErrors, FeatureTwice) {
  EXPECT_EQ(getRunError({makeStack()}, {{"clicks", makeIds(kIds, 8)},
                                        {"clicks", makeIds(kIds, 8)}}),
            "batch 0: feature 'clicks' occurs twice");
}

TEST(BatchErrors, Number) {
  auto preprocessor = Preprocessor::create({makeStack()}, {}, {});
  ASSERT_TRUE(preprocessor.ok());
  EXPECT_EQ(preprocessor->run({-1, {}}).status().message(),
            "batch number -1 is not from 0 to 4611686018427387903");
}

TEST(BatchErrors, DeviceBatchNotDivisible) {
  std::vector<int32_t> ids = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(getInputError(makeIds(ids, 6)),
            "batch_size_for_device (6) for stacked table 'user_table' must be "
            "divisible by num_sc_per_device (4)");
}

// 6 + 6 samples split over 4 SparseCores, but neither 6 does.
TEST(BatchErrors, UnevenFeature) {
  std::vector<int32_t> ids = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(getRunError({makePair()},
                        {{"fa", makeIds(ids, 6)}, {"fb", makeIds(ids, 6)}}),
            "feature 'fa' of table 'a': 6 samples do not split evenly over 4 "
            "SparseCores of this host (1 devices with 4)");
}

TEST(BatchErrors, NoSamples) {
  EXPECT_EQ(getInputError(CooInput{0, {}, {}, {}}), "has no samples");
}

// 16 samples pass for 8: the other feature's offset shows it.
TEST(BatchErrors, OffsetOfAnotherBatchSize) {
  std::vector<int32_t> ids(16);
  EXPECT_EQ(getRunError({makePair()},
                        {{"fa", makeIds(ids, 16)}, {"fb", makeIds(ids, 16)}}),
            "feature 'fb' of table 'b': row_offset 8 is sample 2 of each "
            "SparseCore, but the features before it end at 4; row_offset "
            "counts samples of all 1 devices, this host passes those of 1");
}

TEST(BatchErrors, TooManySamples) {
  DenseInput input;
  input.samples = int64_t(1) << 26;
  input.idsPerSample = 0;
  EXPECT_THAT(getInputError(input),
              HasSubstr("0 + 67108864 samples or more on each device, the "
                        "limit is 67108863"));
}

TEST(BatchErrors, TooManyIds) {
  int32_t id = 0;
  DenseInput input{&id, IdType::Int32, 4, int64_t(1) << 31, 0, 0, {}};
  EXPECT_EQ(getInputError(input),
            "stack 'user_table': SparseCore 0 of this host has more than INT32 "
            "(2147483647) ids");
}

TEST(DenseErrors, NegativeSize) {
  DenseInput input = makeIds(kIds, 8);
  input.samples = -8;
  EXPECT_EQ(getInputError(input), "the size of ids is negative: -8");
}

TEST(DenseErrors, NoData) {
  DenseInput input = makeIds(kIds, 8);
  input.data = nullptr;
  EXPECT_EQ(getInputError(input), "ids have 8 elements but no data");
}

TEST(DenseErrors, SizeExceeds64Bits) {
  DenseInput input = makeIds(kIds, 8);
  input.samples = input.idsPerSample = int64_t(1) << 32;
  EXPECT_EQ(getInputError(input),
            "ids [4294967296, 4294967296] exceed 64 bits");
}

TEST(DenseErrors, WeightsOfAnotherShape) {
  DenseInput input = makeIds(kIds, 4);
  input.weights = makeDenseWeights(kWeights, 8, 1);
  EXPECT_EQ(getInputError(input),
            "weights [8, 1] do not have the shape of ids [4, 2]");
}

static std::string getSplitsError(const std::vector<int64_t> &splits) {
  return getInputError(RaggedInput{view(kIds), view(splits), {}});
}

TEST(RaggedErrors, Splits) {
  EXPECT_EQ(getSplitsError({}),
            "row_splits is empty: expected one number more than samples");
  EXPECT_EQ(getSplitsError({1, 2, 4, 6, 8}), "row_splits[0] is 1, expected 0");
  EXPECT_EQ(getSplitsError({0, 5, 4, 6, 8}),
            "row_splits[2] is 4, below row_splits[1], which is 5");
  EXPECT_EQ(getSplitsError({0, 2, 4, 6, 7}),
            "the last of row_splits is 7, but there are 8 ids");
  EXPECT_EQ(getSplitsError({0, 2, 4, 6, 9}),
            "the last of row_splits is 9, but there are 8 ids");
  EXPECT_EQ(getSplitsError(kSplits), "");
}

TEST(RaggedErrors, NumberOfWeights) {
  std::vector<float> weights(7, 1.0f);
  RaggedInput input{view(kIds), view(kSplits),
                    WeightArray(std::span<const float>(weights))};
  EXPECT_EQ(getInputError(input), "7 weights for 8 ids");
}

static std::string getCooError(const std::vector<int64_t> &rows) {
  return getInputError(CooInput{4, view(rows), view(kIds), {}});
}

TEST(CooErrors, Rows) {
  EXPECT_EQ(getCooError({0, 0, 1, 1, 2, 2, 3, 4}),
            "COO entry 7 has sample 4, expected 0 to 3");
  EXPECT_EQ(getCooError({-1, 0, 1, 1, 2, 2, 3, 3}),
            "COO entry 0 has sample -1, expected 0 to 3");
  EXPECT_EQ(getCooError({0, 0, 2, 1, 2, 2, 3, 3}),
            "COO entry 3 has sample 1 after sample 2; sort the entries by "
            "sample");
  EXPECT_EQ(getCooError({0, 0, 1}), "3 COO rows for 8 ids");
  EXPECT_EQ(getCooError({0, 0, 0, 0, 2, 2, 2, 2}), "");
}

TEST(CooErrors, NumberOfSamples) {
  EXPECT_EQ(getInputError(CooInput{-4, {}, {}, {}}),
            "the number of samples must be from 0 to 1099511627776, but got "
            "-4");
}

static std::string getIdError(int64_t id, bool checkIds = true) {
  std::vector<int64_t> ids = {0, 1, 2, 3, 4, 5, id, 7};
  Options options;
  options.checkIds = checkIds;
  return getInputError(makeDense(std::span<const int64_t>(ids), 4, 2), options);
}

TEST(IdErrors, OutOfRange) {
  EXPECT_EQ(getIdError(63), "");
  EXPECT_EQ(getIdError(64), "id 64 at position 0 of sample 3 is out of range: "
                            "expected 0 to 63 (vocabulary size 64)");
  EXPECT_EQ(getIdError(-1), "id -1 at position 0 of sample 3 is out of range: "
                            "expected 0 to 63 (vocabulary size 64)");
  EXPECT_THAT(getIdError((int64_t(1) << 32) + 5), HasSubstr("id 4294967301"));
}

TEST(IdErrors, Unchecked) {
  EXPECT_EQ(getIdError(64, false), "");
  EXPECT_EQ(getIdError(2147483647, false), "");
  EXPECT_THAT(getIdError(-1, false), HasSubstr("expected 0 to 2147483647"));
  EXPECT_THAT(getIdError(2147483648, false), HasSubstr("id 2147483648"));
}

static std::string getWeightError(std::vector<float> weights, Combiner combiner,
                                  bool checkWeights = true) {
  DenseInput input = makeIds(kIds, 4);
  weights.resize(8, 1.0f);
  input.weights = makeDenseWeights(weights, 4, 2);
  Options options;
  options.checkWeights = checkWeights;
  return getInputError(input, options, combiner);
}

TEST(WeightErrors, NotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(getWeightError({1, 1, 1, nan}, Combiner::Sum),
            "weight 1 of sample 1 is nan; weights must be finite");
  EXPECT_EQ(getWeightError({1, -HUGE_VALF}, Combiner::Sum),
            "weight 1 of sample 0 is -inf; weights must be finite");
  EXPECT_EQ(getWeightError({1, nan}, Combiner::Sum, false), "");
}

TEST(WeightErrors, ZeroSum) {
  EXPECT_EQ(getWeightError({1, 1, 1, -1}, Combiner::Mean),
            "the 2 weights of sample 1 give the divisor 0 of combiner mean; it "
            "must be finite and not 0");
  EXPECT_EQ(getWeightError({0, 0}, Combiner::Sqrtn),
            "the 2 weights of sample 0 give the divisor 0 of combiner sqrtn; "
            "it must be finite and not 0");
  EXPECT_EQ(getWeightError({1, -1}, Combiner::Sum), "");
  EXPECT_EQ(getWeightError({1, -1}, Combiner::Mean, false), "");
}

TEST(WeightErrors, SumOverflows) {
  EXPECT_THAT(getWeightError({3e38f, 3e38f}, Combiner::Mean),
              HasSubstr("give the divisor inf of combiner mean"));
}

} // namespace
} // namespace sc::test
