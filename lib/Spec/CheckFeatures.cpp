//===-- CheckFeatures.cpp - shapes of features ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most mistakes are about whose samples a batch counts: messages give both
// readings.

#include "lib/Spec/SpecChecker.h"
#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_join.h"

#include <algorithm>

namespace sc::spec::detail {

using absl::StrCat;

static std::string formatShape(const std::vector<int64_t> &shape) {
  return StrCat("[", absl::StrJoin(shape, ", "), "]");
}

bool SpecChecker::checkShapes(const Feature &feature) {
  std::string what = StrCat("feature ", quoteName(feature.name));
  bool isSound = true;
  auto check = [&](const char *field, const std::vector<int64_t> &shape,
                   bool isRankRight, const char *expected) {
    if (!isRankRight) {
      addError(feature.location, field, " of ", what, " has ", shape.size(),
               " sizes, must be ", expected);
      isSound = false;
      return;
    }
    for (int64_t size : shape)
      isSound &= checkRange(what, field, feature.location, size);
  };
  const size_t inputRank = feature.inputShape.size();
  const size_t outputRank = feature.outputShape.size();
  check("input_shape", feature.inputShape, inputRank == 1 || inputRank == 2,
        "[samples] or [samples, most ids of a sample]");
  check("output_shape", feature.outputShape, outputRank == 0 || outputRank == 2,
        "[samples, embedding_dim]");
  return isSound;
}

void SpecChecker::checkOutputBatch(const Feature &feature) {
  if (feature.outputShape.empty())
    return;
  const int64_t input = feature.getNumSamples();
  const int64_t output = feature.outputShape[0];
  if (input == output)
    return;
  const int64_t larger = std::max(input, output);
  const int64_t smaller = std::min(input, output);
  const char *field = input < output ? "input_shape" : "output_shape";
  std::vector<int64_t> shape =
      input < output ? feature.inputShape : feature.outputShape;
  shape[0] = larger;
  std::string reading = "; make them equal";
  if (larger % smaller == 0 &&
      (!topology || topology->devices == larger / smaller))
    reading = StrCat("; ", smaller, " = ", larger, " / ", larger / smaller,
                     " devices looks like the samples of one device: write ",
                     field, " ", formatShape(shape));
  addError(feature.location, "feature ", quoteName(feature.name),
           ": input_shape ", formatShape(feature.inputShape), " has ", input,
           " samples, output_shape ", formatShape(feature.outputShape), " has ",
           output, ", but both count the samples of all devices", reading);
}

void SpecChecker::checkOutputWidth(const Feature &feature, const Table &table) {
  if (feature.outputShape.empty() ||
      feature.outputShape[1] == table.embeddingDim)
    return;
  addError(feature.location, "feature ", quoteName(feature.name),
           ": output_shape ", formatShape(feature.outputShape),
           " has the width ", feature.outputShape[1], ", but table ",
           quoteName(table.name), " has embedding_dim ", table.embeddingDim,
           "; write output_shape ",
           formatShape({feature.outputShape[0], table.embeddingDim}));
}

void SpecChecker::checkBatch(const Feature &feature) {
  if (!topology)
    return;
  const auto [devices, cores] = *topology;
  const int64_t total = topology->getNumSparseCores();
  const int64_t samples = feature.getNumSamples();
  if (samples % total == 0)
    return;
  const int64_t below = samples - samples % total;
  std::string nearest =
      below > 0 ? StrCat("the nearest are ", below, " and ", below + total)
                : StrCat("the least is ", total);
  std::string reading;
  if (devices > 1 && samples % cores == 0)
    reading = StrCat("; if ", samples, " are the samples of one device, write ",
                     samples, " x ", devices, " = ",
                     multiplySaturated(samples, devices));
  addError(feature.location, "feature ", quoteName(feature.name), " has ",
           samples, " samples of all devices, must be a multiple of ", total,
           " (", devices, " devices with ", cores,
           " SparseCores each): ", nearest, reading);
}

void SpecChecker::checkIdsPerSample() {
  if (!spec.config)
    return;
  int64_t ids = 0;
  for (const Feature &feature : spec.features)
    ids = addSaturated(ids, std::max<int64_t>(feature.getIdsPerSample(), 0));
  if (ids > spec.config->maxIdsPerChipPerSample)
    addWarning(spec.config->location, "the features have up to ", ids,
               " ids for each sample, more than max_ids_per_chip_per_sample ",
               spec.config->maxIdsPerChipPerSample,
               " of sparsecore_config; raise it to ", ids,
               " unless samples have fewer on average");
}

void SpecChecker::checkFeatures() {
  if (spec.features.empty())
    addError("", "the spec has no features");
  std::map<std::string_view, const Feature *> known;
  for (const Feature &feature : spec.features) {
    std::string what = StrCat("feature ", quoteName(feature.name));
    checkName("name of a feature", feature.name, feature.location);
    auto [first, isNew] = known.emplace(feature.name, &feature);
    if (!isNew)
      addError(feature.location, what, " occurs twice",
               describeFirst(first->second->location));
    const Table *table =
        findTable(feature.table, StrCat(what, " is of"), feature.location);
    if (!checkShapes(feature))
      continue;
    checkBatch(feature);
    checkOutputBatch(feature);
    if (table)
      checkOutputWidth(feature, *table);
  }
  checkIdsPerSample();
}

} // namespace sc::spec::detail
