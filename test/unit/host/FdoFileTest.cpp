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
#include <fstream>
#include <unistd.h>

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;
using testing::Pair;

class FdoFileTest : public testing::Test {
protected:
  ~FdoFileTest() override { std::remove(path.c_str()); }

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
  EXPECT_THAT(*stacks,
              ElementsAre(Pair("a_b", FdoCounts{{7, 9}, {3, 8}, {24}, {5}}),
                          Pair("c", FdoCounts{{1}, {1}, {8, 8}, {5}})));
  EXPECT_EQ(*stacks, recorder.getStatistics());
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

TEST_F(FdoFileTest, LargestOnly) {
  FdoRecorder recorder(FdoHistory::Largest);
  ASSERT_TRUE(recorder.record("t", makeStatistics({4, 9}, {3, 2}, {16})).ok());
  ASSERT_TRUE(recorder.record("t", makeStatistics({7, 1}, {2, 8}, {24})).ok());
  EXPECT_EQ(recorder.getStatistics().at("t"),
            (FdoCounts{{7, 9}, {3, 8}, {24}, {5}}));
  ASSERT_TRUE(recorder.write(path).ok());
  auto reader = runtime::NpzReader::open(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  auto maxIds = reader->read("t_max_ids");
  ASSERT_TRUE(maxIds.ok()) << maxIds.status();
  EXPECT_THAT(maxIds->shape, ElementsAre(2));
  EXPECT_THAT(maxIds->getElements<int64_t>(), ElementsAre(7, 9));
}

TEST_F(FdoFileTest, Csv) {
  FdoRecorder recorder;
  ASSERT_TRUE(
      recorder.record("a,\"b\"", makeStatistics({4, 9}, {3, 2}, {16})).ok());
  ASSERT_TRUE(
      recorder.record("a,\"b\"", makeStatistics({7, 1}, {2, 8}, {24})).ok());
  const std::string csv = path + ".csv";
  ASSERT_TRUE(recorder.write(csv).ok());
  std::ifstream file(csv, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  std::remove(csv.c_str());
  EXPECT_EQ(text, "key,values\r\n"
                  "\"a,\"\"b\"\"_max_ids\",4 9\r\n"
                  "\"a,\"\"b\"\"_max_ids\",7 1\r\n"
                  "\"a,\"\"b\"\"_max_unique_ids\",3 2\r\n"
                  "\"a,\"\"b\"\"_max_unique_ids\",2 8\r\n"
                  "\"a,\"\"b\"\"_required_buffer_size\",16\r\n"
                  "\"a,\"\"b\"\"_required_buffer_size\",24\r\n"
                  "\"a,\"\"b\"\"_id_drop_counters\",5\r\n"
                  "\"a,\"\"b\"\"_id_drop_counters\",5\r\n");
}

TEST_F(FdoFileTest, WriteErrors) {
  FdoRecorder recorder(FdoHistory::Largest);
  ASSERT_TRUE(recorder.record("t", makeStatistics({4}, {3}, {16})).ok());
  EXPECT_EQ(recorder.write("no/folder/f.csv").message(),
            "no/folder/f.csv: cannot write: No such file or directory");
  EXPECT_EQ(recorder.write("no/folder/f.npz").message(),
            "no/folder/f.npz: cannot write to folder 'no/folder': No such file "
            "or directory");
}

TEST(FdoFileName, Forms) {
  EXPECT_EQ(makeFdoFileName(3, 17), "fdo_stats_3_17.npz");
  EXPECT_EQ(makeFdoFileName(0, 5, "csv"), "fdo_stats_0_5.csv");
}

} // namespace
} // namespace sc::test
