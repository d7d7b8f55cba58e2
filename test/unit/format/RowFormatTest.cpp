// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of narrow rows, by hand, and the text form of their format.

#include "runtime/format/RowFormat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sc::test {
namespace {

using format::ElementType;
using format::parseRowFormat;
using format::RowFormat;
using format::RowType;
using format::ScaleKind;

struct Sizes {
  int64_t width;
  int64_t used; // bytes that mean something
  int64_t stored;
  int64_t elements;
};

void expectSizes(RowFormat format, std::initializer_list<Sizes> rows) {
  for (const Sizes &row : rows) {
    SCOPED_TRACE(testing::Message()
                 << formatRowFormat(format) << " width " << row.width);
    EXPECT_EQ(getUsedRowBytes(format, row.width), row.used);
    EXPECT_EQ(getRowBytes(format, row.width), row.stored);
    EXPECT_EQ(getRowElements(format, row.width), row.elements);
  }
}

TEST(RowFormatTest, RowsOfF32AreTheirWords) {
  expectSizes({}, {{1, 4, 4, 1},
                   {2, 8, 8, 2},
                   {5, 20, 20, 5},
                   {8, 32, 32, 8},
                   {10, 40, 40, 10},
                   {128, 512, 512, 128},
                   {2880, 11520, 11520, 2880}});
}

// Codes up to a multiple of 8, bytes up to a multiple of 32.
TEST(RowFormatTest, RowsOfBytesWithoutScales) {
  std::initializer_list<Sizes> rows = {
      {1, 8, 32, 32},   {2, 8, 32, 32},       {5, 8, 32, 32},
      {8, 8, 32, 32},   {10, 16, 32, 32},     {32, 32, 32, 32},
      {33, 40, 64, 64}, {128, 128, 128, 128}, {2880, 2880, 2880, 2880}};
  for (ScaleKind scale : {ScaleKind::None, ScaleKind::Table}) {
    expectSizes({RowType::Fp8E4M3, scale}, rows);
    expectSizes({RowType::Fp8E5M2, scale}, rows);
  }
  expectSizes({RowType::Int8, ScaleKind::Table}, rows);
  expectSizes({RowType::Int8Affine, ScaleKind::Table}, rows);
  expectSizes({RowType::Int8Affine, ScaleKind::Bucket}, rows);
}

TEST(RowFormatTest, RowsOfBytesWithOneScaleWord) {
  for (RowType type : {RowType::Fp8E4M3, RowType::Fp8E5M2, RowType::Int8})
    expectSizes({type, ScaleKind::Row}, {{1, 12, 32, 32},
                                         {2, 12, 32, 32},
                                         {5, 12, 32, 32},
                                         {8, 12, 32, 32},
                                         {10, 20, 32, 32},
                                         {24, 28, 32, 32},
                                         {32, 36, 64, 64},
                                         {128, 132, 160, 160},
                                         {2880, 2884, 2912, 2912}});
}

TEST(RowFormatTest, RowsOfBytesWithTwoScaleWords) {
  expectSizes({RowType::Int8Affine, ScaleKind::Row},
              {{1, 16, 32, 32},
               {2, 16, 32, 32},
               {5, 16, 32, 32},
               {8, 16, 32, 32},
               {10, 24, 32, 32},
               {24, 32, 32, 32},
               {32, 40, 64, 64},
               {128, 136, 160, 160},
               {2880, 2888, 2912, 2912}});
}

TEST(RowFormatTest, RowsOfBf16) {
  expectSizes({RowType::BF16}, {{1, 16, 32, 16},
                                {2, 16, 32, 16},
                                {5, 16, 32, 16},
                                {8, 16, 32, 16},
                                {10, 32, 32, 16},
                                {17, 48, 64, 32},
                                {128, 256, 256, 128},
                                {2880, 5760, 5760, 2880}});
}

TEST(RowFormatTest, ScalesOfRowsAreBehindTheirCodes) {
  RowFormat format{RowType::Int8, ScaleKind::Row};
  EXPECT_EQ(format::getScaleOffset(format, 1), 8);
  EXPECT_EQ(format::getScaleOffset(format, 8), 8);
  EXPECT_EQ(format::getScaleOffset(format, 10), 16);
  EXPECT_EQ(format::getScaleOffset(format, 128), 128);
  EXPECT_EQ(format::getScaleOffset(format, 2880), 2880);
}

TEST(RowFormatTest, ScaleWords) {
  EXPECT_EQ(format::getScaleWords({}), 0);
  EXPECT_EQ(format::getScaleWords({RowType::BF16}), 0);
  EXPECT_EQ(format::getScaleWords({RowType::Fp8E4M3}), 0);
  EXPECT_EQ(format::getScaleWords({RowType::Fp8E4M3, ScaleKind::Table}), 1);
  EXPECT_EQ(format::getScaleWords({RowType::Fp8E5M2, ScaleKind::Row}), 1);
  EXPECT_EQ(format::getScaleWords({RowType::Int8, ScaleKind::Table}), 1);
  EXPECT_EQ(format::getScaleWords({RowType::Int8, ScaleKind::Row}), 1);
  EXPECT_EQ(format::getScaleWords({RowType::Int8Affine, ScaleKind::Table}), 2);
  EXPECT_EQ(format::getScaleWords({RowType::Int8Affine, ScaleKind::Row}), 2);
  EXPECT_EQ(format::getScaleWords({RowType::Int8Affine, ScaleKind::Bucket}), 2);
}

// Whole rows where they have a scale, else the codes of one slice.
TEST(RowFormatTest, GatheredBytes) {
  RowFormat perTable{RowType::Int8, ScaleKind::Table};
  EXPECT_EQ(format::getGatheredRowBytes(perTable, 128, 1), 128);
  EXPECT_EQ(format::getGatheredRowBytes(perTable, 128, 4), 32);
  EXPECT_EQ(format::getGatheredRowBytes(perTable, 10, 1), 16);
  RowFormat perRow{RowType::Int8, ScaleKind::Row};
  EXPECT_EQ(format::getGatheredRowBytes(perRow, 128, 1), 132);
  EXPECT_EQ(format::getGatheredRowBytes(perRow, 128, 4), 132);
  EXPECT_EQ(format::getGatheredRowBytes({RowType::BF16}, 128, 4), 64);
  EXPECT_EQ(format::getGatheredRowBytes({}, 128, 4), 128);
  EXPECT_EQ(format::getGatheredRowBytes({}, 10, 1), 40);
}

TEST(RowFormatTest, ElementsAndCodes) {
  auto expectCode = [](RowType type, ElementType element, int64_t bytes) {
    EXPECT_EQ(format::getElementType(type), element);
    EXPECT_EQ(format::getCodeBytes(type), bytes);
  };
  expectCode(RowType::F32, ElementType::F32, 4);
  expectCode(RowType::BF16, ElementType::BF16, 2);
  expectCode(RowType::Fp8E4M3, ElementType::F8E4M3FN, 1);
  expectCode(RowType::Fp8E5M2, ElementType::F8E5M2, 1);
  expectCode(RowType::Int8, ElementType::I8, 1);
  expectCode(RowType::Int8Affine, ElementType::I8, 1);
}

TEST(RowFormatTest, ValuesOutsideAnEnumHaveNoName) {
  EXPECT_EQ(format::getRowTypeName(static_cast<RowType>(6)), "?");
  EXPECT_EQ(format::getScaleName(static_cast<ScaleKind>(4)), "?");
}

TEST(RowFormatTest, Texts) {
  auto expectText = [](RowFormat format, const char *text) {
    EXPECT_EQ(formatRowFormat(format), text);
    absl::StatusOr<RowFormat> parsed = parseRowFormat(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, format) << text;
  };
  expectText({}, "f32");
  expectText({RowType::BF16}, "bf16");
  expectText({RowType::Fp8E4M3}, "fp8_e4m3");
  expectText({RowType::Fp8E5M2}, "fp8_e5m2");
  expectText({RowType::Fp8E4M3, ScaleKind::Row}, "fp8_e4m3,scale=row");
  expectText({RowType::Int8, ScaleKind::Table}, "int8,scale=table");
  expectText({RowType::Int8, ScaleKind::Row}, "int8,scale=row");
  expectText({RowType::Int8Affine, ScaleKind::Row}, "int8_affine,scale=row");
  expectText({RowType::Int8Affine, ScaleKind::Bucket},
             "int8_affine,scale=bucket");
  expectText({RowType::Int8Affine, ScaleKind::Table, -1, 1},
             "int8_affine,scale=table,range=-1:1");
  expectText({RowType::Fp8E5M2, ScaleKind::Table, -0.1f, 3e38f},
             "fp8_e5m2,scale=table,range=-0.100000001:3.00000001e+38");
}

// 9 digits tell every f32 from its neighbours.
TEST(RowFormatTest, EndsOfARangeStayAsTheyAre) {
  for (float low : {-1.0f / 3, -0x1.fffffep-3f, -0x1p-149f, -16777217.0f}) {
    RowFormat format{RowType::Int8, ScaleKind::Table, low, 0x1.000002p0f};
    absl::StatusOr<RowFormat> parsed = parseRowFormat(formatRowFormat(format));
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, format) << formatRowFormat(format);
  }
}

TEST(RowFormatTest, WhatIsNotWrittenFollows) {
  auto expectFormat = [](const char *text, RowFormat format) {
    absl::StatusOr<RowFormat> parsed = parseRowFormat(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, format) << text;
  };
  expectFormat("int8", {RowType::Int8, ScaleKind::Table});
  expectFormat("int8_affine", {RowType::Int8Affine, ScaleKind::Table});
  expectFormat("int8,scale=bucket", {RowType::Int8Affine, ScaleKind::Bucket});
  expectFormat("f32,scale=none", {});
  expectFormat("bf16,scale=none", {RowType::BF16});
  expectFormat("fp8_e4m3,range=-2:2",
               {RowType::Fp8E4M3, ScaleKind::Table, -2, 2});
  expectFormat("int8,range=0:1.5,scale=table",
               {RowType::Int8, ScaleKind::Table, 0, 1.5f});
}

void expectError(const std::string &text, const std::string &problem) {
  absl::StatusOr<RowFormat> parsed = parseRowFormat(text);
  ASSERT_FALSE(parsed.ok()) << text;
  EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(parsed.status().message()),
            "'" + text + "': " + problem +
                "; a row format is f32, bf16, fp8_e4m3, fp8_e5m2, int8 or "
                "int8_affine, then if wanted ,scale=none|table|row|bucket and "
                ",range=LOW:HIGH");
}

TEST(RowFormatTest, UnknownTypes) {
  expectError("", "no type ''");
  expectError("int4", "no type 'int4'");
  expectError("INT8", "no type 'INT8'");
  expectError(" int8", "no type ' int8'");
  expectError("scale=row", "no type 'scale=row'");
}

TEST(RowFormatTest, UnreadableParts) {
  expectError("int8,", "cannot read ''");
  expectError("int8,row", "cannot read 'row'");
  expectError("int8,scale", "cannot read 'scale'");
  expectError("int8,scale=", "cannot read 'scale='");
  expectError("int8,scale=column", "cannot read 'scale=column'");
  expectError("int8,scale=row,scale=row", "cannot read 'scale=row'");
  expectError("int8,size=3", "cannot read 'size=3'");
}

TEST(RowFormatTest, UnreadableRanges) {
  for (const char *range :
       {"range", "range=", "range=1", "range=1:", "range=:1", "range=-1:1:2",
        "range=-1:x", "range=1:1", "range=1:-1", "range=-0:0", "range=nan:1",
        "range=-inf:1", "range=-1:inf", "range=-1e39:1", "range=0:1e39"})
    expectError(std::string("int8,") + range,
                std::string("cannot read '") + range + "'");
  expectError("int8,range=-1:1,range=-2:2", "cannot read 'range=-2:2'");
}

TEST(RowFormatTest, PartsThatDoNotGoTogether) {
  for (const char *type : {"int8", "int8_affine"})
    expectError(std::string(type) + ",scale=none", "int8 needs a scale");
  for (const char *type : {"f32", "bf16", "fp8_e4m3", "fp8_e5m2"})
    expectError(std::string(type) + ",scale=bucket", "buckets are for int8");
  for (const char *scale : {"table", "row"}) {
    expectError(std::string("f32,scale=") + scale,
                "f32 and bf16 have no scale");
    expectError(std::string("bf16,scale=") + scale,
                "f32 and bf16 have no scale");
  }
  expectError("bf16,range=0:1", "f32 and bf16 have no scale");
  expectError("int8,scale=row,range=0:1", "a range is for scale=table");
  expectError("int8,scale=bucket,range=0:1", "a range is for scale=table");
  expectError("fp8_e4m3,scale=none,range=0:1", "a range is for scale=table");
}

} // namespace
} // namespace sc::test
