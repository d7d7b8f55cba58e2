//===-- ShardErrorsTest.cpp - files that cannot be sharded ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each error by its text; no output is left behind.

#include "ShardingTest.h"

#include <fstream>
#include <zip.h>

namespace sc::test {
namespace {

using namespace spec;
using testing::MatchesRegex;

class ShardErrorsTest : public ShardingTest {
protected:
  StackedSpec spec = makePairSpec();
  FileArrays arrays = {{"a", makeCount(5, 3)}, {"b", makeCount(6, 2)}};

  /// Without the path, which must be there.
  std::string cutPath(const absl::Status &status, const std::string &path) {
    EXPECT_EQ(countFiles(), 1) << status;
    EXPECT_FALSE(std::filesystem::exists(output)) << status;
    std::string text(status.message());
    std::string prefix = path + ": ";
    EXPECT_TRUE(text.starts_with(prefix)) << text;
    return text.substr(std::min(text.size(), prefix.size()));
  }
  std::string getShardError() {
    write(input, arrays);
    return cutPath(shardTables(spec, input, output), input);
  }
  std::string getUnshardError() {
    write(input, arrays);
    return cutPath(unshardTables(spec, input, output), input);
  }
};

TEST_F(ShardErrorsTest, ArraysOfNoTable) {
  arrays["users"] = makeCount(5, 3);
  EXPECT_EQ(getShardError(), "array 'users' belongs to no table; arrays are "
                             "'<table>' and '<table>.<slot>'");
  spec.stacks[0].tables[0].table.name = "user";
  EXPECT_EQ(getShardError(),
            "array 'a' belongs to no table; arrays are '<table>' and "
            "'<table>.<slot>'");
  arrays.erase("a");
  EXPECT_EQ(getShardError(),
            "array 'users' belongs to no table; did you mean 'user'? arrays "
            "are '<table>' and '<table>.<slot>'");
}

TEST_F(ShardErrorsTest, SlotsNeedNames) {
  for (const char *name : {"a.", ".a", "", "."}) {
    arrays = {{"a", makeCount(5, 3)}, {"b", makeCount(6, 2)}};
    arrays[name] = makeCount(5, 3);
    EXPECT_TRUE(getShardError().starts_with("array '" + std::string(name) +
                                            "' belongs to no table"))
        << name;
  }
}

TEST_F(ShardErrorsTest, MissingTables) {
  arrays.erase("b");
  EXPECT_EQ(getShardError(), "table 'b' is not in the file");
  arrays["b.m"] = makeCount(6, 2);
  EXPECT_EQ(getShardError(), "table 'b' is not in the file");
  arrays = {};
  EXPECT_EQ(getUnshardError(), "stack 'ab' is not in the file");
}

TEST_F(ShardErrorsTest, Shapes) {
  arrays["a"] = makeCount(3, 5);
  EXPECT_EQ(getShardError(), "array 'a' is f32[3x5], but table 'a' has 5 rows "
                             "of 3 columns: expected f32[5x3]");
  arrays["a"] = makeFloats({5}, {1, 2, 3, 4, 5});
  EXPECT_EQ(getShardError(), "array 'a' is f32[5], but table 'a' has 5 rows "
                             "of 3 columns: expected f32[5x3]");
  arrays["a"] = makeCount(5, 3);
  arrays["a.m"] = makeFloats({}, {1});
  EXPECT_EQ(getShardError(),
            "array 'a.m' is f32[], but slot 'm' of table 'a' has 5 rows of 3 "
            "columns: expected f32[5x3] or f32[5]");
  arrays = {{"ab", makeCount(4, 16)}};
  EXPECT_EQ(getUnshardError(),
            "array 'ab' is f32[4x16], but stack 'ab' has 16 rows of 4 columns: "
            "expected f32[16x4]");
}

TEST_F(ShardErrorsTest, SlotsOfSomeTablesOnly) {
  arrays["b.m"] = makeCount(6, 2);
  EXPECT_EQ(getShardError(),
            "stack 'ab': table 'b' has slot 'm', but table 'a' has not; all "
            "tables of a stack need the same slots");
  arrays["a.n"] = makeCount(5, 3);
  EXPECT_EQ(getShardError(),
            "stack 'ab': table 'a' has slot 'n', but table 'b' has not; all "
            "tables of a stack need the same slots");
}

TEST_F(ShardErrorsTest, FormsThatDiffer) {
  arrays["a.m"] = makeCount(5, 3);
  arrays["b.m"] = makeFloats({6}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(getShardError(),
            "stack 'ab': array 'a.m' is f32, but 'b.m' is f32, one word for "
            "each row; arrays that are stacked need the same type and form");
  arrays = {
      {"a", makeCount(5, 3)},
      {"b", makeArray(ElementType::I32, {6, 2}, std::vector<int32_t>(12, 1))}};
  EXPECT_EQ(getShardError(),
            "stack 'ab': array 'a' is f32, but 'b' is i32; arrays that are "
            "stacked need the same type and form");
}

TEST_F(ShardErrorsTest, NamesThatCollide) {
  spec.stacks[0].tables[1].table.name = "a.m";
  arrays = {{"ab", makeCount(16, 4)}};
  write(input, arrays);
  EXPECT_TRUE(unshardTables(spec, input, output).ok());
  std::filesystem::remove(output);
  arrays["ab.m"] = makeCount(16, 4);
  EXPECT_EQ(getUnshardError(),
            "table 'a.m' and slot 'm' of table 'a' would both be written as "
            "'a.m'; rename one of them");
}

TEST_F(ShardErrorsTest, TypesThatAreNotKnown) {
  std::string literal =
      "{'descr': '<U3', 'fortran_order': False, 'shape': (5, 3), }";
  std::string npy("\x93NUMPY\x01\x00", 8);
  npy += static_cast<char>(literal.size());
  npy += '\0';
  npy += literal + std::string(5 * 3 * 12, 'x');
  write(input, arrays);
  zip_t *archive = zip_open(input.c_str(), 0, nullptr);
  zip_file_add(archive, "a.npy",
               zip_source_buffer(archive, npy.data(), npy.size(), 0),
               ZIP_FL_OVERWRITE);
  ASSERT_EQ(zip_close(archive), 0);
  EXPECT_EQ(cutPath(shardTables(spec, input, output), input),
            "array 'a': dtype '<U3' is not supported");
}

TEST_F(ShardErrorsTest, DamagedData) {
  write(input, arrays);
  std::fstream file(input, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::string header = "(5, 3)";
  file.clear();
  // Behind the header, which ends at a multiple of 64 bytes.
  file.seekp(static_cast<int64_t>(bytes.find(header)) + 120);
  file.put('?');
  file.close();
  EXPECT_EQ(cutPath(shardTables(spec, input, output), input),
            "array 'a': corrupt: CRC error");
}

TEST_F(ShardErrorsTest, AnOutputThatExistsStays) {
  arrays.erase("b");
  write(input, arrays);
  std::ofstream(output) << "precious";
  EXPECT_FALSE(shardTables(spec, input, output).ok());
  std::string text;
  std::ifstream(output) >> text;
  EXPECT_EQ(text, "precious");
}

TEST_F(ShardErrorsTest, Paths) {
  EXPECT_EQ(shardTables(spec, folder + "/no.npz", output).message(),
            folder + "/no.npz: cannot read as .npz: No such file");
  write(input, arrays);
  std::string nowhere = folder + "/no/out.npz";
  EXPECT_EQ(cutPath(shardTables(spec, input, nowhere), nowhere),
            "cannot write to folder '" + folder +
                "/no': No such file or directory");
}

TEST_F(ShardErrorsTest, DisksThatAreTooSmall) {
  // 2^44 rows of 4 floats, twice.
  Stack &stack = spec.stacks[0];
  stack.vocabularySize = int64_t(1) << 44;
  write(input, arrays);
  absl::Status status = shardTables(spec, input, output);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(cutPath(status, output),
              MatchesRegex("562949953421312 bytes are needed on its disk, but "
                           "[0-9]+ are free"));
}

TEST_F(ShardErrorsTest, SizesThatDoNotFit) {
  Stack &stack = spec.stacks[0];
  write(input, arrays);
  stack.vocabularySize = int64_t(1) << 58;
  EXPECT_EQ(cutPath(shardTables(spec, input, output), output),
            "array 'ab' of f32[288230376151711744x4] makes the file larger "
            "than 2^61 bytes");
  stack.embeddingDim = int64_t(1) << 58;
  EXPECT_EQ(cutPath(shardTables(spec, input, output), output),
            "array 'ab' of f32[288230376151711744x288230376151711744] makes "
            "the file larger than 2^61 bytes");
}

} // namespace
} // namespace sc::test
