//===-- PlacementCalibrationTest.cpp - published placement numbers --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers of published kernels, in words of four bytes.

#include "sc/Planning/BufferPlacement.h"

#include "gtest/gtest.h"

namespace sc {
namespace {

constexpr int64_t kTile = 131072 * 4;     // v5p, v7x
constexpr int64_t kSmallTile = 65536 * 4; // v6e

/// Places buffers of these words, all live together.
static PlacementResult place(const std::vector<int64_t> &words,
                             int64_t capacity) {
  std::vector<PlacementRequest> requests;
  for (int64_t count : words)
    requests.push_back(
        {"b" + std::to_string(requests.size()), 4 * count, 4, 0, 0});
  return placeBuffers(requests, capacity);
}

static bool fits(const std::vector<int64_t> &words, int64_t capacity) {
  return std::holds_alternative<Placement>(place(words, capacity));
}

/// The last word of the highest buffer.
static int64_t getUpperBound(const std::vector<int64_t> &words) {
  int64_t peak = std::get<Placement>(place(words, int64_t(1) << 60)).peak;
  return peak / 4 - 1;
}

TEST(PlacementCalibration, gatherOfWholeRowsOnV6e) {
  // Three windows of 8 rows and 128 words: one reading of the published number.
  int64_t window = 8 * 3584;
  EXPECT_EQ(getUpperBound({window, window, window, 128}), 86143);
  EXPECT_FALSE(fits({window, window, window, 128}, kSmallTile));
  window = 8 * 1792;
  EXPECT_EQ(getUpperBound({window, window, window, 128}), 43135);
  EXPECT_TRUE(fits({window, window, window, 128}, kSmallTile));
}

TEST(PlacementCalibration, buffer512TimesTheTile) {
  PlacementResult result = place({131072 * 512}, kTile);
  const auto &failure = std::get<PlacementFailure>(result);
  EXPECT_EQ(failure.size / 4, 67108864);
  EXPECT_EQ(failure.size / kTile, 512);
}

TEST(PlacementCalibration, doubleBufferedBlocksOnV5p) {
  // Beside two windows of 32 rows not one word is left.
  for (int64_t rows : {16, 24})
    EXPECT_TRUE(fits({rows * 2048, rows * 2048, 1}, kTile));
  EXPECT_TRUE(fits({32 * 2048, 32 * 2048}, kTile));
  PlacementResult result = place({32 * 2048, 32 * 2048, 1}, kTile);
  const auto &failure = std::get<PlacementFailure>(result);
  EXPECT_EQ(failure.offset / 4 + failure.size / 4 - 1, 131072);
}

TEST(PlacementCalibration, unwindowedInputOnV7x) {
  EXPECT_EQ(1835008, 14 * 131072);
  EXPECT_FALSE(fits({1835008}, kTile));
  EXPECT_TRUE(fits({1835008 / 14}, kTile));
}

TEST(PlacementCalibration, stackAndThreeBuffers) {
  std::vector<PlacementRequest> requests = {{"stack", 1024, 4, 0, 0},
                                            {"buf0", 32768, 4, 0, 0},
                                            {"buf1", 32768, 4, 0, 0},
                                            {"buf2", 32768, 4, 0, 0}};
  PlacementResult result = placeBuffers(requests, 65536);
  const auto &failure = std::get<PlacementFailure>(result);
  EXPECT_EQ(failure.liveBytes + failure.size - 65536, 33792);
  EXPECT_EQ(getMaxLiveBytes(requests) - 65536, 33792);
}

} // namespace
} // namespace sc
