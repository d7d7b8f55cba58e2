//===-- FdoMergeTest.cpp - statistics of several hosts --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merging is a maximum: in any order and grouping the same, and never lower.

#include "runtime/host/FdoFile.h"
#include "test/property/Random.h"

#include "gmock/gmock.h"

#include <filesystem>
#include <unistd.h>

namespace sc::test {
namespace {

using namespace host;

TEST(MergeFdo, SameSizes) {
  EXPECT_EQ(mergeFdo(FdoCounts{{4, 9}, {3, 2}, {16}, {0}},
                     FdoCounts{{7, 1}, {2, 8}, {8}, {5}}),
            (FdoCounts{{7, 9}, {3, 8}, {16}, {5}}));
  EXPECT_EQ(
      mergeFdo(FdoCounts{{4, 9}, {}, {}, {}}, FdoCounts{{}, {2, 8}, {}, {}}),
      (FdoCounts{{4, 9}, {2, 8}, {}, {}}));
}

// A host with two devices and one with four.
TEST(MergeFdo, DifferentSizes) {
  EXPECT_EQ(mergeFdo(FdoCounts{{4, 9}, {3, 2}, {16}, {0}},
                     FdoCounts{{7, 1, 2, 3}, {2, 8, 1, 1}, {8}, {5}}),
            (FdoCounts{{9}, {8}, {16}, {5}}));
}

FdoStatistics drawStatistics(Random &random) {
  FdoStatistics statistics;
  for (int64_t i = random.between(0, 3); i > 0; --i) {
    FdoCounts &counts = statistics["s" + std::to_string(random.between(0, 3))];
    for (const FdoField &field : kFdoFields) {
      std::vector<int64_t> &values = counts.*field.counts;
      values.resize(random.pick<size_t>({0, 1, 2, 2, 2, 4}));
      for (int64_t &value : values)
        value = random.between(0, 20);
    }
  }
  return statistics;
}

void expectNotLower(const FdoStatistics &merged, const FdoStatistics &part) {
  for (const auto &[stack, counts] : part)
    for (const FdoField &field : kFdoFields) {
      const std::vector<int64_t> &all = merged.at(stack).*field.counts;
      const std::vector<int64_t> &own = counts.*field.counts;
      for (size_t i = 0; i < own.size(); ++i)
        EXPECT_GE(all.size() == own.size() ? all[i] : all.at(0), own[i]);
    }
}

TEST(MergeFdo, IsAMaximum) {
  forEachCase(2000, [](Random &random) {
    FdoStatistics a = drawStatistics(random), b = drawStatistics(random),
                  c = drawStatistics(random);
    FdoStatistics merged = mergeFdo(mergeFdo(a, b), c);
    EXPECT_EQ(merged, mergeFdo(a, mergeFdo(b, c)));
    EXPECT_EQ(merged, mergeFdo(c, mergeFdo(b, a)));
    EXPECT_EQ(mergeFdo(merged, a), merged);
    EXPECT_EQ(mergeFdo(a, {}), a);
    for (const FdoStatistics &part : {a, b, c})
      expectNotLower(merged, part);
  });
}

// What was merged can be written in both forms and is read back.
TEST(MergeFdo, IsWritten) {
  const std::string path =
      testing::TempDir() + "sc_merged_" + std::to_string(getpid());
  forEachCase(50, [&](Random &random) {
    FdoStatistics merged =
        mergeFdo(drawStatistics(random), drawStatistics(random));
    // A stack without counts has no array.
    std::erase_if(
        merged, [](const auto &entry) { return entry.second == FdoCounts(); });
    for (const std::string &name : {path + ".csv", path + ".npz"}) {
      ASSERT_TRUE(writeFdoFile(name, merged).ok());
      auto read = readFdoFile(name);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(*read, merged);
      std::filesystem::remove(name);
    }
  });
}

TEST(ObserveFdo, LargestOfAll) {
  EXPECT_EQ(observeLimits(FdoCounts{{4, 9}, {3, 2}, {16, 8}, {77}}),
            (ObservedLimits{9, 3, 16}));
  EXPECT_EQ(observeLimits(FdoCounts()), ObservedLimits());
  auto observed = observeLimits(FdoStatistics{{"a", {{4}, {3}, {8}, {0}}}});
  EXPECT_THAT(observed, testing::ElementsAre(
                            testing::Pair("a", ObservedLimits{4, 3, 8})));
}

} // namespace
} // namespace sc::test
