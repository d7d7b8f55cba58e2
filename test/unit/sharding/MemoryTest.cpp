//===-- MemoryTest.cpp - memory holds pieces only -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of 128 MiB passes through much less.

#include "ShardingTest.h"

#include <fstream>

namespace sc::test {
namespace {

using namespace spec;

constexpr int64_t kRows = int64_t(1) << 20;
constexpr int64_t kDim = 32;
constexpr int64_t kTableBytes = kRows * kDim * 4;
constexpr int64_t kMaxBytes = kTableBytes / 2;

/// Bytes that /proc says of this process.
static int64_t readStatus(const std::string &key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (int64_t kilobytes = 0; word == key && status >> kilobytes)
      return kilobytes * 1024;
  return -1;
}

class MemoryTest : public ShardingTest {
protected:
  /// A table whose words count their bytes, without holding it.
  void writeTable();
  /// Starts to measure anew.
  void resetPeak();
  int64_t getPeakGrowth() const { return readStatus("VmHWM:") - before; }
  void expectTable(const std::string &path);

  StackedSpec spec;
  int64_t before = 0;
};

void MemoryTest::writeTable() {
  spec.topology = {2, 4};
  spec.stacks = {makeStack("s", kRows + 1024, kDim,
                           {makeTable("t", kRows, kDim, kRows, 64, 5)})};
  auto writer = runtime::NpzWriter::create(input);
  ASSERT_TRUE(writer.ok());
  std::vector<int64_t> shape = {kRows, kDim};
  auto produce = [](int64_t offset, std::span<std::byte> bytes) {
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = std::byte((offset + i) * 2654435761u >> 13 & 0xFF);
  };
  ASSERT_TRUE(writer->addProduced("t", ElementType::F32, shape, produce).ok());
  absl::Status status = writer->finish();
  ASSERT_TRUE(status.ok()) << status;
}

void MemoryTest::resetPeak() {
  std::ofstream clear("/proc/self/clear_refs");
  clear << "5" << std::flush;
  before = readStatus("VmRSS:");
  if (!clear || before < 0 || getPeakGrowth() > kMaxBytes / 8)
    GTEST_SKIP() << "the peak cannot be measured here";
}

void MemoryTest::expectTable(const std::string &path) {
  auto reader = runtime::NpzReader::open(path);
  ASSERT_TRUE(reader.ok());
  bool areEqual = true;
  int64_t all = 0;
  auto compare = [&](int64_t offset, std::span<const std::byte> bytes) {
    for (size_t i = 0; i < bytes.size(); ++i)
      areEqual &=
          bytes[i] == std::byte((offset + i) * 2654435761u >> 13 & 0xFF);
    all += std::ssize(bytes);
  };
  ASSERT_TRUE(reader->readPieces("t", 1 << 20, compare).ok());
  EXPECT_TRUE(areEqual);
  EXPECT_EQ(all, kTableBytes);
}

TEST_F(MemoryTest, TablesPassInPieces) {
  writeTable();
  resetPeak();
  if (IsSkipped())
    return;
  std::vector<int64_t> calls;
  absl::Status status =
      shardTables(spec, input, output,
                  [&](int64_t done, int64_t) { calls.push_back(done); });
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_LT(getPeakGrowth(), kMaxBytes);
  EXPECT_GE(calls.size(), 10u);
  EXPECT_TRUE(std::is_sorted(calls.begin(), calls.end()));

  resetPeak();
  status = unshardTables(spec, output, input);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_LT(getPeakGrowth(), kMaxBytes);
  expectTable(input);

  StackedSpec fewer = spec;
  fewer.topology = {1, 2};
  resetPeak();
  status = reshardTables(spec, output, fewer, input);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_LT(getPeakGrowth(), kMaxBytes);
}

} // namespace
} // namespace sc::test
