//===-- FeatureRows.cpp - the ids of one feature, by sample ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of the three kinds of input, and splits from COO samples.

#include "runtime/host/FeatureRows.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

namespace sc::host {

using absl::StrCat;

std::string describeFeature(const FeatureSpec &feature) {
  return StrCat("feature '", feature.name, "' of table '", feature.table,
                "': ");
}

namespace {

/// One input, on its way to `rows`.
class Describer {
public:
  Describer(const FeatureSpec &feature, FeatureRows &rows)
      : feature(feature), rows(rows) {}

  absl::Status operator()(const DenseInput &input);
  absl::Status operator()(const RaggedInput &input);
  absl::Status operator()(const CooInput &input);

private:
  template <typename... Parts> absl::Status fail(const Parts &...parts) {
    return absl::InvalidArgumentError(
        StrCat(describeFeature(feature), parts...));
  }
  absl::Status checkSize(const char *what, int64_t size, const void *data);
  absl::Status checkDense(int64_t samples, int64_t idsPerSample,
                          const char *what, const void *data);
  absl::Status describeValues(const IdArray &values,
                              const std::optional<WeightArray> &weights);
  absl::Status splitRagged(const IdArray &splits, int64_t numValues);
  absl::Status splitCoo(const IdArray &samples, int64_t numSamples);

  const FeatureSpec &feature;
  FeatureRows &rows;
};

int64_t loadId(const IdArray &array, int64_t i) {
  const auto *from =
      static_cast<const std::byte *>(array.data) + i * array.strideBytes;
  return array.type == IdType::Int32 ? load<int32_t>(from)
                                     : load<int64_t>(from);
}

absl::Status Describer::checkSize(const char *what, int64_t size,
                                  const void *data) {
  if (size < 0)
    return fail("the size of ", what, " is negative: ", size);
  if (size > 0 && !data)
    return fail(what, " have ", size, " elements but no data");
  return absl::OkStatus();
}

absl::Status Describer::checkDense(int64_t samples, int64_t idsPerSample,
                                   const char *what, const void *data) {
  SC_RETURN_IF_ERROR(checkSize(what, samples, &samples));
  SC_RETURN_IF_ERROR(checkSize(what, idsPerSample, &samples));
  int64_t size;
  if (__builtin_mul_overflow(samples, idsPerSample, &size))
    return fail(what, " [", samples, ", ", idsPerSample, "] exceed 64 bits");
  return checkSize(what, size, data);
}

absl::Status Describer::operator()(const DenseInput &input) {
  SC_RETURN_IF_ERROR(
      checkDense(input.samples, input.idsPerSample, "ids", input.data));
  rows.hasSplits = false;
  rows.samples = input.samples;
  rows.idsPerSample = input.idsPerSample;
  rows.ids = static_cast<const std::byte *>(input.data);
  rows.type = input.type;
  // Without ids there may be no data to step through.
  rows.sampleStride = input.idsPerSample > 0 ? input.sampleStrideBytes : 0;
  rows.idStride = input.idStrideBytes;
  rows.weights = nullptr;
  if (!input.weights)
    return absl::OkStatus();
  const DenseWeights &weights = *input.weights;
  SC_RETURN_IF_ERROR(checkDense(weights.samples, weights.idsPerSample,
                                "weights", weights.data));
  if (weights.samples != input.samples ||
      weights.idsPerSample != input.idsPerSample)
    return fail("weights [", weights.samples, ", ", weights.idsPerSample,
                "] do not have the shape of ids [", input.samples, ", ",
                input.idsPerSample, "]");
  rows.weights = static_cast<const std::byte *>(weights.data);
  rows.weightSampleStride =
      weights.idsPerSample > 0 ? weights.sampleStrideBytes : 0;
  rows.weightStride = weights.idStrideBytes;
  return absl::OkStatus();
}

absl::Status
Describer::describeValues(const IdArray &values,
                          const std::optional<WeightArray> &weights) {
  SC_RETURN_IF_ERROR(checkSize("ids", values.size, values.data));
  rows.hasSplits = true;
  rows.idsPerSample = 0;
  rows.sampleStride = 0;
  rows.ids = static_cast<const std::byte *>(values.data);
  rows.type = values.type;
  rows.idStride = values.strideBytes;
  rows.weights = nullptr;
  if (!weights)
    return absl::OkStatus();
  SC_RETURN_IF_ERROR(checkSize("weights", weights->size, weights->data));
  if (weights->size != values.size)
    return fail(weights->size, " weights for ", values.size, " ids");
  rows.weights = static_cast<const std::byte *>(weights->data);
  rows.weightSampleStride = 0;
  rows.weightStride = weights->strideBytes;
  return absl::OkStatus();
}

absl::Status Describer::splitRagged(const IdArray &splits, int64_t numValues) {
  SC_RETURN_IF_ERROR(checkSize("row_splits", splits.size, splits.data));
  if (splits.size == 0)
    return fail("row_splits is empty: expected one number more than samples");
  rows.samples = splits.size - 1;
  rows.splits.resize(static_cast<size_t>(splits.size));
  int64_t last = 0;
  for (int64_t i = 0; i < splits.size; ++i) {
    int64_t split = loadId(splits, i);
    if (i == 0 && split != 0)
      return fail("row_splits[0] is ", split, ", expected 0");
    if (split < last)
      return fail("row_splits[", i, "] is ", split, ", below row_splits[",
                  i - 1, "], which is ", last);
    rows.splits[static_cast<size_t>(i)] = last = split;
  }
  if (last != numValues)
    return fail("the last of row_splits is ", last, ", but there are ",
                numValues, " ids");
  return absl::OkStatus();
}

absl::Status Describer::operator()(const RaggedInput &input) {
  SC_RETURN_IF_ERROR(describeValues(input.values, input.weights));
  return splitRagged(input.rowSplits, input.values.size);
}

absl::Status Describer::splitCoo(const IdArray &samples, int64_t numSamples) {
  rows.samples = numSamples;
  rows.splits.resize(static_cast<size_t>(numSamples) + 1);
  int64_t next = 0; // sample whose split is not set
  for (int64_t i = 0; i < samples.size; ++i) {
    int64_t sample = loadId(samples, i);
    if (sample < 0 || sample >= numSamples)
      return fail("COO entry ", i, " has sample ", sample, ", expected 0 to ",
                  numSamples - 1);
    if (sample + 1 < next)
      return fail("COO entry ", i, " has sample ", sample, " after sample ",
                  next - 1, "; sort the entries by sample");
    for (; next <= sample; ++next)
      rows.splits[static_cast<size_t>(next)] = i;
  }
  for (; next <= numSamples; ++next)
    rows.splits[static_cast<size_t>(next)] = samples.size;
  return absl::OkStatus();
}

absl::Status Describer::operator()(const CooInput &input) {
  SC_RETURN_IF_ERROR(describeValues(input.ids, input.weights));
  SC_RETURN_IF_ERROR(checkSize("COO rows", input.rows.size, input.rows.data));
  if (input.rows.size != input.ids.size)
    return fail(input.rows.size, " COO rows for ", input.ids.size, " ids");
  if (input.samples < 0 || input.samples > kMaxSamples)
    return fail("the number of samples must be from 0 to ", kMaxSamples,
                ", but got ", input.samples);
  return splitCoo(input.rows, input.samples);
}

} // namespace

absl::Status describeRows(const FeatureSpec &feature, const Input &input,
                          FeatureRows &rows) {
  return std::visit(Describer(feature, rows), input);
}

} // namespace sc::host
