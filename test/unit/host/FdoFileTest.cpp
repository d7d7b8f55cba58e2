//===-- FdoFileTest.cpp - statistics in jax-tpu-embedding's files ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is read back, and has the arrays that the client expects.

#include "runtime/host/FdoFile.h"
#include "runtime/support/Npz.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <unistd.h>

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class FdoFileTest : public testing::Test {
protected:
  ~FdoFileTest() override { std::remove(path.c_str()); }

  absl::Status writeArray(const std::string &name, format::ElementType type,
                          std::span<const std::byte> data, int64_t size) {
    auto writer = runtime::NpzWriter::create(path);
    if (!writer.ok())
      return writer.status();
    absl::Status status = writer->add(name, type, {{size}}, data);
    return status.ok() ? writer->finish() : status;
  }

  std::string getReadError() {
    return std::string(readFdoFile(path).status().message());
  }

  std::string path = testing::TempDir() + "sc_" + std::to_string(getpid()) +
                     "_" + makeFdoFileName(3, 17);
};

static Statistics makeStatistics(std::vector<int64_t> maxIds,
                                 std::vector<int64_t> maxUniqueIds,
                                 std::vector<int64_t> required) {
  Statistics statistics;
  statistics.maxIds = std::move(maxIds);
  statistics.maxUniqueIds = std::move(maxUniqueIds);
  statistics.requiredBufferSizes = std::move(required);
  statistics.droppedIdCount = 5;
  return statistics;
}

TEST_F(FdoFileTest, RoundTrip) {
  EXPECT_THAT(path, testing::EndsWith("fdo_stats_3_17.npz"));
  FdoRecorder recorder;
  ASSERT_TRUE(
      recorder.record("a_b", makeStatistics({4, 9}, {3, 2}, {16})).ok());
  ASSERT_TRUE(
      recorder.record("a_b", makeStatistics({7, 1}, {2, 8}, {24})).ok());
  ASSERT_TRUE(recorder.record("c", makeStatistics({1}, {1}, {8, 8})).ok());
  ASSERT_TRUE(recorder.write(path).ok());
  auto stacks = readFdoFile(path);
  ASSERT_TRUE(stacks.ok()) << stacks.status();
  EXPECT_THAT(*stacks, ElementsAre(Pair("a_b", ObservedLimits{9, 8, 24}),
                                   Pair("c", ObservedLimits{1, 1, 8})));
}

TEST_F(FdoFileTest, Arrays) {
  FdoRecorder recorder;
  ASSERT_TRUE(recorder.record("t", makeStatistics({4, 9}, {3, 2}, {16})).ok());
  ASSERT_TRUE(recorder.record("t", makeStatistics({7, 1}, {2, 8}, {24})).ok());
  ASSERT_TRUE(recorder.write(path).ok());
  auto reader = runtime::NpzReader::open(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_THAT(reader->getNames(),
              testing::UnorderedElementsAre("t_max_ids", "t_max_unique_ids",
                                            "t_required_buffer_size",
                                            "t_id_drop_counters"));
  auto maxIds = reader->read("t_max_ids");
  ASSERT_TRUE(maxIds.ok()) << maxIds.status();
  EXPECT_THAT(maxIds->shape, ElementsAre(2, 2));
  EXPECT_THAT(maxIds->getElements<int32_t>(), ElementsAre(4, 9, 7, 1));
  auto dropped = reader->read("t_id_drop_counters");
  ASSERT_TRUE(dropped.ok()) << dropped.status();
  EXPECT_THAT(dropped->shape, ElementsAre(2, 1));
  EXPECT_THAT(dropped->getElements<int32_t>(), ElementsAre(5, 5));
}

TEST_F(FdoFileTest, RecordErrors) {
  FdoRecorder recorder;
  ASSERT_TRUE(recorder.record("t", makeStatistics({4, 9}, {3, 2}, {16})).ok());
  EXPECT_EQ(recorder.record("t", makeStatistics({4}, {3, 2}, {16})).message(),
            "t_max_ids: a batch has 1 counts, those before had 2");
  EXPECT_EQ(
      recorder.record("t", makeStatistics({4, 9}, {3, int64_t(1) << 31}, {16}))
          .message(),
      "t_max_unique_ids: 2147483648 exceeds INT32 (2147483647)");
}

TEST_F(FdoFileTest, Int64) {
  const int64_t values[] = {3, int64_t(1) << 40};
  ASSERT_TRUE(writeArray("t_max_ids", format::ElementType::I64,
                         std::as_bytes(std::span(values)), 2)
                  .ok());
  auto stacks = readFdoFile(path);
  ASSERT_TRUE(stacks.ok()) << stacks.status();
  EXPECT_EQ((*stacks)["t"].maxIds, int64_t(1) << 40);
}

TEST_F(FdoFileTest, ReadErrors) {
  EXPECT_THAT(getReadError(), HasSubstr("fdo_stats_3_17.npz"));
  const float values[] = {1};
  ASSERT_TRUE(writeArray("t_max_ids", format::ElementType::F32,
                         std::as_bytes(std::span(values)), 1)
                  .ok());
  EXPECT_EQ(getReadError(),
            path +
                ": array 't_max_ids': expected int32 or int64, found f32[1]");
  const int32_t count = 1;
  ASSERT_TRUE(writeArray("t_ids", format::ElementType::I32,
                         std::as_bytes(std::span(&count, 1)), 1)
                  .ok());
  EXPECT_THAT(getReadError(),
              HasSubstr("array 't_ids': expected a name that ends in _max_ids, "
                        "_max_unique_ids, _required_buffer_size or "
                        "_id_drop_counters"));
}

} // namespace
} // namespace sc::test
