//===-- RangeSearchTest.cpp - the range with the least error --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Against all ranges, computed from the definition; and tables with a few far
// values, which clipping makes better.

#include "test/property/Random.h"
#include "test/unit/quantize/Conversion.h"

#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace sc::test {
namespace {

using quantize::CodeSpan;
using quantize::Extremes;
using quantize::TableFormat;
using quantize::ValueHistogram;
using Bin = ValueHistogram::Bin;

//===----------------------------------------------------------------------===//
// Histogram
//===----------------------------------------------------------------------===//

TEST(RangeSearchTest, BinsAreSixteenthsOfPowersOfTwo) {
  ValueHistogram histogram;
  histogram.add(std::vector<float>{1, 1.0624f, 1.0625f, -1, 0, 3, NAN,
                                   std::numeric_limits<float>::infinity()});
  std::vector<Bin> bins = histogram.getBins();
  ASSERT_EQ(bins.size(), 5u);
  const std::vector<double> values = {-1.03125, 0, 1.03125, 1.09375, 3.0625};
  for (size_t i = 0; i < bins.size(); ++i)
    EXPECT_NEAR(bins[i].value, values[i], 1e-38);
  EXPECT_EQ(bins[2].count, 2);
  EXPECT_EQ(bins[3].count, 1);
}

//===----------------------------------------------------------------------===//
// The definition
//===----------------------------------------------------------------------===//

double computeError(const std::vector<Bin> &bins, double low, double high,
                    double step) {
  double error = 0;
  for (const Bin &bin : bins) {
    double outside = std::max({0.0, low - bin.value, bin.value - high});
    error += static_cast<double>(bin.count) *
             (outside > 0 ? outside * outside : step * step / 12);
  }
  return error;
}

/// As the search counts values: the outermost bins at the extremes.
std::vector<Bin> getMovedBins(const ValueHistogram &histogram,
                              const Extremes &extremes) {
  std::vector<Bin> bins = histogram.getBins();
  bins.front().value = extremes.low;
  bins.back().value = extremes.high;
  return bins;
}

double findLeastFreeError(const std::vector<Bin> &bins, double steps) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < bins.size(); ++i)
    for (size_t j = i + 1; j < bins.size(); ++j)
      least = std::min(least,
                       computeError(bins, bins[i].value, bins[j].value,
                                    (bins[j].value - bins[i].value) / steps));
  return least;
}

std::vector<float> drawTable(Random &random) {
  std::vector<float> table;
  float center = random.real(-3, 3);
  for (int64_t i = random.between(2, 300); i > 0; --i)
    table.push_back(center + random.real(-1, 1) * random.real(0, 1));
  for (int64_t i = random.between(0, 3); i > 0; --i)
    table.push_back(random.real(-100, 100));
  random.shuffle(table);
  return table;
}

TEST(RangeSearchTest, NoFreeRangeIsBetter) {
  forEachCase(100, [](Random &random) {
    TableFormat format = parseFormat("int8_affine", 1);
    std::vector<float> table = drawTable(random);
    ValueHistogram histogram;
    histogram.add(table);
    Extremes extremes = quantize::findExtremes(table);
    CodeSpan best = findBestRange(format, histogram, extremes);
    std::vector<Bin> bins = getMovedBins(histogram, extremes);
    double step = (double{best.high} - double{best.low}) / 255;
    double error = computeError(bins, best.low, best.high, step);
    double least = bins.size() > 1 ? findLeastFreeError(bins, 255) : error;
    // Ends are rounded to f32.
    EXPECT_NEAR(error, least, 1e-5 * least);
  });
}

TEST(RangeSearchTest, NoSymmetricRangeIsBetter) {
  forEachCase(100, [](Random &random) {
    std::vector<float> table = drawTable(random);
    for (float &value : table)
      value = std::fabs(value);
    ValueHistogram histogram;
    histogram.add(table);
    Extremes extremes = quantize::findExtremes(table);
    CodeSpan best = findBestRange(parseFormat("int8", 1), histogram, extremes);
    EXPECT_EQ(best.low, -best.high);
    std::vector<Bin> bins = histogram.getBins();
    bins.back().value = extremes.high;
    double error =
        computeError(bins, best.low, best.high, double{best.high} / 127);
    double least = error;
    for (const Bin &bin : bins)
      least = std::min(
          least, computeError(bins, -bin.value, bin.value, bin.value / 127));
    EXPECT_NEAR(error, least, 1e-5 * least);
  });
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// 4096 values in (-1, 1), and one that is 5.
std::vector<float> makeTableWithAFarValue() {
  std::vector<float> table;
  for (int i = 0; i < 4096; ++i)
    table.push_back(static_cast<float>(i - 2048) / 2048.5f);
  table.push_back(5);
  return table;
}

TEST(RangeSearchTest, EveryRangeIsTheBestForItsCodes) {
  std::vector<float> table = makeTableWithAFarValue();
  // One value that clips by 4 costs more than steps of 1/43 for all.
  auto report = convert(parseFormat("int8_affine", 1), table).report;
  EXPECT_EQ(report.suggestedLow, table.front());
  EXPECT_EQ(report.suggestedHigh, 5);
  // With 16 values steps of 6/15 cost more; and those that clip at the other
  // ends make up for it.
  TableFormat format = parseFormat("int8_affine,scale=bucket", 1);
  format.rows.low = -1;
  format.rows.high = 5;
  format.buckets = 16;
  report = convert(format, table).report;
  EXPECT_EQ(report.suggestedLow, -0.953125f);
  EXPECT_EQ(report.suggestedHigh, 0.984375f);
}

TEST(RangeSearchTest, TheSuggestedRangeMakesErrorsSmaller) {
  Random random(7);
  std::vector<float> table;
  for (int i = 0; i < 1 << 20; ++i)
    table.push_back(random.real(-1, 1) + random.real(-1, 1));
  table[9] = 200;
  for (const char *text : {"int8", "int8_affine"}) {
    auto plain = convert(parseFormat(text, 8), table).report;
    EXPECT_LE(plain.suggestedHigh, 2);
    TableFormat format = parseFormat(text, 8);
    format.rows.low = plain.suggestedLow;
    format.rows.high = plain.suggestedHigh;
    auto clipped = convert(format, table).report;
    EXPECT_LT(clipped.meanError, plain.meanError) << text;
    EXPECT_GT(clipped.clipped, 0);
    EXPECT_EQ(clipped.suggestedHigh, plain.suggestedHigh);
  }
}

TEST(RangeSearchTest, OrderDoesNotShow) {
  Random random(20260101);
  std::vector<float> table = makeTableWithAFarValue();
  auto sorted = convert(parseFormat("int8", 1), table).report;
  random.shuffle(table);
  auto shuffled = convert(parseFormat("int8", 1), table).report;
  EXPECT_EQ(shuffled.suggestedHigh, sorted.suggestedHigh);
}

TEST(RangeSearchTest, TablesOfOneValue) {
  for (const char *text : {"int8_affine", "bf16"}) {
    auto report = convert(parseFormat(text, 2), {0.3f, 0.3f}).report;
    EXPECT_EQ(report.suggestedLow, 0.3f) << text;
    EXPECT_EQ(report.suggestedHigh, 0.3f) << text;
  }
  auto report = convert(parseFormat("int8", 2), {0.3f, 0.3f}).report;
  EXPECT_EQ(report.suggestedLow, -0.3f);
  EXPECT_EQ(report.suggestedHigh, 0.3f);
  report = convert(parseFormat("int8", 2), {0, 0}).report;
  EXPECT_EQ(report.suggestedHigh, 0);
}

} // namespace
} // namespace sc::test
