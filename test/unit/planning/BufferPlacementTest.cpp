//===-- BufferPlacementTest.cpp - offsets of buffers in a memory ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-made placements: packing, sharing of bytes, failures.

#include "sc/Planning/BufferPlacement.h"

#include "gmock/gmock.h"

#include <chrono>
#include <limits>
#include <random>

namespace sc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Requests = std::vector<PlacementRequest>;

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

static Placement place(const Requests &requests,
                       int64_t capacity = kUnlimited) {
  PlacementResult result = placeBuffers(requests, capacity);
  if (const auto *failure = std::get_if<PlacementFailure>(&result)) {
    ADD_FAILURE() << failure->message;
    return {};
  }
  Placement placement = std::get<Placement>(result);
  EXPECT_EQ(verifyPlacement(requests, placement, capacity), std::nullopt);
  return placement;
}

static PlacementFailure fail(const Requests &requests, int64_t capacity) {
  PlacementResult result = placeBuffers(requests, capacity);
  if (const auto *failure = std::get_if<PlacementFailure>(&result))
    return *failure;
  ADD_FAILURE() << "a placement was found";
  return {};
}

TEST(BufferPlacement, nothingToPlace) { EXPECT_EQ(place({}, 0).peak, 0); }

TEST(BufferPlacement, buffersLiveTogetherArePackedToCapacity) {
  Requests requests = {{"activations", 128, 4, 0, 1},
                       {"list", 3072, 4, 0, 1},
                       {"window", 1020, 4, 0, 1},
                       {"scratch", 4, 4, 0, 1}};
  EXPECT_EQ(place(requests, 4224).peak, 4224);
}

TEST(BufferPlacement, mixedAlignmentsLoseNoPadding) {
  Requests requests = {{"a", 4100, 4, 0, 0},
                       {"b", 4096, 32, 0, 0},
                       {"c", 12, 4, 0, 0},
                       {"d", 64, 64, 0, 0}};
  EXPECT_EQ(place(requests).peak, 4100 + 4096 + 12 + 64);
}

TEST(BufferPlacement, disjointLifetimesShareBytes) {
  Requests requests = {{"first", 100, 4, 0, 1},
                       {"second", 100, 4, 2, 3},
                       {"third", 60, 4, 4, 4}};
  Placement placement = place(requests);
  EXPECT_EQ(placement.peak, 100);
  EXPECT_THAT(placement.offsets, ElementsAre(0, 0, 0));
}

TEST(BufferPlacement, lifetimesAreInclusive) {
  EXPECT_EQ(place({{"a", 100, 4, 0, 2}, {"b", 100, 4, 2, 3}}).peak, 200);
}

TEST(BufferPlacement, chainOfTwoLiveAtATime) {
  Requests requests;
  for (int64_t i = 0; i < 50; ++i)
    requests.push_back({std::to_string(i), 64, 4, i, i + 1});
  EXPECT_EQ(place(requests).peak, 128);
}

TEST(BufferPlacement, emptyBuffersTakeNoRoom) {
  EXPECT_EQ(place({{"empty", 0, 64, 0, 9}, {"full", 8, 4, 0, 9}}, 8).peak, 8);
}

TEST(BufferPlacement, sameRequestsGiveSameOffsets) {
  Requests requests;
  std::mt19937_64 random(1);
  for (int64_t i = 0; i < 200; ++i) {
    int64_t begin = static_cast<int64_t>(random() % 50);
    requests.push_back({"b", static_cast<int64_t>(random() % 4), 4, begin,
                        begin + static_cast<int64_t>(random() % 9)});
  }
  EXPECT_EQ(place(requests).offsets, place(requests).offsets);
}

TEST(BufferPlacement, failureNamesBufferAndNumbers) {
  // The published E3000 sample: 117265 words live, 23440 asked for.
  Requests requests = {{"live", 117265 * 4, 4, 0, 3},
                       {"result", 23440 * 4, 4, 1, 2}};
  PlacementFailure failure = fail(requests, 131072 * 4);
  EXPECT_EQ(failure.reason, PlacementFailure::Reason::OverCapacity);
  EXPECT_EQ(failure.request, 1u);
  EXPECT_EQ(failure.name, "result");
  EXPECT_EQ(failure.size, 93760);
  EXPECT_EQ(failure.offset, 469060);
  EXPECT_EQ((failure.offset + failure.size) / 4 - 1, 140704);
  EXPECT_EQ(failure.liveBytes, 469060);
  EXPECT_EQ(failure.moment, 1);
  EXPECT_EQ(failure.capacity, 524288);
  EXPECT_EQ(failure.message, "buffer 'result' of 93760 bytes does not fit "
                             "beside 469060 live bytes, capacity is 524288");
}

TEST(BufferPlacement, failureNamesTheFullestMoment) {
  Requests requests = {{"long", 90, 1, 0, 9},
                       {"early", 5, 1, 0, 3},
                       {"late", 8, 1, 4, 9},
                       {"last", 4, 1, 4, 5}};
  PlacementFailure failure = fail(requests, 100);
  EXPECT_EQ(failure.name, "last");
  EXPECT_EQ(failure.moment, 4);
  EXPECT_EQ(failure.liveBytes, 98);
}

TEST(BufferPlacement, exactFitSucceedsAndOneByteLessFails) {
  Requests requests = {{"a", 60, 4, 0, 0}, {"b", 40, 4, 0, 0}};
  EXPECT_EQ(place(requests, 100).peak, 100);
  EXPECT_EQ(fail(requests, 99).name, "b");
}

TEST(BufferPlacement, invalidRequests) {
  EXPECT_THAT(fail({{"a", -1, 4, 0, 0}}, 10).message,
              HasSubstr("'a' has a negative size"));
  EXPECT_THAT(fail({{"a", 1, 0, 0, 0}}, 10).message,
              HasSubstr("alignment that is not positive"));
  EXPECT_THAT(fail({{"a", 1, 1, 2, 1}}, 10).message,
              HasSubstr("ends before it begins"));
  PlacementFailure failure =
      fail({{"a", kUnlimited / 2, 4, 0, 0}, {"b", kUnlimited / 2, 4, 0, 0}},
           kUnlimited);
  EXPECT_EQ(failure.reason, PlacementFailure::Reason::InvalidRequest);
  EXPECT_THAT(failure.message, HasSubstr("'b' makes the sum of all sizes"));
}

TEST(BufferPlacement, maxLiveBytes) {
  EXPECT_EQ(getMaxLiveBytes(Requests{}), 0);
  EXPECT_EQ(getMaxLiveBytes(Requests{{"a", 5, 1, 0, 2},
                                     {"b", 7, 1, 2, kUnlimited},
                                     {"c", 6, 1, 3, 3}}),
            13);
}

TEST(BufferPlacement, fiveThousandBuffers) {
  Requests requests;
  std::mt19937_64 random(7);
  for (int64_t i = 0; i < 5000; ++i) {
    int64_t begin = static_cast<int64_t>(random() % 5000);
    int64_t size = 4 * static_cast<int64_t>(1 + random() % 100000);
    requests.push_back({std::to_string(i), size, 4, begin,
                        begin + static_cast<int64_t>(random() % 500)});
  }
  auto start = std::chrono::steady_clock::now();
  PlacementResult result = placeBuffers(requests, kUnlimited);
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  int64_t peak = std::get<Placement>(result).peak;
  RecordProperty("seconds", std::to_string(elapsed.count()));
  RecordProperty(
      "overLowerBound",
      std::to_string(double(peak) / double(getMaxLiveBytes(requests))));
  // Generous: a shared machine or a sanitizer may be slow.
  EXPECT_LT(elapsed.count(), 10.0);
  EXPECT_LT(double(peak), 1.25 * double(getMaxLiveBytes(requests)));
}

} // namespace
} // namespace sc
