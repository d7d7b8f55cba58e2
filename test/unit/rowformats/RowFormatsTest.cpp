//===-- RowFormatsTest.cpp - which tables are stored narrow ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read, and one message with its place for each way to get it wrong.

#include "sc/RowFormats/RowFormats.h"

#include "runtime/format/Types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace sc {
namespace {

using format::RowFormat;
using format::RowType;
using format::ScaleKind;
using testing::StartsWith;

/// "* bf16; item int8,scale=row", or the error after "error: ".
static std::string read(const std::string &argument) {
  std::string error = "left over";
  std::optional<RowFormats> formats = readRowFormats(argument, error);
  if (!formats)
    return "error: " + error;
  EXPECT_EQ(error, "");
  std::string text;
  auto add = [&](const std::string &name, const RowFormat &format) {
    text += (text.empty() ? "" : "; ") + name + " " + formatRowFormat(format);
  };
  if (formats->others)
    add("*", *formats->others);
  for (const auto &[name, format] : formats->tables)
    add(name, format);
  return text;
}

/// What is made of a file, with "f.json" for its path.
static std::string readAs(const std::string &contents) {
  const std::string path = testing::TempDir() + "sc_row_formats_" +
                           std::to_string(getpid()) + ".json";
  std::ofstream(path, std::ios::binary) << contents;
  std::string text = read(path);
  std::remove(path.c_str());
  for (size_t at = text.find(path); at != std::string::npos;
       at = text.find(path))
    text.replace(at, path.size(), "f.json");
  return text;
}

TEST(RowFormats, oneFormatForAllTables) {
  EXPECT_EQ(read("bf16"), "* bf16");
  EXPECT_EQ(read("int8"), "* int8,scale=table");
  EXPECT_EQ(read("int8,scale=row"), "* int8,scale=row");
  EXPECT_THAT(read("int9"), StartsWith("error: 'int9': no type 'int9'; "));
  EXPECT_THAT(read("int9"),
              testing::EndsWith("; a file of formats by table ends with "
                                ".json"));
  EXPECT_THAT(read(""), StartsWith("error: '': no type ''; "));
}

TEST(RowFormats, aFileNamesTables) {
  EXPECT_EQ(readAs(R"({"*": "int8,scale=row", "user": "bf16",
                       "item": "f32"})"),
            "* int8,scale=row; item f32; user bf16");
  EXPECT_EQ(readAs("\xEF\xBB\xBF{\"user\": \"fp8_e5m2\"}"), "user fp8_e5m2");
}

TEST(RowFormats, findsTheFormatOfATable) {
  RowFormats formats;
  EXPECT_EQ(formats.find("user"), RowFormat());
  formats.tables["user"] = {RowType::BF16, ScaleKind::None};
  formats.tables["item"] = {};
  EXPECT_EQ(formats.find("user").type, RowType::BF16);
  EXPECT_FALSE(formats.find("other").isNarrow());
  formats.others = RowFormat{RowType::Int8, ScaleKind::Row};
  EXPECT_EQ(formats.find("other").type, RowType::Int8);
  EXPECT_EQ(formats.find("user").type, RowType::BF16);
  EXPECT_FALSE(formats.find("item").isNarrow());
}

TEST(RowFormats, errorsHaveTheirPlace) {
  EXPECT_EQ(readAs("[]"),
            "error: f.json:1:1: a file of row formats must be an object, got "
            "an array");
  EXPECT_EQ(readAs("{}"), "error: f.json:1:1: a file of row formats must name "
                          "a table, or all others as \"*\"");
  EXPECT_EQ(readAs("{\"user\": \"bf16\",\n  \"\": \"bf16\"}"),
            "error: f.json:2:3: a table has no name");
  EXPECT_EQ(readAs("{\"user\":\n  8}"),
            "error: f.json:1:2: the format of table 'user' must be a text "
            "like \"int8,scale=row\", got a number");
  EXPECT_EQ(readAs("{\"*\": {}}"),
            "error: f.json:1:2: the format of all other tables must be a text "
            "like \"int8,scale=row\", got an object");
  EXPECT_EQ(readAs("{\"user\": \"f32\",\n\"user\": \"bf16\"}"),
            "error: f.json:2:1: the format of table 'user' is given twice, "
            "first in line 1");
  EXPECT_EQ(readAs("{\"*\": \"f32\",\n \"*\": \"f32\"}"),
            "error: f.json:2:2: the format of all other tables is given "
            "twice, first in line 1");
  EXPECT_THAT(readAs("{\"a\": \"bf16\",\n \"user\": \"int8,scale=none\"}"),
              StartsWith("error: f.json:2:2: the format of table 'user': "
                         "'int8,scale=none': int8 needs a scale; "));
  EXPECT_THAT(readAs("{\"user\": \"bf16\""), StartsWith("error: f.json:1:"));
}

TEST(RowFormats, filesThatCannotBeRead) {
  EXPECT_EQ(read("no/such.json"), "error: no/such.json: cannot be opened: No "
                                  "such file or directory");
  EXPECT_EQ(readAs(""), "error: f.json: is empty");
}

/// "stored bytes of a row, of the table, place of the last row".
static std::array<int64_t, 3> measure(const std::string &text, int64_t rows,
                                      int64_t width) {
  absl::StatusOr<RowFormat> format = format::parseRowFormat(text);
  EXPECT_TRUE(format.ok()) << format.status();
  const int64_t rowBytes = getRowBytes(*format, width);
  const std::optional<int64_t> bytes =
      format::countBytes(getElementType(format->type),
                         std::vector{rows, getRowElements(*format, width)});
  EXPECT_TRUE(bytes);
  return {rowBytes, bytes.value_or(0), (rows - 1) * rowBytes};
}

TEST(RowFormats, sizesOfTablesThatNeed64Bits) {
  using Sizes = std::array<int64_t, 3>;
  constexpr int64_t kMillions64 = 67'108'864, kMillions206 = 206'000'000;
  EXPECT_EQ(measure("f32", kMillions64, 32),
            (Sizes{128, 8'589'934'592, 8'589'934'464}));
  EXPECT_EQ(measure("int8", kMillions64, 32),
            (Sizes{32, 2'147'483'648, 2'147'483'616}));
  EXPECT_EQ(measure("int8,scale=row", kMillions64, 32),
            (Sizes{64, 4'294'967'296, 4'294'967'232}));
  EXPECT_EQ(measure("bf16", kMillions64, 32),
            (Sizes{64, 4'294'967'296, 4'294'967'232}));
  EXPECT_EQ(measure("f32", kMillions206, 32),
            (Sizes{128, 26'368'000'000, 26'367'999'872}));
  EXPECT_EQ(measure("fp8_e4m3", kMillions206, 32),
            (Sizes{32, 6'592'000'000, 6'591'999'968}));
  EXPECT_EQ(measure("int8_affine,scale=row", kMillions206, 32),
            (Sizes{64, 13'184'000'000, 13'183'999'936}));
}

} // namespace
} // namespace sc
