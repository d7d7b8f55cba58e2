// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of .npy arrays.

#include "test/unit/support/NpzTest.h"

namespace sc::test {
namespace {

using namespace sc::runtime;
using format::ElementType;

std::string getHeaderError(const std::string &literal) {
  return std::string(parseNpyHeader(literal).status().message());
}

std::string getPreambleError(const std::string &bytes) {
  auto result =
      parseNpyPreamble(std::as_bytes(std::span(bytes.data(), bytes.size())));
  return std::string(result.status().message());
}

TEST(NpyTest, ParsesWhatNumpyWrites) {
  absl::StatusOr<NpyHeader> header =
      parseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (64, "
                     "8), }               \n");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->formatType(), "f32[64x8]");
  EXPECT_FALSE(header->isFortranOrder);
}

TEST(NpyTest, ParsesOtherOrdersAndQuotes) {
  absl::StatusOr<NpyHeader> header = parseNpyHeader(
      "{\"shape\":(3,),\"fortran_order\":True,\"descr\":\">i8\"}");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->formatType(), "i64[3]");
  EXPECT_TRUE(header->isFortranOrder);
  EXPECT_TRUE(header->dtype->isBigEndian);
}

TEST(NpyTest, Scalars) {
  absl::StatusOr<NpyHeader> header = parseNpyHeader(makeLiteral("<U857", "()"));
  ASSERT_TRUE(header.ok());
  EXPECT_FALSE(header->dtype);
  EXPECT_EQ(header->formatType(), "dtype '<U857' []");
}

TEST(NpyTest, MalformedHeaders) {
  EXPECT_EQ(getHeaderError(""), "malformed .npy header: expected '{' at byte "
                                "0");
  EXPECT_EQ(getHeaderError("{'descr'"),
            "malformed .npy header: expected ':' at byte 8");
  EXPECT_EQ(getHeaderError("{'descr"),
            "malformed .npy header: string without an end at byte 2");
  EXPECT_EQ(getHeaderError("{'descr': 4}"),
            "malformed .npy header: expected a string at byte 10");
  EXPECT_EQ(getHeaderError("{'descr': 'a\\'}"),
            "malformed .npy header: string with an escape at byte 11");
  EXPECT_EQ(getHeaderError("{'descr': '<f4' 'shape'"),
            "malformed .npy header: expected '}' at byte 16");
  EXPECT_EQ(getHeaderError("{'fortran_order': 1}"),
            "malformed .npy header: expected True or False at byte 18");
  EXPECT_EQ(getHeaderError("{'descr': '<f4', 'descr': '<f4'}"),
            "malformed .npy header: unknown or repeated key 'descr' at byte "
            "25");
  EXPECT_EQ(getHeaderError("{'descr': '<f4'}"),
            "malformed .npy header: one of descr, fortran_order and shape is "
            "missing at byte 16");
  EXPECT_EQ(getHeaderError(makeLiteral("<f4", "(3,)") + "x"),
            "malformed .npy header: text after the end at byte 57");
  EXPECT_EQ(getHeaderError("{'descr': [('a', '<f4')]}"),
            "malformed .npy header: structured dtypes are not supported at "
            "byte 11");
}

TEST(NpyTest, MalformedShapes) {
  auto getShapeError = [](const std::string &shape) {
    return getHeaderError("{'shape': " + shape + "}");
  };
  EXPECT_EQ(getShapeError("3"), "malformed .npy header: expected '(' at byte "
                                "10");
  EXPECT_EQ(getShapeError("(3)"),
            "malformed .npy header: expected ',' at byte 12");
  EXPECT_EQ(getShapeError("(3, 4"),
            "malformed .npy header: expected ')' at byte 15");
  EXPECT_EQ(getShapeError("(-3,)"),
            "malformed .npy header: negative dimension at byte 11");
  EXPECT_EQ(getShapeError("(a,)"),
            "malformed .npy header: expected a dimension at byte 11");
  EXPECT_EQ(getShapeError("(99999999999999999999,)"),
            "malformed .npy header: dimension that does not fit 64 bits at "
            "byte 11");
  EXPECT_EQ(getShapeError("(4294967296, 4294967296)"),
            "malformed .npy header: shape whose size does not fit 64 bits at "
            "byte 34");
  std::string many = "(";
  for (int axis = 0; axis < 33; ++axis)
    many += "1,";
  EXPECT_EQ(getShapeError(many + ")"),
            "malformed .npy header: more than 32 dimensions at byte 75");
}

TEST(NpyTest, Preambles) {
  EXPECT_EQ(getPreambleError("abc"),
            "truncated: 3 bytes are too few for a .npy header");
  EXPECT_EQ(getPreambleError("0123456789"),
            "not a .npy array: the magic bytes are missing");
  EXPECT_EQ(getPreambleError(std::string("\x93NUMPY\x04\x00\x76\x00", 10)),
            ".npy version 4.0 is not supported, only 1.0, 2.0 and 3.0");
  EXPECT_EQ(getPreambleError(std::string("\x93NUMPY\x02\x00\x76\x00", 10)),
            "truncated: 10 bytes are too few for a .npy header");
  EXPECT_EQ(
      getPreambleError(std::string("\x93NUMPY\x03\x00\x00\x00\x10\x00", 12)),
      ".npy header has 1048576 bytes, limit is 65536");
}

TEST(NpyTest, WritesWhatItParses) {
  for (const std::vector<int64_t> &shape :
       {std::vector<int64_t>{}, {7}, {3, 4}, {1, 2, 3}}) {
    std::string header = makeNpyHeader(ElementType::BF16, shape);
    EXPECT_EQ(header.size() % 64, 0u);
    absl::StatusOr<NpyPreamble> preamble =
        parseNpyPreamble(std::as_bytes(std::span(header)));
    ASSERT_TRUE(preamble.ok());
    EXPECT_EQ(preamble->bytes + preamble->headerBytes, int64_t(header.size()));
    absl::StatusOr<NpyHeader> parsed =
        parseNpyHeader(header.substr(preamble->bytes));
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->shape, shape);
    EXPECT_EQ(parsed->dtype->type, ElementType::BF16);
  }
}

} // namespace
} // namespace sc::test
