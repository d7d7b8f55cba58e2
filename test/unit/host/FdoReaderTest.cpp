//===-- FdoReaderTest.cpp - reading jax-tpu-embedding's statistics --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that its clients wrote, folders, and one message for each way to get a
// file wrong.

#include "runtime/host/FdoFile.h"
#include "runtime/support/Npz.h"
#include "test/unit/support/NpzTest.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

const std::string kInputs = std::string(SC_FDO_INPUTS_DIR) + "/fdo";

class FdoReader : public testing::Test {
protected:
  FdoReader() { std::filesystem::create_directory(folder); }
  ~FdoReader() override { std::filesystem::remove_all(folder); }

  void writeText(const std::string &name, const std::string &text) {
    std::ofstream(folder + "/" + name, std::ios::binary) << text;
  }
  void writeMaxIds(const std::string &name, int64_t maxIds) {
    writeText(name, "key,values\nt_max_ids," + std::to_string(maxIds) + "\n");
  }

  /// What is read from an .npz with one array; "F" stands for the path.
  template <typename T>
  std::string readArray(const std::string &name, format::ElementType type,
                        const std::vector<int64_t> &shape,
                        const std::vector<T> &values) {
    const std::string path = folder + "/f.npz";
    auto writer = runtime::NpzWriter::create(path);
    EXPECT_TRUE(writer.ok()) << writer.status();
    EXPECT_TRUE(
        writer->add(name, type, shape, std::as_bytes(std::span(values))).ok());
    EXPECT_TRUE(writer->finish().ok());
    return describe(readFdoFile(path), path);
  }

  std::string readCsv(const std::string &rows) {
    writeText("f.csv", "key,values\r\n" + rows);
    return describe(readFdoFile(folder + "/f.csv"), folder + "/f.csv");
  }

  /// The counts of max_ids of "t", or the error.
  static std::string describe(const absl::StatusOr<FdoStatistics> &read,
                              const std::string &path) {
    if (read.ok()) {
      std::string text;
      for (int64_t count : read->at("t").maxIds)
        text += (text.empty() ? "" : " ") + std::to_string(count);
      return text;
    }
    std::string text(read.status().message());
    return text.starts_with(path) ? "F" + text.substr(path.size()) : text;
  }

  std::string folder =
      testing::TempDir() + "sc_fdo_" + std::to_string(getpid());
};

const FdoCounts kUserItem = {{7, 9}, {3, 8}, {24, 24}, {5}};
const FdoCounts kClick = {{2, 2}, {2, 1}, {8, 16}, {3}};

TEST(FdoPeer, EachForm) {
  for (const char *name :
       {"fdo_stats_0_100.csv", "fdo_stats_1_100.npz", "fdo_stats_2_7.csv"}) {
    auto read = readFdoFile(kInputs + "/" + name);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_THAT(*read, ElementsAre(Pair("click,\"x\"", kClick),
                                   Pair("user_item", kUserItem)))
        << name;
  }
}

TEST(FdoPeer, OneBatch) {
  auto read = readFdoFile(kInputs + "/fdo_stats_2_8.npz");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->at("user_item"), (FdoCounts{{4, 9}, {3, 2}, {16, 24}, {0}}));
}

TEST(FdoPeer, Folder) {
  auto read = readFdoFolder(kInputs);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_THAT(*read, ElementsAre(Pair("click,\"x\"", kClick),
                                 Pair("user_item", kUserItem)));
}

TEST_F(FdoReader, FolderTakesNewestOfEachProcess) {
  writeMaxIds("fdo_stats_0_9.csv", 900);
  writeMaxIds("fdo_stats_0_10.csv", 5);
  writeMaxIds("fdo_stats_1_1.csv", 7);
  writeMaxIds("fdo_stats_1_0.npz", 800);
  for (const char *other :
       {"fdo_stats_2_1.csv.tmp", "fdo_stats_2_1.txt", "fdo_stats_2.csv",
        "fdo_stats_a_1.csv", "fdo_stats_2_x.csv", "stats_2_1.csv", "fdo_stats_",
        "fdo_stats__1.csv", "fdo_stats_2_99999999999999999999.csv"})
    writeMaxIds(other, 1000);
  EXPECT_EQ(describe(readFdoFolder(folder), folder), "7");
}

TEST_F(FdoReader, FolderErrors) {
  EXPECT_EQ(describe(readFdoFolder(folder), folder),
            "F: has no file fdo_stats_<process>_<nanoseconds>.npz or .csv");
  EXPECT_EQ(describe(readFdoFolder(folder + "/no"), folder),
            "F/no: cannot be read: No such file or directory");
  writeText("fdo_stats_0_1.csv", "name\n");
  EXPECT_EQ(describe(readFdoFolder(folder), folder),
            "F/fdo_stats_0_1.csv:1:1: expected the header key,values");
}

TEST_F(FdoReader, PathErrors) {
  EXPECT_EQ(describe(readFdoFile(folder), folder), "F: is a directory");
  EXPECT_EQ(describe(readFdoFile(folder + "/no"), folder),
            "F/no: cannot be opened");
}

TEST_F(FdoReader, Arrays) {
  using enum format::ElementType;
  EXPECT_EQ(readArray<int64_t>("t_max_ids", I64, {2}, {3, int64_t(1) << 40}),
            "3 1099511627776");
  EXPECT_EQ(readArray<int32_t>("t_max_ids", I32, {2, 1, 2}, {3, 4, 1, 9}),
            "3 9");
  EXPECT_EQ(readArray<int32_t>("t_max_ids", I32, {}, {6}), "6");
}

TEST_F(FdoReader, ArrayErrors) {
  using enum format::ElementType;
  EXPECT_EQ(readArray<float>("t_max_ids", F32, {1}, {1}),
            "F: array 't_max_ids': expected int32 or int64, found f32[1]");
  EXPECT_EQ(readArray<int32_t>("t_max_ids", I32, {2, 0}, {}),
            "F: array 't_max_ids': has no counts");
  EXPECT_EQ(readArray<int32_t>("t_max_ids", I32, {2}, {3, -1}),
            "F: array 't_max_ids': -1 must be a whole number, 0 or more");
  EXPECT_EQ(readArray<int32_t>("t_ids", I32, {1}, {1}),
            "F: array 't_ids' must be the name of a stack and one of _max_ids, "
            "_max_unique_ids, _required_buffer_size, _id_drop_counters");
}

TEST_F(FdoReader, HugeFiles) {
  // 8 TiB in a few bytes of a file.
  writeText("f.npz",
            makeZip({{"t_max_ids.npy",
                      makeNpy(makeLiteral("<i8", "(1099511627776,)"), "")}},
                    ZIP_CM_DEFLATE));
  EXPECT_EQ(describe(readFdoFile(folder + "/f.npz"), folder + "/f.npz"),
            "F: array 't_max_ids': has more than 1073741824 bytes, the limit "
            "for statistics");
  writeText("f.npz", "PK\x03\x04 and then nothing");
  EXPECT_THAT(describe(readFdoFile(folder + "/f.npz"), folder),
              HasSubstr("cannot read as .npz"));
  std::filesystem::resize_file(folder + "/f.npz", 0);
  std::filesystem::resize_file(folder + "/f.npz", (uint64_t(1) << 30) + 1);
  EXPECT_EQ(describe(readFdoFile(folder + "/f.npz"), folder + "/f.npz"),
            "F: has more than 1073741824 bytes, the limit for statistics");
}

TEST_F(FdoReader, CsvRows) {
  EXPECT_EQ(readCsv("t_max_ids,3 9\r\n\r\nt_max_ids, 4\t1 \r\n"), "4 9");
}

TEST_F(FdoReader, CsvErrors) {
  EXPECT_EQ(readCsv("t_max_ids,3 9\r\nt_max_ids,4\r\n"),
            "F:3:11: 't_max_ids' has 1 counts, in the rows before 2");
  EXPECT_EQ(readCsv("t_ids,3\r\n"),
            "F:2:1: 't_ids' must be the name of a stack and one of _max_ids, "
            "_max_unique_ids, _required_buffer_size, _id_drop_counters");
  EXPECT_EQ(readCsv("_max_ids,3\r\n").substr(0, 16), "F:2:1: '_max_ids");
  EXPECT_EQ(readCsv("t_max_ids\r\n"),
            "F:2:1: a row must have 2 cells, key and values; this one has 1");
  EXPECT_EQ(readCsv("t_max_ids,\r\n"), "F:2:11: the row has no counts");
  for (const char *wrong : {"1.5", "-1", "x", "9223372036854775808", "+1"})
    EXPECT_EQ(readCsv("t_max_ids,1 " + std::string(wrong) + "\r\n"),
              "F:2:11: '" + std::string(wrong) +
                  "' must be a whole number of 64 bits, 0 or more");
  EXPECT_EQ(readCsv("\"t_max_ids,3\r\n"), "F:2:1: a quoted cell has no end");
  EXPECT_EQ(readCsv("\"t\"_max_ids,3\r\n"),
            "F:2:4: text after the closing quote of a cell");
  writeText("g.csv", "");
  EXPECT_EQ(describe(readFdoFile(folder + "/g.csv"), folder),
            "F/g.csv:1:1: expected the header key,values");
}

} // namespace
} // namespace sc::test
