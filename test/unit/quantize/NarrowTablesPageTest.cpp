//===-- NarrowTablesPageTest.cpp - docs/NarrowTables.md equals the code ---===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To update the page's tables, replace the text between the markers with what
// the failing test printed.

#include "runtime/format/RowFormat.h"
#include "runtime/quantize/TableQuantizer.h"
#include "test/property/Random.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gtest/gtest.h"

#include <fstream>
#include <limits>
#include <sstream>

namespace sc::test {
namespace {

using namespace quantize;

static std::string readPage() {
  std::ifstream file(SC_DOCS_DIR "/NarrowTables.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

static std::string readPart(const std::string &name) {
  std::string page = readPage();
  std::string begin = "<!-- " + name + " begin -->\n";
  size_t from = page.find(begin), to = page.find("<!-- " + name + " end -->");
  if (from == std::string::npos || to == std::string::npos)
    return "no markers of " + name;
  return page.substr(from + begin.size(), to - from - begin.size());
}

static format::RowFormat parse(const char *text) {
  absl::StatusOr<format::RowFormat> format = format::parseRowFormat(text);
  EXPECT_TRUE(format.ok()) << format.status();
  return *format;
}

/// The bytes that all of these formats have in common, or -1.
static int64_t getCommonRowBytes(std::initializer_list<const char *> formats,
                                 int64_t width) {
  int64_t bytes = format::getRowBytes(parse(*formats.begin()), width);
  for (const char *format : formats)
    if (format::getRowBytes(parse(format), width) != bytes)
      return -1;
  return bytes;
}

static std::string printSizes() {
  std::string text =
      "| width | f32 | bf16 | int8, int8_affine, FP8 with a scale for the "
      "table or none | int8, FP8 with scale=row | int8_affine,scale=row |\n"
      "|---:|---:|---:|---:|---:|---:|\n";
  for (int64_t width : {1, 2, 5, 8, 10, 16, 32, 64, 128, 2880}) {
    int64_t paddedWidth = (width + 7) / 8 * 8;
    absl::StrAppend(
        &text, "| ", width, " | ", getCommonRowBytes({"f32"}, paddedWidth),
        " | ", getCommonRowBytes({"bf16"}, width), " | ",
        getCommonRowBytes({"int8", "int8_affine", "int8,scale=bucket",
                           "fp8_e4m3", "fp8_e4m3,scale=table", "fp8_e5m2",
                           "fp8_e5m2,scale=table"},
                          width),
        " | ",
        getCommonRowBytes(
            {"int8,scale=row", "fp8_e4m3,scale=row", "fp8_e5m2,scale=row"},
            width),
        " | ", getCommonRowBytes({"int8_affine,scale=row"}, width), " |\n");
  }
  return text;
}

TEST(NarrowTablesPage, RowBytes) { EXPECT_EQ(readPart("sizes"), printSizes()); }

/// About normal, with a standard deviation of 0.05, the same everywhere.
static std::vector<float> drawTable(int64_t numValues) {
  Random random(20260101);
  std::vector<float> values;
  for (int64_t i = 0; i < numValues; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k)
      sum += random.unit();
    values.push_back(static_cast<float>(0.05 * sum));
  }
  return values;
}

static TableReport convert(const char *text, int64_t width,
                           const std::vector<float> &values) {
  TableFormat format = {parse(text), width, 0};
  absl::StatusOr<TableQuantizer> quantizer =
      TableQuantizer::create("table", format);
  EXPECT_TRUE(quantizer.ok()) << quantizer.status();
  EXPECT_TRUE(quantizer->scan(values).ok());
  size_t rows = values.size() / static_cast<size_t>(width);
  size_t rowBytes =
      static_cast<size_t>(format::getRowBytes(format.rows, width));
  std::vector<std::byte> stored(rows * rowBytes);
  EXPECT_TRUE(quantizer->convert(values, stored).ok());
  return quantizer->getReport();
}

static std::string printErrors() {
  constexpr int64_t kWidth = 128, kRows = 4096;
  std::vector<float> values = drawTable(kRows * kWidth);
  std::string text = "| format | bytes of a row | max error | mean error | "
                     "clipped |\n|---|---:|---:|---:|---:|\n";
  for (const char *format :
       {"bf16", "fp8_e4m3", "fp8_e4m3,scale=table", "fp8_e5m2", "int8",
        "int8,scale=row", "int8_affine", "int8_affine,scale=row",
        "int8,scale=table,range=-0.2:0.2"}) {
    TableReport report = convert(format, kWidth, values);
    absl::StrAppendFormat(&text, "| `%s` | %d | %.1e | %.1e | %d |\n", format,
                          format::getRowBytes(parse(format), kWidth),
                          report.maxError, report.meanError, report.clipped);
  }
  return text;
}

TEST(NarrowTablesPage, Errors) { EXPECT_EQ(readPart("errors"), printErrors()); }

TEST(NarrowTablesPage, SuggestedRange) {
  TableReport report = convert("int8", 128, drawTable(4096 * 128));
  EXPECT_EQ(readPart("suggestion"),
            absl::StrFormat("The values lie from %.4f to %.4f; the suggested "
                            "range of int8 is %.4f:%.4f.\n",
                            report.low, report.high, report.suggestedLow,
                            report.suggestedHigh));
}

/// The error of a table 'user' of 4 columns, with `value` in row 5, column 3.
static std::string getError(const TableFormat &format, float value) {
  absl::StatusOr<TableQuantizer> quantizer =
      TableQuantizer::create("user", format);
  if (!quantizer.ok())
    return std::string(quantizer.status().message());
  std::vector<float> values(24, 1.0f);
  values.back() = value;
  std::vector<std::byte> stored(6 * 32);
  absl::Status status = quantizer->scan(values);
  if (status.ok())
    status = quantizer->convert(values, stored);
  return std::string(status.message());
}

TEST(NarrowTablesPage, ErrorExamples) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  format::RowFormat buckets = parse("int8,scale=bucket");
  format::RowFormat range = parse("int8");
  range.low = range.high = 1;
  const std::string page = readPage();
  for (const std::string &error :
       {getError({parse("int8"), 4, 0}, kNaN),
        getError({parse("int8"), 4, 0}, kInfinity),
        getError({parse("int8_affine"), 4, 0}, kLowest),
        getError({buckets, 4, 300}, 0), getError({range, 4, 0}, 0)})
    EXPECT_NE(page.find("`" + error + "`"), std::string::npos) << error;
}

} // namespace
} // namespace sc::test
