//===-- BufferPlacementPropertyTest.cpp - random placements ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// placeBuffers and verifyPlacement against a checker that compares all pairs.

#include "sc/Planning/BufferPlacement.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

namespace sc {
namespace {

using Requests = std::vector<PlacementRequest>;

constexpr int64_t kUnlimited = int64_t(1) << 60;

static bool overlap(int64_t aFirst, int64_t aLast, int64_t bFirst,
                    int64_t bLast) {
  return aFirst <= bLast && bFirst <= aLast;
}

static bool isGoodByAllPairs(const Requests &requests,
                             const std::vector<int64_t> &offsets) {
  for (size_t i = 0; i < requests.size(); ++i) {
    const PlacementRequest &a = requests[i];
    if (offsets[i] < 0 || offsets[i] % a.alignment != 0)
      return false;
    for (size_t j = 0; j < i; ++j) {
      const PlacementRequest &b = requests[j];
      if (a.size > 0 && b.size > 0 &&
          overlap(a.firstUse, a.lastUse, b.firstUse, b.lastUse) &&
          overlap(offsets[i], offsets[i] + a.size - 1, offsets[j],
                  offsets[j] + b.size - 1))
        return false;
    }
  }
  return true;
}

static int64_t maxLiveByAllMoments(const Requests &requests, int64_t moments) {
  int64_t most = 0;
  for (int64_t moment = 0; moment < moments; ++moment) {
    int64_t live = 0;
    for (const PlacementRequest &request : requests)
      if (request.firstUse <= moment && moment <= request.lastUse)
        live += request.size;
    most = std::max(most, live);
  }
  return most;
}

constexpr int64_t kMoments = 16;

static Requests pickRequests(std::mt19937_64 &random) {
  auto pick = [&](int64_t count) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(count));
  };
  Requests requests(pick(25));
  int64_t maxSize = int64_t(1) << (1 + pick(12));
  int64_t alignments = 1 + pick(6);
  bool together = pick(4) == 0;
  for (PlacementRequest &request : requests) {
    request.name = std::to_string(&request - requests.data());
    request.alignment = int64_t(1) << pick(alignments);
    request.size = pick(maxSize);
    if (together)
      request.size = request.size / request.alignment * request.alignment;
    request.firstUse = together ? 0 : pick(kMoments);
    request.lastUse = request.firstUse + pick(kMoments - request.firstUse);
  }
  return requests;
}

class BufferPlacementProperty : public testing::Test {
protected:
  uint64_t seed = std::random_device()();
  testing::ScopedTrace trace{__FILE__, __LINE__,
                             "seed " + std::to_string(seed)};
  std::mt19937_64 random{seed};
};

TEST_F(BufferPlacementProperty, placementsAreGood) {
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    Requests requests = pickRequests(random);
    Placement placement =
        std::get<Placement>(placeBuffers(requests, kUnlimited));
    EXPECT_TRUE(isGoodByAllPairs(requests, placement.offsets));
    EXPECT_EQ(verifyPlacement(requests, placement, placement.peak),
              std::nullopt);
    int64_t lowerBound = maxLiveByAllMoments(requests, kMoments);
    EXPECT_EQ(getMaxLiveBytes(requests), lowerBound);
    EXPECT_GE(placement.peak, lowerBound);
  }
}

TEST_F(BufferPlacementProperty, buffersLiveTogetherReachTheLowerBound) {
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    Requests requests = pickRequests(random);
    for (PlacementRequest &request : requests) {
      request.size = request.size / request.alignment * request.alignment;
      request.firstUse = 0;
    }
    int64_t bytes = getMaxLiveBytes(requests);
    PlacementResult result = placeBuffers(requests, bytes);
    ASSERT_TRUE(std::holds_alternative<Placement>(result));
    EXPECT_EQ(std::get<Placement>(result).peak, bytes);
  }
}

TEST_F(BufferPlacementProperty, capacityIsThePeakAndNothingLess) {
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    Requests requests = pickRequests(random);
    Placement placement =
        std::get<Placement>(placeBuffers(requests, kUnlimited));
    if (placement.peak == 0)
      continue;
    PlacementResult exact = placeBuffers(requests, placement.peak);
    EXPECT_TRUE(std::holds_alternative<Placement>(exact));
    PlacementResult less = placeBuffers(requests, placement.peak - 1);
    ASSERT_TRUE(std::holds_alternative<PlacementFailure>(less));
    const PlacementFailure &failure = std::get<PlacementFailure>(less);
    EXPECT_EQ(failure.name, requests[failure.request].name);
    EXPECT_GT(failure.offset + failure.size, placement.peak - 1);
  }
}

TEST_F(BufferPlacementProperty, verifierAgreesWithAllPairs) {
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    Requests requests = pickRequests(random);
    Placement placement =
        std::get<Placement>(placeBuffers(requests, kUnlimited));
    if (requests.empty())
      continue;
    size_t moved = random() % requests.size();
    placement.offsets[moved] += static_cast<int64_t>(random() % 65) - 32;
    placement.peak = 0;
    for (size_t j = 0; j < requests.size(); ++j)
      if (requests[j].size > 0)
        placement.peak =
            std::max(placement.peak, placement.offsets[j] + requests[j].size);
    bool isGood = isGoodByAllPairs(requests, placement.offsets);
    auto fault = verifyPlacement(requests, placement, kUnlimited);
    EXPECT_EQ(!fault, isGood) << fault.value_or("");
  }
}

} // namespace
} // namespace sc
