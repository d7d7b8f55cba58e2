//===-- TableShardsTest.cpp - tables from file to file --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stack of two tables, by hand, in all forms of arrays.

#include "ShardingTest.h"

#include <fstream>
#include <limits>
#include <zip.h>

namespace sc::test {
namespace {

using namespace spec;
using testing::ElementsAre;
using testing::Pair;

class TableShardsTest : public ShardingTest {
protected:
  StackedSpec spec = makePairSpec();
  FileArrays logical = {{"a", makeCount(5, 3)}, {"b", makeCount(6, 2, 101)}};
  // clang-format off
  FileArray stacked = makeFloats({16, 4}, {
      1, 2, 3, 0,      13, 14, 15, 0,  107, 108, 0, 0,  0, 0, 0, 0,
      4, 5, 6, 0,      0, 0, 0, 0,     101, 102, 0, 0,  109, 110, 0, 0,
      7, 8, 9, 0,      0, 0, 0, 0,     103, 104, 0, 0,  111, 112, 0, 0,
      10, 11, 12, 0,   0, 0, 0, 0,     105, 106, 0, 0,  0, 0, 0, 0});
  // clang-format on

  void expectSharded() {
    absl::Status status = shardTables(spec, input, output);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(read(output), (FileArrays{{"ab", stacked}}));
  }
  /// Replaces the input by one with this array, as numpy could write it.
  void writeRaw(const std::string &name, const std::string &literal,
                const std::string &data, int method);
};

void TableShardsTest::writeRaw(const std::string &name,
                               const std::string &literal,
                               const std::string &data, int method) {
  std::string npy("\x93NUMPY\x01\x00", 8);
  npy += static_cast<char>(literal.size());
  npy += '\0';
  npy += literal + data;
  zip_t *archive = zip_open(input.c_str(), 0, nullptr);
  ASSERT_NE(archive, nullptr);
  zip_source_t *source = zip_source_buffer(archive, npy.data(), npy.size(), 0);
  zip_int64_t index =
      zip_file_add(archive, (name + ".npy").c_str(), source, ZIP_FL_OVERWRITE);
  ASSERT_GE(index, 0);
  zip_set_file_compression(archive, index, method, 0);
  ASSERT_EQ(zip_close(archive), 0);
}

TEST_F(TableShardsTest, ShardsByHand) {
  write(input, logical);
  expectSharded();
  EXPECT_EQ(countFiles(), 2); // no temporaries
}

TEST_F(TableShardsTest, UnshardsByHand) {
  write(input, {{"ab", stacked}});
  absl::Status status = unshardTables(spec, input, output);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(read(output), logical);
  EXPECT_EQ(countFiles(), 2);
}

TEST_F(TableShardsTest, PaddingIsLeftOut) {
  FileArray dirty = stacked;
  std::vector<float> values = getFloats(stacked);
  for (float &value : values)
    value = value == 0 ? -7 : value;
  write(input, {{"ab", makeFloats({16, 4}, values)}});
  ASSERT_TRUE(unshardTables(spec, input, output).ok());
  EXPECT_EQ(read(output), logical);
  // From device to device, too.
  ASSERT_TRUE(reshardTables(spec, input, spec, output).ok());
  EXPECT_EQ(read(output), (FileArrays{{"ab", stacked}}));
}

TEST_F(TableShardsTest, SlotsOfRowsAndWords) {
  logical["a.m"] = makeCount(5, 3, 51);
  logical["b.m"] = makeCount(6, 2, 151);
  logical["a.step"] =
      makeArray<uint16_t>(ElementType::BF16, {5}, {1, 2, 3, 4, 5});
  logical["b.step"] =
      makeArray<uint16_t>(ElementType::BF16, {6}, {11, 12, 13, 14, 15, 16});
  write(input, logical);
  absl::Status status = shardTables(spec, input, output);
  ASSERT_TRUE(status.ok()) << status;
  FileArrays device = read(output);
  EXPECT_EQ(device.size(), 3u);
  EXPECT_EQ(device["ab"], stacked);
  EXPECT_EQ(device["ab.m"].shape, (std::vector<int64_t>{16, 4}));
  EXPECT_EQ(device["ab.step"],
            makeArray<uint16_t>(
                ElementType::BF16, {16},
                {1, 5, 14, 0, 2, 0, 11, 15, 3, 0, 12, 16, 4, 0, 13, 0}));
  ASSERT_TRUE(unshardTables(spec, output, input).ok());
  EXPECT_EQ(read(input), logical);
}

TEST_F(TableShardsTest, AnyBitsPass) {
  std::vector<uint32_t> bits = {0x7fc00000, 0xffc12345, 0x7f800001, 0x80000000,
                                0xff800000, 1,          0x7fffffff, 0x7f800000,
                                2,          3,          4,          5};
  logical["b"] = makeArray(ElementType::F32, {6, 2}, bits);
  write(input, logical);
  ASSERT_TRUE(shardTables(spec, input, output).ok());
  ASSERT_TRUE(unshardTables(spec, output, input).ok());
  EXPECT_EQ(read(input), logical);
}

TEST_F(TableShardsTest, InputMayBeOutput) {
  write(input, logical);
  ASSERT_TRUE(shardTables(spec, input, input).ok());
  EXPECT_EQ(read(input), (FileArrays{{"ab", stacked}}));
  ASSERT_TRUE(unshardTables(spec, input, input).ok());
  EXPECT_EQ(read(input), logical);
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(TableShardsTest, FortranOrderBigEndianAndDeflated) {
  write(input, logical);
  // Column by column, each value as >f4: 101 is 42 CA 00 00.
  std::string columns;
  for (int column = 0; column < 2; ++column)
    for (int row = 0; row < 6; ++row) {
      float value = static_cast<float>(101 + 2 * row + column);
      uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof(bits));
      for (int shift = 24; shift >= 0; shift -= 8)
        columns += static_cast<char>(bits >> shift & 0xFF);
    }
  writeRaw("b", "{'descr': '>f4', 'fortran_order': True, 'shape': (6, 2), }",
           columns, ZIP_CM_DEFLATE);
  expectSharded();
}

TEST_F(TableShardsTest, FortranOrderOfDeviceTables) {
  std::vector<float> values = getFloats(stacked);
  std::string columns;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 16; ++row)
      columns.append(reinterpret_cast<const char *>(&values[row * 4 + column]),
                     sizeof(float));
  write(input, {{"ab", stacked}});
  writeRaw("ab", "{'descr': '<f4', 'fortran_order': True, 'shape': (16, 4), }",
           columns, ZIP_CM_STORE);
  absl::Status status = unshardTables(spec, input, output);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(read(output), logical);
}

TEST_F(TableShardsTest, Resharding) {
  // 2 SparseCores, each table alone, "b" without rotation.
  StackedSpec alone;
  alone.topology = {1, 2};
  alone.stacks = {makeStack("b", 6, 2, {makeTable("b", 6, 2, 6, 0, 0)}),
                  makeStack("a", 8, 8, {makeTable("a", 5, 3, 6, 1, 1)})};
  write(input, {{"ab", stacked}});
  absl::Status status = reshardTables(spec, input, alone, output);
  ASSERT_TRUE(status.ok()) << status;
  FileArrays arrays = read(output);
  EXPECT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays["b"], makeFloats({6, 2}, {101, 102, 105, 106, 109, 110, 103,
                                             104, 107, 108, 111, 112}));
  // clang-format off
  EXPECT_EQ(arrays["a"], makeFloats({8, 8}, {
      0, 0, 0, 0, 0, 0, 0, 0,
      4, 5, 6, 0, 0, 0, 0, 0,
      10, 11, 12, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0,
      1, 2, 3, 0, 0, 0, 0, 0,
      7, 8, 9, 0, 0, 0, 0, 0,
      13, 14, 15, 0, 0, 0, 0, 0}));
  // clang-format on
  // And back, to more SparseCores.
  ASSERT_TRUE(reshardTables(alone, output, spec, input).ok());
  EXPECT_EQ(read(input), (FileArrays{{"ab", stacked}}));
}

TEST_F(TableShardsTest, ProgressEndsAtTheTotal) {
  write(input, logical);
  std::vector<std::pair<int64_t, int64_t>> calls;
  ASSERT_TRUE(shardTables(spec, input, output, [&](int64_t done, int64_t all) {
                calls.push_back({done, all});
              }).ok());
  const int64_t total = (5 * 3 + 6 * 2 + 16 * 4) * 4;
  EXPECT_THAT(calls, ElementsAre(Pair(total, total)));
}

TEST_F(TableShardsTest, NamesWithDots) {
  spec.stacks[0].tables[0].table.name = "user.id";
  spec.stacks[0].tables[1].table.name = "user";
  spec.stacks[0].name = "ab.cd";
  write(input, {{"user.id", logical["a"]}, {"user", logical["b"]}});
  // "user.id" could be a slot of "user".
  EXPECT_EQ(shardTables(spec, input, output).message(),
            input + ": array 'user.id' can be table 'user.id' and slot 'id' of "
                    "table 'user'; rename one of them");
  spec.stacks[0].tables[1].table.name = "item";
  write(input, {{"user.id", logical["a"]},
                {"user.id.x.y", logical["a"]},
                {"item", logical["b"]},
                {"item.x.y", logical["b"]}});
  absl::Status status = shardTables(spec, input, output);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(read(output),
            (FileArrays{{"ab.cd", stacked}, {"ab.cd.x.y", stacked}}));
}

} // namespace
} // namespace sc::test
