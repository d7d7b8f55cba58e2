//===-- VerifyPlacementTest.cpp - broken placements are noticed -----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One message for each rule of a placement.

#include "sc/Planning/BufferPlacement.h"

#include "gtest/gtest.h"

namespace sc {
namespace {

static const std::vector<PlacementRequest> kRequests = {
    {"a", 16, 8, 0, 2}, {"b", 16, 4, 2, 3}, {"c", 0, 4, 0, 3}};

static std::string verify(const Placement &placement, int64_t capacity) {
  return verifyPlacement(kRequests, placement, capacity).value_or("good");
}

TEST(VerifyPlacement, good) {
  EXPECT_EQ(verify({{0, 16, 0}, 32}, 32), "good");
  EXPECT_EQ(verify({{16, 0, 4}, 32}, 40), "good");
}

TEST(VerifyPlacement, count) {
  EXPECT_EQ(verify({{0, 16}, 32}, 32), "there are 2 offsets for 3 buffers");
}

TEST(VerifyPlacement, range) {
  EXPECT_EQ(verify({{0, 16, 0}, 32}, 31),
            "buffer 'b' is outside of the memory");
  EXPECT_EQ(verify({{-8, 16, 0}, 32}, 32),
            "buffer 'a' is outside of the memory");
}

TEST(VerifyPlacement, alignment) {
  EXPECT_EQ(verify({{20, 0, 0}, 36}, 64), "buffer 'a' is not aligned to 8");
}

TEST(VerifyPlacement, peak) {
  EXPECT_EQ(verify({{0, 16, 0}, 40}, 64), "peak is 40, buffers end at 32");
}

TEST(VerifyPlacement, overlap) {
  EXPECT_EQ(verify({{0, 12, 0}, 28}, 64), "buffers 'a' and 'b' overlap");
  EXPECT_EQ(verify({{0, 0, 0}, 16}, 64), "buffers 'a' and 'b' overlap");
}

TEST(VerifyPlacement, invalidRequest) {
  std::vector<PlacementRequest> requests = {{"a", 1, 0, 0, 0}};
  EXPECT_EQ(verifyPlacement(requests, {{0}, 1}, 8), "request 'a' is not valid");
}

} // namespace
} // namespace sc
