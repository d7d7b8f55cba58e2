//===-- ListKernelTest.cpp - runs and select -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// runs and select against plain loops.

#include "KernelTest.h"

#include <algorithm>

using namespace sc;
using namespace sc::test;

namespace {

class RunsTest : public KernelTest {};
SC_FOR_EACH_TARGET(RunsTest);
class SelectTest : public KernelTest {};
SC_FOR_EACH_TARGET(SelectTest);

/// A list that is one window.
int64_t runs(const int32_t *ids, int64_t count, int32_t *result,
             int64_t capacity) {
  kernels::Carry carry;
  int64_t written = kernels::runs(ids, count, result, capacity, carry);
  EXPECT_EQ(carry.runs, written);
  return written;
}

std::vector<int32_t> computeRuns(const std::vector<int32_t> &ids) {
  std::vector<int32_t> result;
  for (size_t i = 0; i < ids.size(); ++i)
    if (i == 0 || ids[i] != ids[i - 1])
      result.push_back(ids[i]);
  return result;
}

TEST_P(RunsTest, EqualsAPlainLoopInAnyPlace) {
  for (int64_t count = 0; count <= 200; ++count)
    for (int32_t limit : {1, 2, 40}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawList(count, limit);
      std::vector<int32_t> expected = computeRuns(ids);
      auto size = static_cast<int64_t>(expected.size());
      Guarded<int32_t> source(ids, static_cast<size_t>(count));
      // No room beyond the result.
      Guarded<int32_t> result(expected, static_cast<size_t>(count * 3));
      std::fill(result.data(), result.data() + size, -5);
      ASSERT_EQ(runs(source.data(), count, result.data(), size), size);
      EXPECT_EQ(result.take(size), expected);
      EXPECT_EQ(source.take(count), ids);
      EXPECT_TRUE(result.isIntact());
    }
}

TEST_P(RunsTest, WorksInPlaceAndBefore) {
  for (int64_t count = 1; count <= 200; ++count)
    for (int64_t shift : {0, 1, 7}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawList(count, count % 3 ? 2 : 1000);
      std::vector<int32_t> expected = computeRuns(ids);
      std::vector<int32_t> words(static_cast<size_t>(shift), -5);
      words.insert(words.end(), ids.begin(), ids.end());
      Guarded<int32_t> list(words, static_cast<size_t>(count));
      auto size = static_cast<int64_t>(expected.size());
      ASSERT_EQ(runs(list.data() + shift, count, list.data(), count), size);
      EXPECT_EQ(list.take(size), expected);
      EXPECT_TRUE(list.isIntact());
    }
}

TEST_P(RunsTest, CountsButDoesNotWritePastTheCapacity) {
  std::vector<int32_t> ids = drawList(100, 1000);
  std::vector<int32_t> expected = computeRuns(ids);
  Guarded<int32_t> result(std::vector<int32_t>(20, -5), 3);
  EXPECT_EQ(runs(ids.data(), 100, result.data(), 20),
            static_cast<int64_t>(expected.size()));
  EXPECT_TRUE(result.isIntact());
  EXPECT_EQ(result.take(20),
            std::vector<int32_t>(expected.begin(), expected.begin() + 20));
}

/// Splits [0, count) at random; windows may be empty.
std::vector<int64_t> drawCuts(std::mt19937 &random, int64_t count) {
  std::vector<int64_t> cuts = {0, count};
  for (int i = 0; i < 5; ++i)
    cuts.push_back(
        static_cast<int64_t>(random() % static_cast<uint64_t>(count + 1)));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

TEST_P(RunsTest, WindowsGiveWhatTheWholeGives) {
  for (int64_t count = 0; count <= 200; ++count)
    for (int32_t limit : {1, 2, 40}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawList(count, limit);
      if (count % 2 == 0) // long runs
        std::sort(ids.begin(), ids.end());
      std::vector<int32_t> expected = computeRuns(ids), actual;
      std::vector<int64_t> cuts = drawCuts(random, count);
      kernels::Carry carry;
      for (size_t i = 0; i + 1 < cuts.size(); ++i) {
        std::vector<int32_t> words(ids.begin() + cuts[i],
                                   ids.begin() + cuts[i + 1]);
        Guarded<int32_t> window(words, i);
        auto size = static_cast<int64_t>(words.size());
        int64_t begun =
            kernels::runs(window.data(), size, window.data(), size, carry);
        EXPECT_TRUE(window.isIntact());
        for (int32_t id : window.take(begun))
          actual.push_back(id);
        ASSERT_EQ(carry.runs, static_cast<int64_t>(actual.size()));
      }
      EXPECT_EQ(actual, expected);
    }
}

struct Lists {
  std::vector<int32_t> ids, samples;
  std::vector<float> gains;
};

Lists computeSelect(const Lists &lists, const kernels::SelectRange &range) {
  Lists kept;
  int32_t slot = -1;
  for (size_t i = 0; i < lists.ids.size(); ++i) {
    slot += i == 0 || lists.ids[i] != lists.ids[i - 1];
    int64_t sample = lists.samples[i];
    if (sample < range.lower || sample >= range.upper)
      continue;
    kept.ids.push_back(range.keepIds ? lists.ids[i] : slot);
    kept.samples.push_back(static_cast<int32_t>(sample - range.lower));
    kept.gains.push_back(lists.gains[i]);
  }
  return kept;
}

kernels::CheckedCount selectInPlace(int32_t *ids, int32_t *samples,
                                    float *gains, int64_t count,
                                    const kernels::SelectRange &range) {
  kernels::Carry carry;
  return kernels::select({ids, samples, gains}, ids, samples, gains, count,
                         range, carry);
}

TEST_P(SelectTest, EqualsAPlainLoop) {
  constexpr int32_t kSamples = 64;
  for (int64_t count = 0; count <= 200; ++count)
    for (int variant = 0; variant < 12; ++variant) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count
                                      << " variant " << variant);
      kernels::SelectRange range{draw(kSamples), 0, kSamples, variant % 2 == 1,
                                 variant % 4 == 1};
      range.upper = variant < 2 ? range.lower + 4 : range.lower + draw(80);
      if (variant == 7) // everything
        range = {0, kSamples, kSamples, false, false};
      Lists lists{
          drawList(count, variant % 3 ? 5 : 1), drawList(count, kSamples), {}};
      for (int64_t i = 0; i < count; ++i)
        lists.gains.push_back(static_cast<float>(i));
      if (range.skipPadding)
        for (int32_t &sample : lists.samples)
          if (draw(4) == 0)
            sample = 2147483647;
      Lists expected = computeSelect(lists, range);
      auto place = static_cast<size_t>(count + variant);
      Guarded<int32_t> ids(lists.ids, place), samples(lists.samples, place + 5);
      Guarded<float> gains(lists.gains, place + 9);
      kernels::CheckedCount kept =
          selectInPlace(ids.data(), samples.data(), gains.data(), count, range);
      ASSERT_EQ(kept.badEntry, -1);
      ASSERT_EQ(kept.count, static_cast<int64_t>(expected.ids.size()));
      EXPECT_EQ(ids.take(kept.count), expected.ids);
      EXPECT_EQ(samples.take(kept.count), expected.samples);
      EXPECT_EQ(gains.take(kept.count), expected.gains);
      EXPECT_TRUE(ids.isIntact() && samples.isIntact() && gains.isIntact());
    }
}

TEST_P(SelectTest, WindowsGiveWhatTheWholeGives) {
  for (int64_t count = 0; count <= 200; ++count)
    for (int32_t limit : {1, 3, 40}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      Lists lists{drawList(count, limit), drawList(count, 64), {}};
      if (count % 2 == 0) // long runs
        std::sort(lists.ids.begin(), lists.ids.end());
      for (int64_t i = 0; i < count; ++i)
        lists.gains.push_back(static_cast<float>(i));
      kernels::SelectRange range{draw(64), 64, 64};
      Lists expected = computeSelect(lists, range), actual;
      std::vector<int64_t> cuts = drawCuts(random, count);
      kernels::Carry carry;
      for (size_t i = 0; i + 1 < cuts.size(); ++i) {
        int64_t at = cuts[i], size = cuts[i + 1] - at;
        int32_t *ids = lists.ids.data() + at,
                *samples = lists.samples.data() + at;
        float *gains = lists.gains.data() + at;
        kernels::CheckedCount kept = kernels::select(
            {ids, samples, gains}, ids, samples, gains, size, range, carry);
        ASSERT_EQ(kept.badEntry, -1);
        actual.ids.insert(actual.ids.end(), ids, ids + kept.count);
        actual.samples.insert(actual.samples.end(), samples,
                              samples + kept.count);
        actual.gains.insert(actual.gains.end(), gains, gains + kept.count);
      }
      EXPECT_EQ(actual.ids, expected.ids);
      EXPECT_EQ(actual.samples, expected.samples);
      EXPECT_EQ(actual.gains, expected.gains);
    }
}

TEST_P(SelectTest, ResultsMayLieElsewhere) {
  for (int64_t count = 0; count <= 100; ++count) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
    std::vector<int32_t> ids = drawList(count, 9),
                         samples = drawList(count, 64);
    std::vector<float> gains(static_cast<size_t>(count), 0.5f);
    std::vector<int32_t> otherIds(ids.size()), otherSamples(ids.size());
    std::vector<float> otherGains(ids.size());
    kernels::SelectRange range{8, 24, 64};
    kernels::Carry carry;
    kernels::CheckedCount other = kernels::select(
        {ids.data(), samples.data(), gains.data()}, otherIds.data(),
        otherSamples.data(), otherGains.data(), count, range, carry);
    kernels::CheckedCount kept =
        selectInPlace(ids.data(), samples.data(), gains.data(), count, range);
    ASSERT_EQ(other.count, kept.count);
    auto end = static_cast<size_t>(kept.count);
    ids.resize(end), samples.resize(end), gains.resize(end);
    otherIds.resize(end), otherSamples.resize(end), otherGains.resize(end);
    EXPECT_EQ(otherIds, ids);
    EXPECT_EQ(otherSamples, samples);
    EXPECT_EQ(otherGains, gains);
  }
}

TEST_P(SelectTest, FindsTheFirstBadSample) {
  for (int64_t count = 1; count <= 200; ++count)
    for (int32_t bad : {-1, 64, 1000, INT32_MIN, INT32_MAX}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " count " << count);
      std::vector<int32_t> ids = drawList(count, 3),
                           samples = drawList(count, 64);
      std::vector<float> gains(static_cast<size_t>(count));
      int64_t first = draw(static_cast<int32_t>(count));
      samples[static_cast<size_t>(first)] = bad;
      for (int64_t i = first + 1; i < count; i += 3)
        samples[static_cast<size_t>(i)] = -9;
      for (bool keepIds : {true, false}) {
        kernels::CheckedCount kept =
            selectInPlace(ids.data(), samples.data(), gains.data(), count,
                          {3, 9, 64, keepIds});
        EXPECT_EQ(kept.badEntry, first);
        EXPECT_EQ(kept.badValue, bad);
        ids = drawList(count, 3), samples = drawList(count, 64);
        samples[static_cast<size_t>(first)] = bad;
      }
    }
}

TEST_P(SelectTest, RangesPastTheSamplesAreEmpty) {
  std::vector<int32_t> ids = {1, 2}, samples = {0, 6};
  std::vector<float> gains(2);
  for (auto [lower, upper] : {std::pair{7, 9}, {100, 200}, {5, 3}})
    EXPECT_EQ(selectInPlace(ids.data(), samples.data(), gains.data(), 2,
                            {lower, upper, 7})
                  .count,
              0);
}

} // namespace
