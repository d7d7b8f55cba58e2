//===-- ConversionTablesTest.cpp - codes as ml_dtypes makes them ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs/conversions.csv has floats and codes as make_conversion_tables.py
// wrote them.

#include "runtime/format/FloatCodes.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace sc::quantize {
namespace {

using namespace format;

static std::optional<uint32_t> encode(std::string_view type, float value) {
  if (type == "fp8_e4m3")
    return encodeFp8<kE4M3>(value);
  if (type == "fp8_e5m2")
    return encodeFp8<kE5M2>(value);
  if (type == "bf16")
    return encodeBf16(value);
  return std::nullopt;
}

static std::optional<float> decode(std::string_view type, uint32_t code) {
  if (type == "fp8_e4m3")
    return decodeFp8<kE4M3>(static_cast<uint8_t>(code));
  if (type == "fp8_e5m2")
    return decodeFp8<kE5M2>(static_cast<uint8_t>(code));
  if (type == "bf16")
    return decodeBf16(static_cast<uint16_t>(code));
  return std::nullopt;
}

static std::optional<uint32_t>
convert(std::string_view type, std::string_view direction, uint32_t bits) {
  if (direction == "encode")
    return encode(type, std::bit_cast<float>(bits));
  if (std::optional<float> value = decode(type, bits))
    return std::bit_cast<uint32_t>(*value);
  return std::nullopt;
}

TEST(ConversionTables, EqualMlDtypes) {
  std::ifstream file(SC_QUANTIZE_INPUTS "/conversions.csv");
  ASSERT_TRUE(file.is_open());
  std::map<std::string, int> counts;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#"))
      continue;
    SCOPED_TRACE(line);
    std::vector<std::string> parts = absl::StrSplit(line, ',');
    ASSERT_EQ(parts.size(), 4u);
    uint32_t given = 0, expected = 0;
    ASSERT_TRUE(absl::SimpleHexAtoi(parts[2], &given));
    ASSERT_TRUE(absl::SimpleHexAtoi(parts[3], &expected));
    ASSERT_EQ(convert(parts[0], parts[1], given), expected);
    ++counts[parts[0] + " " + parts[1]];
  }
  EXPECT_EQ(counts["fp8_e4m3 decode"], 256);
  EXPECT_EQ(counts["fp8_e5m2 decode"], 256);
  EXPECT_GE(counts["bf16 decode"], 200);
  EXPECT_GE(counts["fp8_e4m3 encode"], 500);
  EXPECT_GE(counts["fp8_e5m2 encode"], 490);
  EXPECT_GE(counts["bf16 encode"], 900);
}

} // namespace
} // namespace sc::quantize
