//===-- RangeSearch.cpp - the range of codes with the least error ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All sums are in the order of the bins, so that they do not depend on the
// order of the values.

#include "runtime/quantize/RangeSearch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace sc::quantize {

using format::RowType;
using format::ScaleKind;
using Bin = ValueHistogram::Bin;

void ValueHistogram::add(std::span<const float> values) {
  for (float value : values)
    ++counts[std::bit_cast<uint32_t>(value) >> kDroppedBits];
}

std::vector<Bin> ValueHistogram::getBins() const {
  std::vector<Bin> bins;
  auto addBin = [&](size_t index) {
    auto bits = static_cast<uint32_t>(index << kDroppedBits) |
                (1u << (kDroppedBits - 1));
    auto middle = std::bit_cast<float>(bits);
    if (counts[index] > 0 && std::isfinite(middle))
      bins.push_back({middle, counts[index]});
  };
  for (size_t i = kNumBins; i-- > kNumBins / 2;)
    addBin(i); // negative, the greatest magnitude first
  for (size_t i = 0; i < kNumBins / 2; ++i)
    addBin(i);
  return bins;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {
/// What lies below a bin, or above it.
struct Tail {
  double squaredDistance = 0; // of its values to the bin
  int64_t count = 0;          // of values
};
} // namespace

/// The tail of each bin, whose bins come before it.
static std::vector<Tail> computeTails(const std::vector<Bin> &bins) {
  std::vector<Tail> tails(bins.size());
  double squared = 0, distance = 0;
  int64_t count = 0;
  for (size_t i = 1; i < bins.size(); ++i) {
    // Sums of positive terms only: no digits cancel.
    count += bins[i - 1].count;
    double step = std::fabs(bins[i].value - bins[i - 1].value);
    auto numBelow = static_cast<double>(count);
    squared += 2 * step * distance + step * step * numBelow;
    distance += step * numBelow;
    tails[i] = {squared, count};
  }
  return tails;
}

static std::vector<Tail> computeUpperTails(std::vector<Bin> bins) {
  std::ranges::reverse(bins);
  std::vector<Tail> tails = computeTails(bins);
  std::ranges::reverse(tails);
  return tails;
}

/// Squared error of `count` values that are rounded to steps.
static double computeRounding(int64_t count, double range, double steps) {
  double step = range / steps;
  return static_cast<double>(count) * step * step / 12;
}

static int64_t countValues(const std::vector<Bin> &bins) {
  int64_t count = 0;
  for (const Bin &bin : bins)
    count += bin.count;
  return count;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static std::vector<Bin> foldBins(const std::vector<Bin> &bins) {
  std::map<double, int64_t> magnitudes;
  for (const Bin &bin : bins)
    magnitudes[std::fabs(bin.value)] += bin.count;
  std::vector<Bin> folded;
  for (const auto &[value, count] : magnitudes)
    folded.push_back({value, count});
  return folded;
}

namespace {
/// Values below a bin, whose bins ascend from 0 on.
struct Head {
  double squares = 0; // of its values
  int64_t count = 0;  // of values
};
} // namespace

static std::vector<Head> computeHeads(const std::vector<Bin> &bins) {
  std::vector<Head> heads(bins.size() + 1);
  for (size_t i = 0; i < bins.size(); ++i) {
    auto count = static_cast<double>(bins[i].count);
    heads[i + 1] = {heads[i].squares + bins[i].value * bins[i].value * count,
                    heads[i].count + bins[i].count};
  }
  return heads;
}

/// Squared error of rounding the first `count` values: those of less than half
/// a step become 0.
static double computeRounding(const std::vector<Bin> &bins,
                              const std::vector<Head> &heads, int64_t count,
                              double largest) {
  double half = largest / 127 / 2;
  auto above = std::ranges::lower_bound(bins, half, {}, &Bin::value);
  const Head &zeros = heads[static_cast<size_t>(above - bins.begin())];
  return zeros.squares + computeRounding(count - zeros.count, largest, 127);
}

/// Ends at -x and x.
static CodeSpan findSymmetricRange(std::vector<Bin> bins, float largest) {
  bins = foldBins(bins);
  bins.back().value = largest;
  std::vector<Tail> tails = computeUpperTails(bins);
  std::vector<Head> heads = computeHeads(bins);
  int64_t count = countValues(bins);
  double best = 0, leastError = std::numeric_limits<double>::infinity();
  for (size_t i = bins.size(); i-- > 0;) {
    double error =
        tails[i].squaredDistance +
        computeRounding(bins, heads, count - tails[i].count, bins[i].value);
    if (error < leastError) {
      leastError = error;
      best = bins[i].value;
    }
  }
  return {static_cast<float>(-best), static_cast<float>(best)};
}

/// Any two ends.
static CodeSpan findFreeRange(std::vector<Bin> bins, const Extremes &extremes,
                              double steps) {
  CodeSpan best = {extremes.low, extremes.high};
  bins.front().value = extremes.low;
  bins.back().value = extremes.high;
  std::vector<Tail> lower = computeTails(bins), upper = computeUpperTails(bins);
  int64_t count = countValues(bins);
  double leastError = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < bins.size(); ++i)
    for (size_t j = bins.size(); j-- > i + 1;) {
      int64_t inside = count - lower[i].count - upper[j].count;
      double error =
          lower[i].squaredDistance + upper[j].squaredDistance +
          computeRounding(inside, bins[j].value - bins[i].value, steps);
      if (error < leastError) {
        leastError = error;
        best = {static_cast<float>(bins[i].value),
                static_cast<float>(bins[j].value)};
      }
    }
  return best;
}

CodeSpan findBestRange(const TableFormat &format,
                       const ValueHistogram &histogram,
                       const Extremes &extremes) {
  if (extremes.isEmpty())
    return {0, 0};
  const float largest = extremes.getLargestMagnitude();
  std::vector<Bin> bins = histogram.getBins();
  switch (format.rows.type) {
  case RowType::Int8:
    return findSymmetricRange(std::move(bins), largest);
  case RowType::Int8Affine:
    return findFreeRange(std::move(bins), extremes,
                         format.rows.scale == ScaleKind::Bucket
                             ? static_cast<double>(format.buckets - 1)
                             : 255);
  case RowType::Fp8E4M3:
  case RowType::Fp8E5M2:
    // Rounding is relative to each value: no clipping makes up for its error.
    return {-largest, largest};
  case RowType::BF16:
  case RowType::F32:
    break;
  }
  return {extremes.low, extremes.high};
}

} // namespace sc::quantize
