//===-- EffectiveSpec.cpp - what became of a spec, for people -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes with their factors, then the reasons.

#include "lib/Report/TextTable.h"

#include "StackPlan.h"
#include "runtime/support/Saturated.h"

#include "absl/strings/str_join.h"

#include <sstream>

namespace sc::spec {

using absl::StrCat;
using report::formatCount;

static std::string describeBuffer(const Stack &stack,
                                  const Topology &topology) {
  const int64_t size = getBufferSize(stack, topology);
  std::string text = StrCat(size, " entries on each device = ");
  if (!stack.suggestedBufferSize)
    return text + describeBufferFactors(stack.maxIdsPerPartition, topology, 1);
  const int64_t suggested = *stack.suggestedBufferSize;
  absl::StrAppend(&text, "suggested ", suggested);
  if (size != suggested)
    absl::StrAppend(&text, " up to a multiple of 8 x ",
                    formatCount(topology.sparseCoresPerDevice, "SparseCore"));
  return text;
}

/// Of the rows and columns of a table in its stack, those that it has not.
static std::string formatPadding(const StackedTable &table) {
  const int64_t padded =
      multiplySaturated(table.paddedVocabularySize, table.paddedEmbeddingDim);
  const int64_t used =
      multiplySaturated(table.table.vocabularySize, table.table.embeddingDim);
  return report::formatPercent(padded - used, padded);
}

static std::string joinFeatures(const StackedTable &table) {
  return absl::StrJoin(table.features, ", ",
                       [](std::string *out, const StackedFeature &use) {
                         absl::StrAppend(out, use.feature.name);
                       });
}

static void printMembers(const Stack &stack, int64_t numCores,
                         std::ostream &os) {
  report::TextTable members({"table", ">rows", ">padded", ">width", ">padded",
                             ">padding", ">offset", ">rotation", "features"});
  for (const StackedTable &table : stack.tables)
    members.add({table.table.name, StrCat(table.table.vocabularySize),
                 StrCat(table.paddedVocabularySize),
                 StrCat(table.table.embeddingDim),
                 StrCat(table.paddedEmbeddingDim), formatPadding(table),
                 StrCat(table.rowOffsetInShard * numCores),
                 StrCat(table.shardRotation), joinFeatures(table)});
  members.print(os);
}

static void printStack(const Stack &stack, const Topology &topology,
                       std::ostream &os) {
  const int64_t numCores = topology.getNumSparseCores();
  const int64_t bytes = multiplySaturated(
      multiplySaturated(stack.vocabularySize / topology.devices,
                        stack.embeddingDim),
      4);
  os << "stack '" << stack.name << "': " << stack.vocabularySize << " rows x "
     << stack.embeddingDim << ", " << report::formatShortBytes(bytes)
     << " on each device; " << formatCount(stack.sampleCount, "sample")
     << "\n  limits: " << stack.maxIdsPerPartition << " ids and "
     << stack.maxUniqueIdsPerPartition << " unique ids in each of "
     << formatCount(numCores, "partition")
     << "\n  buffer: " << describeBuffer(stack, topology) << "\n\n";
  printMembers(stack, numCores, os);
  os << "\n  why:\n";
  for (const std::string &reason : stack.reasons)
    os << "  - " << reason << '\n';
}

std::string formatEffectiveSpec(const StackedSpec &spec) {
  std::ostringstream os;
  size_t numTables = 0;
  for (const Stack &stack : spec.stacks)
    numTables += stack.tables.size();
  os << formatCount(spec.topology.devices, "device") << " with "
     << formatCount(spec.topology.sparseCoresPerDevice, "SparseCore")
     << " each, " << spec.topology.getNumSparseCores() << " in all; "
     << formatCount(static_cast<int64_t>(numTables), "table") << " in "
     << formatCount(static_cast<int64_t>(spec.stacks.size()), "stack") << '\n';
  for (const Stack &stack : spec.stacks) {
    os << '\n';
    printStack(stack, spec.topology, os);
  }
  return os.str();
}

} // namespace sc::spec
