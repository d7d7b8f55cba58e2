//===-- NpzLimitsTest.cpp - limits in the FDO npz -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima over arrays of any shape; arrays that are no limits; foreign files.

#include "test/unit/limits/LimitsTest.h"
#include "test/unit/support/NpzTest.h"

namespace sc {
namespace {

using test::makeLiteral;
using test::makeNpy;
using test::Members;
using test::readAs;
using testing::HasSubstr;

template <typename T>
static std::pair<std::string, std::string>
makeArray(const std::string &name, const std::string &descr,
          const std::string &shape, const std::vector<T> &values) {
  return {name + ".npy",
          makeNpy(makeLiteral(descr, shape), test::toBytes(values))};
}

static std::string readMembers(const Members &members) {
  return readAs(test::makeZip(members, ZIP_CM_DEFLATE));
}

static std::string readOne(const std::string &descr, const std::string &shape,
                           const std::vector<int64_t> &values) {
  return readMembers({makeArray("a_max_ids", descr, shape, values)});
}

TEST(NpzLimits, maximumOverAllElements) {
  EXPECT_EQ(
      readMembers(
          {makeArray<int32_t>("user_max_ids", "<i4", "(2, 3)",
                              {4, 9, 2, 300, 1, 0}),
           makeArray<int32_t>("user_max_unique_ids", "<i4", "(3,)", {7, 2, 8}),
           makeArray<int64_t>("item_max_ids", "<i8", "()", {70000})}),
      "item:70000/-@FILE user:300/8@FILE");
}

TEST(NpzLimits, everyIntegerType) {
  EXPECT_EQ(readMembers(
                {makeArray<int8_t>("a_max_ids", "|i1", "(2,)", {1, 127}),
                 makeArray<uint8_t>("b_max_ids", "|u1", "(1,)", {255}),
                 makeArray<uint32_t>("c_max_ids", "<u4", "(1,)", {2147483647}),
                 makeArray<uint64_t>("d_max_ids", "<u8", "(1,)", {9})}),
            "a:127/-@FILE b:255/-@FILE c:2147483647/-@FILE d:9/-@FILE");
  EXPECT_EQ(
      readMembers({{"a_max_ids.npy", makeNpy(makeLiteral(">i4", "()"),
                                             std::string("\0\0\1\2", 4))}}),
      "a:258/-@FILE");
}

TEST(NpzLimits, namesMayHoldTheEndings) {
  EXPECT_EQ(
      readMembers({makeArray<int64_t>("a_max_ids_max_ids", "<i8", "()", {5}),
                   makeArray<int64_t>("a_max_unique_ids", "<i8", "()", {3}),
                   makeArray<int64_t>("a_required_buffer_size_max_ids", "<i8",
                                      "()", {4})}),
      "a:-/3@FILE a_max_ids:5/-@FILE a_required_buffer_size:4/-@FILE");
}

TEST(NpzLimits, otherStatisticsAreIgnored) {
  EXPECT_EQ(readMembers({makeArray<int64_t>("a_max_ids", "<i8", "()", {5}),
                         makeArray<int64_t>("a_required_buffer_size", "<i8",
                                            "()", {-1}),
                         {"b_id_drop_counters.npy", "no array at all"}}),
            "a:5/-@FILE");
}

TEST(NpzLimits, valuesOutOfRange) {
  EXPECT_EQ(readOne("<i8", "(2,)", {0, 0}),
            "error: FILE: max_ids_per_partition of table 'a' is '0', must be a "
            "whole number from 1 to 2147483647");
  EXPECT_THAT(readOne("<i8", "(2,)", {9, -2}), HasSubstr("is '-2', must"));
  EXPECT_THAT(readOne("<i8", "(1,)", {2147483648}),
              HasSubstr("is '2147483648', must"));
  EXPECT_THAT(readOne("<u8", "(1,)", {-1}),
              HasSubstr("is '9223372036854775807', must"));
}

TEST(NpzLimits, moreUniqueIdsThanIds) {
  EXPECT_EQ(
      readMembers({makeArray<int64_t>("a_max_unique_ids", "<i8", "()", {9}),
                   makeArray<int64_t>("a_max_ids", "<i8", "(2,)", {8, 3})}),
      "error: FILE: table 'a' has max_unique_ids_per_partition = 9, more than "
      "max_ids_per_partition = 8");
}

TEST(NpzLimits, arraysMustHaveIntegers) {
  EXPECT_EQ(readOne("<f8", "(1,)", {0}),
            "error: FILE: array 'a_max_ids' must have integers, has f64[1]");
  EXPECT_THAT(readOne("<i2", "(4,)", {0}), HasSubstr("dtype '<i2'"));
  EXPECT_EQ(readOne("<i8", "(0,)", {}),
            "error: FILE: array 'a_max_ids' has no elements");
}

TEST(NpzLimits, unknownArrays) {
  for (const char *name : {"weights", "_max_ids", "_max_unique_ids", ""})
    EXPECT_THAT(readMembers({makeArray<int64_t>(name, "<i8", "()", {1})}),
                HasSubstr("FILE: unknown array '" + std::string(name) +
                          "'; known: a table's name with _max_ids, "
                          "_max_unique_ids, _required_buffer_size or "
                          "_id_drop_counters"));
}

TEST(NpzLimits, filesWithoutLimits) {
  EXPECT_THAT(readMembers({{"readme.txt", "hello"}}),
              HasSubstr("FILE: has no array whose name ends with _max_ids"));
  EXPECT_THAT(
      readMembers({makeArray<int64_t>("a_id_drop_counters", "<i8", "()", {0})}),
      HasSubstr("has no array whose name ends with"));
}

TEST(NpzLimits, corruptFiles) {
  EXPECT_THAT(readAs("PK\x03\x04 and then nothing"),
              HasSubstr("error: FILE: cannot read as .npz"));
  EXPECT_THAT(readOne("<i8", "(2,)", {1}), HasSubstr("array 'a_max_ids'"));
  std::string huge = makeNpy(makeLiteral("<i8", "(1099511627776,)"), "");
  EXPECT_THAT(readMembers({{"a_max_ids.npy", huge}}),
              HasSubstr("more than 67108864 bytes"));
}

} // namespace
} // namespace sc
