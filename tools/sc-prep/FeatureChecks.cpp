//===-- FeatureChecks.cpp - what a spec says of its batches ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each text names both numbers, and the likely reading behind them.

#include "tools/sc-prep/FeatureChecks.h"

#include "runtime/host/FeatureRows.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::prep {

using absl::StrCat;

absl::Status FeatureContext::makeError(const std::string &text) const {
  host::FeatureSpec spec;
  spec.name = feature->name;
  spec.table = feature->table;
  return absl::InvalidArgumentError(
      StrCat(path, ": ", host::describeFeature(spec), text));
}

absl::Status checkSamples(const FeatureContext &context, int64_t samples,
                          bool isRagged) {
  const int64_t expected = context.feature->getNumSamples();
  const int64_t devices = context.devices;
  if (samples == expected)
    return absl::OkStatus();
  std::string reading = StrCat("batches hold the samples of all ", devices,
                               " devices, one device after the other");
  if (devices > 1 && expected % devices == 0 && samples == expected / devices)
    reading = StrCat(samples, " = ", expected, " / ", devices,
                     " are those of one device; ", reading);
  else if (devices > 1 && samples / devices == expected &&
           samples % devices == 0)
    reading = StrCat("the spec's ", expected, " = ", samples, " / ", devices,
                     " look like those of one device; its input_shape counts "
                     "the samples of all devices");
  if (isRagged)
    absl::StrAppend(&reading,
                    "; row_splits has an element more than there are samples: "
                    "expected ",
                    expected + 1);
  return context.makeError(
      StrCat(samples, " samples, but the spec has ", expected, ": ", reading));
}

absl::Status checkNumIds(const FeatureContext &context, int64_t numIds,
                         const spec::EmbeddingSpec &spec) {
  if (!spec.config)
    return absl::OkStatus();
  int64_t samples = 0;
  for (const spec::Feature &feature : spec.features)
    samples = std::max(samples, feature.getNumSamples());
  const int64_t limit = spec.config->maxIdsPerChipPerSample;
  int64_t most;
  if (__builtin_mul_overflow(samples, limit, &most) || numIds <= most)
    return absl::OkStatus();
  return context.makeError(StrCat(
      numIds, " ids, which is more than max_ids_per_chip_per_sample = ", limit,
      " for each of ", samples, " samples"));
}

static int64_t loadIndex(const runtime::Array &indices, int64_t i) {
  const std::byte *data = indices.buffer.getBytes().data();
  return indices.type == format::ElementType::I32
             ? host::load<int32_t>(data + i * 4)
             : host::load<int64_t>(data + i * 8);
}

absl::Status checkPositions(const FeatureContext &context,
                            const runtime::Array &indices,
                            int64_t idsPerSample) {
  int64_t lastSample = -1, last = -1;
  for (int64_t i = 0; i < indices.shape[0]; ++i) {
    const int64_t sample = loadIndex(indices, 2 * i);
    const int64_t position = loadIndex(indices, 2 * i + 1);
    if (position < 0 || position >= idsPerSample)
      return context.makeError(StrCat(
          "COO entry ", i, " has position ", position,
          ", expected at least 0 and less than dense_shape[1], which is ",
          idsPerSample));
    if (sample == lastSample && position == last)
      return context.makeError(StrCat("COO entry ", i, " has sample ", sample,
                                      " and position ", position,
                                      ", as the entry before it"));
    if (sample == lastSample && position < last)
      return context.makeError(StrCat(
          "COO entry ", i, " has position ", position, " after position ", last,
          " of sample ", sample, "; sort the entries of a sample by position"));
    lastSample = sample;
    last = position;
  }
  return absl::OkStatus();
}

} // namespace sc::prep
