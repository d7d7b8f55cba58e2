//===-- KeptIds.cpp - that no id is lost ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the row pointers as a SparseCore does.

#include "KeptIds.h"

#include <algorithm>

using namespace sc::host;

static int64_t countIds(const Input &input) {
  if (const auto *dense = std::get_if<DenseInput>(&input))
    return dense->samples * dense->idsPerSample;
  if (const auto *ragged = std::get_if<RaggedInput>(&input))
    return ragged->values.size;
  return std::get<CooInput>(input).ids.size;
}

static bool isWeighted(const Input &input) {
  return std::visit([](const auto &form) { return form.weights.has_value(); },
                    input);
}

namespace {
/// What the row pointers of one device reach.
struct EntrySums {
  int64_t numEntries = 0;
  double gains = 0;
};
} // namespace

/// Partitions follow each other, each at a multiple of 8. Without minibatches
/// every SparseCore has its own part of the buffer, and counts from there.
static void addDevice(const Buffers &buffers, int64_t device, int64_t parts,
                      EntrySums &sums) {
  const auto pointers = buffers.rowPointers.subspan(
      static_cast<size_t>(device * buffers.rowPointersPerDevice),
      static_cast<size_t>(buffers.rowPointersPerDevice));
  const size_t perPart = pointers.size() / static_cast<size_t>(parts);
  int64_t base = device * buffers.entriesPerDevice, position = 0;
  for (size_t i = 0; i < pointers.size(); ++i) {
    if (i > 0 && i % perPart == 0) {
      base += buffers.entriesPerDevice / parts;
      position = 0;
    }
    for (; position < pointers[i]; ++position, ++sums.numEntries)
      sums.gains += buffers.gains[static_cast<size_t>(base + position)];
    position = (position + 7) / 8 * 8;
  }
}

std::string findKeptProblem(const StackSpec &spec,
                            const std::vector<FeatureInput> &features,
                            const Topology &topology, bool isMinibatching,
                            const StackResult &stack) {
  int64_t numIds = 0;
  bool isPlain = true;
  for (const FeatureSpec &feature : spec.features) {
    auto found = std::find_if(features.begin(), features.end(),
                              [&](const FeatureInput &input) {
                                return input.feature == feature.name;
                              });
    numIds += countIds(found->input);
    isPlain &= feature.combiner == Combiner::Sum && !isWeighted(found->input);
  }
  EntrySums sums;
  for (int64_t device = 0; device < topology.localDevices; ++device)
    addDevice(stack.buffers, device,
              isMinibatching ? 1 : topology.sparseCoresPerDevice, sums);
  if (sums.numEntries != stack.statistics.numEntries)
    return "row pointers do not reach all entries";
  const int64_t kept = numIds - stack.statistics.dropped.getTotal();
  if (isPlain && sums.gains != static_cast<double>(kept))
    return "gains of " + std::to_string(sums.gains) + " for " +
           std::to_string(kept) + " ids";
  return "";
}
