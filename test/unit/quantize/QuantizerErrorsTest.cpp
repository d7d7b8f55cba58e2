//===-- QuantizerErrorsTest.cpp - the texts of the quantizer's errors -----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats, pieces, values.

#include "test/unit/quantize/Conversion.h"

#include <cmath>
#include <limits>

namespace sc::test {
namespace {

using format::RowType;
using format::ScaleKind;
using quantize::TableFormat;
using quantize::TableQuantizer;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

std::string describe(const absl::Status &status) {
  return std::string(status.message());
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

struct FormatCase {
  TableFormat format;
  std::string error;
};

TableFormat makeFormat(RowType type, ScaleKind scale, float low = 0,
                       float high = 0, int64_t buckets = 0, int64_t width = 8) {
  return {{type, scale, low, high}, width, buckets};
}

TEST(QuantizerErrorsTest, Formats) {
  const auto none = ScaleKind::None, whole = ScaleKind::Table;
  const auto row = ScaleKind::Row, bucket = ScaleKind::Bucket;
  const auto affine = RowType::Int8Affine;
  const std::vector<FormatCase> cases = {
      {makeFormat(RowType::F32, none),
       "f32 rows are not narrow; types are bf16, fp8_e4m3, fp8_e5m2, int8 or "
       "int8_affine"},
      {makeFormat(static_cast<RowType>(9), none),
       "there is no row type 9; types are bf16, fp8_e4m3, fp8_e5m2, int8 or "
       "int8_affine"},
      {makeFormat(RowType::Int8, static_cast<ScaleKind>(7)),
       "there is no scale 7; scales are none, table, row or bucket"},
      {makeFormat(RowType::Int8, none),
       "int8 needs a scale: table, row or bucket"},
      {makeFormat(RowType::BF16, row),
       "bf16 has no scale, but scale=row is given"},
      {makeFormat(RowType::Int8, bucket, 0, 1, 4),
       "scale=bucket is for int8_affine, not for int8"},
      {makeFormat(RowType::Fp8E4M3, bucket, 0, 1, 4),
       "scale=bucket is for int8_affine, not for fp8_e4m3"},
      {makeFormat(affine, bucket, 0, 1, 1),
       "1 buckets do not fit int8_affine; scale=bucket takes 2 to 256"},
      {makeFormat(affine, bucket, 0, 1, 257),
       "257 buckets do not fit int8_affine; scale=bucket takes 2 to 256"},
      {makeFormat(affine, whole, 0, 0, 16),
       "16 buckets go with scale=bucket, not with scale=table"},
      {makeFormat(affine, row, 0, 0, 0, 0),
       "rows of 0 values; narrow rows have 1 to 2147483647"},
      {makeFormat(affine, row, 0, 0, 0, std::numeric_limits<int64_t>::max()),
       "rows of 9223372036854775807 values; narrow rows have 1 to 2147483647"},
  };
  for (const FormatCase &test : cases) {
    auto made = TableQuantizer::create("user 1", test.format);
    ASSERT_FALSE(made.ok()) << test.error;
    EXPECT_EQ(describe(made.status()), "table 'user 1': " + test.error);
  }
}

TEST(QuantizerErrorsTest, Ranges) {
  const auto whole = ScaleKind::Table, bucket = ScaleKind::Bucket;
  const auto affine = RowType::Int8Affine;
  const std::string ends =
      " has no values; its ends are finite and the first is less than the "
      "second";
  const std::vector<FormatCase> cases = {
      {makeFormat(affine, bucket, 1, 1, 4), "range 1:1" + ends},
      {makeFormat(affine, bucket, 0, 0, 4), "range 0:0" + ends},
      {makeFormat(affine, whole, 1, -1), "range 1:-1" + ends},
      {makeFormat(affine, whole, 0, kInfinity), "range 0:inf" + ends},
      {makeFormat(affine, whole, NAN, 1), "range nan:1" + ends},
      {makeFormat(affine, ScaleKind::Row, 0, 1),
       "range 0:1 goes with scale=table, not with scale=row"},
      {makeFormat(RowType::BF16, ScaleKind::None, 0, 1),
       "range 0:1 goes with scale=table, not with scale=none"},
      {makeFormat(affine, bucket, -kMax, kMax, 4),
       "range -3.40282347e+38:3.40282347e+38 has no 4 buckets in f32; give a "
       "range that has"},
      // Steps of 1.5 denormals become 2; those of 0.4 become 0.
      {makeFormat(affine, bucket, 0, 0x1.8p-142f, 129),
       "range 0:2.69049305e-43 has no 129 buckets in f32; give a range that "
       "has"},
      {makeFormat(affine, bucket, 0, 0x1p-149f, 256),
       "range 0:1.40129846e-45 has no 256 buckets in f32; give a range that "
       "has"},
      {makeFormat(affine, whole, -kMax, kMax),
       "range -3.40282347e+38:3.40282347e+38 has no finite int8_affine scale "
       "in f32 other than 0; give another range"},
      {makeFormat(RowType::Int8, whole, 0, 0x1p-149f),
       "range 0:1.40129846e-45 has no finite int8 scale in f32 other than 0; "
       "give another range"},
  };
  for (const FormatCase &test : cases) {
    auto made = TableQuantizer::create("t", test.format);
    ASSERT_FALSE(made.ok()) << test.error;
    EXPECT_EQ(describe(made.status()), "table 't': " + test.error);
  }
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

TEST(QuantizerErrorsTest, Pieces) {
  TableQuantizer quantizer = makeQuantizer(parseFormat("int8", 4));
  const std::vector<float> values(9);
  std::vector<std::byte> stored(64);
  const std::string notRows = "table 't': 9 values are not whole rows of 4";
  EXPECT_EQ(describe(quantizer.scan(values)), notRows);
  EXPECT_EQ(describe(quantizer.convert(values, stored)), notRows);
  std::span<const float> rows = std::span(values).first(8);
  EXPECT_EQ(describe(quantizer.convert(rows, std::span(stored).first(63))),
            "table 't': 63 bytes for 2 stored rows of 32 bytes");
  EXPECT_TRUE(quantizer.scan(rows.first(4)).ok());
  EXPECT_EQ(describe(quantizer.convert(rows, stored)),
            "table 't', row 1: not scanned; the scale of the table depends on "
            "all rows");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

struct ValueCase {
  const char *format;
  float value; // in a table of zeros and one that is -2e38
  std::string error;
};

TEST(QuantizerErrorsTest, Values) {
  const std::string nan =
      "code; remove it, or store the table as bf16, fp8_e4m3 or fp8_e5m2";
  const std::string infinity = "scale reaches infinity; remove it, or clip it "
                               "with scale=table,range=LOW:HIGH";
  const std::vector<ValueCase> cases = {
      {"int8", NAN, "NaN has no int8 " + nan},
      {"int8_affine,scale=row", -NAN, "NaN has no int8_affine " + nan},
      {"int8,range=-1:1", NAN, "NaN has no int8 " + nan},
      {"int8", kInfinity, "no int8 " + infinity},
      {"int8,scale=row", -kInfinity, "no int8 " + infinity},
      {"fp8_e4m3,scale=table", -kInfinity, "no fp8_e4m3 " + infinity},
      {"fp8_e5m2,scale=row", kInfinity, "no fp8_e5m2 " + infinity},
      {"int8_affine", kMax,
       "no finite int8_affine scale in f32 reaches from -1.99999994e+38 to "
       "3.40282347e+38; clip with scale=table,range=LOW:HIGH"},
      {"int8_affine,scale=row", kMax,
       "no finite int8_affine scale in f32 reaches from -1.99999994e+38 to "
       "3.40282347e+38; clip with scale=table,range=LOW:HIGH"},
  };
  for (const ValueCase &test : cases) {
    SCOPED_TRACE(test.format);
    std::vector<float> table(12);
    table[8] = -2e38f;
    table[10] = test.value;
    Conversion result =
        convert(parseFormat(test.format, 4),
                std::vector<std::span<const float>>{
                    std::span(table).first(4), std::span(table).subspan(4)});
    EXPECT_EQ(describe(result.status),
              "table 't', row 2, column 2: " + test.error);
  }
}

// The scale itself is finite in these.
TEST(QuantizerErrorsTest, OutermostCodesThatOverflow) {
  Conversion result = convert(parseFormat("int8", 2), {1, kMax});
  EXPECT_EQ(describe(result.status),
            "table 't', row 0, column 1: no finite int8 scale in f32 reaches "
            "from 1 to 3.40282347e+38; clip with scale=table,range=LOW:HIGH");
  result = convert(parseFormat("int8_affine", 2), {kMax, 0x1p111f});
  EXPECT_EQ(describe(result.status),
            "table 't', row 0, column 1: no finite int8_affine scale in f32 "
            "reaches from 2.59614843e+33 to 3.40282347e+38; clip with "
            "scale=table,range=LOW:HIGH");
  result = convert(parseFormat("int8_affine", 2), {kMax, 0});
  EXPECT_TRUE(result.status.ok()) << result.status;
}

TEST(QuantizerErrorsTest, GivenRangesClipInfinities) {
  for (const char *text : {"int8,range=-2:4", "fp8_e4m3,range=-4:1"}) {
    Conversion result = convert(parseFormat(text, 2), {kInfinity, -kInfinity});
    ASSERT_TRUE(result.status.ok()) << result.status;
    EXPECT_EQ(result.values, (std::vector<float>{4, -4}));
    EXPECT_EQ(result.report.clipped, 2);
  }
  Conversion affine =
      convert(parseFormat("int8_affine,range=-1:254", 2), {kInfinity, -kMax});
  EXPECT_EQ(affine.values, (std::vector<float>{254, -1}));
}

} // namespace
} // namespace sc::test
