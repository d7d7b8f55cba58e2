//===-- MemoryMapTest.cpp - what fills a memory ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of a memory map, and of the largest allocations.

#include "sc/Diagnostics/MemoryMap.h"

#include "lib/Diagnostics/Allocations.h"

#include "gtest/gtest.h"

namespace sc {
namespace {

TEST(MemoryMap, namesEveryLiveBuffer) {
  std::vector<LiveBuffer> buffers = {{"b3", 0x10400, 0x18400, "window"},
                                     {"b1", 0x400, 0x8400, "list"},
                                     {"stack", 0, 0x400, ""},
                                     {"b2", 0x8400, 0x10400, "list"}};
  EXPECT_EQ(formatMemoryMap(buffers, 65536),
            "stack: 0x0-0x3ff (1024 bytes)\n"
            "b1: 0x400-0x83ff (32768 bytes), class list\n"
            "b2: 0x8400-0x103ff (32768 bytes), class list, past the end\n"
            "b3: 0x10400-0x183ff (32768 bytes), class window, past the end\n"
            "needed 99328 bytes, capacity 65536 bytes, short by 33792 bytes");
}

TEST(MemoryMap, gapsAreWhatIsMissing) {
  std::vector<LiveBuffer> buffers = {{"a", 0, 40, ""}, {"b", 60, 110, ""}};
  EXPECT_EQ(formatMemoryMap(buffers, 100),
            "a: 0x0-0x27 (40 bytes)\n"
            "b: 0x3c-0x6d (50 bytes), past the end\n"
            "needed 90 bytes, capacity 100 bytes: enough in all, but no gap is "
            "large enough");
}

TEST(MemoryMap, emptyBuffersAndHugeSums) {
  std::vector<LiveBuffer> buffers = {
      {"none", 0, 0, ""}, {"a", 0, INT64_MAX, ""}, {"b", 0, INT64_MAX, ""}};
  EXPECT_EQ(formatMemoryMap(buffers, 0),
            "none: (0 bytes)\n"
            "a: 0x0-0x7ffffffffffffffe (9223372036854775807 bytes), past the "
            "end\n"
            "b: 0x0-0x7ffffffffffffffe (9223372036854775807 bytes), past the "
            "end\n"
            "needed 9223372036854775807 bytes, capacity 0 bytes, short by "
            "9223372036854775807 bytes");
}

TEST(MemoryMap, liveAtAMoment) {
  std::vector<PlacementRequest> requests = {
      {.name = "early", .size = 8, .firstUse = 0, .lastUse = 1},
      {.name = "both", .size = 16, .firstUse = 1, .lastUse = 2},
      {.name = "late", .size = 4, .firstUse = 2, .lastUse = 3}};
  std::vector<int64_t> offsets = {0, 8, 0};
  std::vector<std::string> classes = {"list", "window", "scratch"};
  std::vector<LiveBuffer> live = getLiveBuffers(requests, offsets, 2, classes);
  ASSERT_EQ(live.size(), 2u);
  EXPECT_EQ(live[0].name, "both");
  EXPECT_EQ(live[0].begin, 8);
  EXPECT_EQ(live[0].end, 24);
  EXPECT_EQ(live[0].bufferClass, "window");
  EXPECT_EQ(live[1].name, "late");
  EXPECT_EQ(live[1].end, 4);
  EXPECT_EQ(getLiveBuffers(requests, offsets, 4).size(), 0u);
}

TEST(Allocations, paddingIsApartAndLinesAddUp) {
  std::vector<HbmUse> uses = {{HbmRole::Weights, "user", 20480000000, 4096},
                              {HbmRole::Slots, "user", 20480000000, 0},
                              {HbmRole::StackForward, "user", 4210688, 0},
                              {HbmRole::TensorCore, "", 1536, 0}};
  EXPECT_EQ(formatLargestAllocations(uses, 40964212224),
            "largest allocations\n"
            "  table 'user' slots: 20480000000 (19.07 GiB)\n"
            "  table 'user' weights: 20479995904 (19.07 GiB)\n"
            "  table 'user' stack forward: 4210688 (4.02 MiB)\n"
            "  table 'user' weights padding: 4096 (4.00 KiB)\n"
            "  TensorCore: 1536 (1.50 KiB)\n"
            "  total: 40964212224 (38.15 GiB)");
}

TEST(Allocations, theRestIsOneLine) {
  std::vector<HbmUse> uses;
  for (int64_t i = 1; i <= 11; ++i)
    uses.push_back({HbmRole::Inputs, "t" + std::to_string(i), i, 0});
  EXPECT_EQ(formatLargestAllocations(uses, 66),
            "largest allocations\n"
            "  table 't11' inputs: 11\n  table 't10' inputs: 10\n"
            "  table 't9' inputs: 9\n  table 't8' inputs: 8\n"
            "  table 't7' inputs: 7\n  table 't6' inputs: 6\n"
            "  table 't5' inputs: 5\n  table 't4' inputs: 4\n"
            "  3 others: 6\n"
            "  total: 66");
}

TEST(Allocations, words) {
  EXPECT_EQ(formatRole(HbmRole::StackBackward), "stack backward");
  EXPECT_EQ(formatRole(HbmRole::Exchange), "exchange");
  EXPECT_EQ(formatRole(HbmRole::Heap), "heap");
  EXPECT_EQ(formatRole(HbmRole::Other), "other");
  EXPECT_EQ(formatRole(HbmRole::TensorCore), "TensorCore");
  EXPECT_EQ(formatRole(HbmRole::Gaps), "gaps");
}

} // namespace
} // namespace sc
