//===-- StatisticsText.cpp - what batches need, for people ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block for each stack.

#include "tools/sc-prep/Statistics.h"

#include "lib/Report/TextTable.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <ostream>

namespace sc::prep {

using report::formatCount;

/// "0.1": few digits, but never 0 for what is not.
static std::string formatPercent(double percent) {
  return absl::StrFormat("%.3g", percent);
}

static void printUse(const char *what, int64_t observed, int64_t limit,
                     std::ostream &os) {
  os << absl::StrFormat("  %-25s %d of %d (%s %%)%s\n", what, observed, limit,
                        formatPercent(getPercent(observed, limit)),
                        observed > limit ? ", exceeded" : "");
}

static void printIds(const host::Statistics &statistics, std::ostream &os) {
  const host::DropCounts &dropped = statistics.dropped;
  os << absl::StrFormat("  %-25s %d, kept %d, dropped %d (%s %%)", "ids",
                        statistics.numIds, statistics.getNumKeptIds(),
                        dropped.getTotal(),
                        formatPercent(statistics.getDroppedPercent()));
  if (dropped.getTotal() > 0)
    os << ": " << dropped.overMaxIds << " by max_ids, "
       << dropped.overMaxUniqueIds << " by max_unique_ids, "
       << dropped.overBuffer << " by the buffer";
  os << "\n";
}

/// The largest of the `count` values of device `device`.
static int64_t findLargest(const std::vector<int64_t> &values, int64_t device,
                           int64_t count) {
  auto first = values.begin() + device * count;
  return *std::max_element(first, first + count);
}

static void printDevices(const StackSummary &stack,
                         const host::Topology &topology, std::ostream &os) {
  const int64_t cores = topology.sparseCoresPerDevice;
  const int64_t owners = cores * topology.globalDevices;
  const host::Statistics &statistics = stack.statistics;
  for (int64_t device = 0; device < topology.globalDevices; ++device)
    os << absl::StrFormat(
        "  %-25s %d ids, %d unique ids of a partition, %d entries of a "
        "SparseCore\n",
        absl::StrCat("device ", device),
        findLargest(statistics.maxIds, device, owners),
        findLargest(statistics.maxUniqueIds, device, owners),
        findLargest(statistics.requiredBufferSizes, device, cores));
}

static void printTable(const StackSummary &table, std::ostream &os) {
  os << absl::StrFormat(
      "  %-25s %d ids; %d ids, %d unique ids of a partition, %d entries of a "
      "SparseCore\n",
      absl::StrCat("table ", quoteName(table.name)), table.statistics.numIds,
      table.getMaxIds(), table.getMaxUniqueIds(), table.getRequired());
}

void printStatisticsText(const Summary &stacks, const Summary &tables,
                         std::ostream &os) {
  const host::Topology &topology = stacks.getTopology();
  os << formatCount(stacks.getNumBatches(), "batch", "batches") << " on "
     << formatCount(topology.globalDevices, "device", "devices") << " with "
     << formatCount(topology.sparseCoresPerDevice, "SparseCore", "SparseCores")
     << "\n";
  if (stacks.hasMinibatching())
    os << "at most "
       << formatCount(stacks.getNumMinibatches(), "minibatch", "minibatches")
       << "\n";
  for (const StackSummary &stack : stacks.getStacks()) {
    os << "stack " << quoteName(stack.name) << "\n";
    printUse("ids of a partition", stack.getMaxIds(), stack.maxIdsPerPartition,
             os);
    printUse("unique ids of a partition", stack.getMaxUniqueIds(),
             stack.maxUniqueIdsPerPartition, os);
    printUse(stacks.hasMinibatching() ? "entries of a device"
                                      : "entries of a SparseCore",
             stack.bufferNeed, stacks.getBufferSize(stack), os);
    printIds(stack.statistics, os);
    printDevices(stack, topology, os);
    for (const StackSummary &table : tables.getStacks())
      if (std::ranges::count(stack.tables, table.name))
        printTable(table, os);
  }
}

static void printHistogram(const std::vector<int64_t> &histogram,
                           std::ostream &os) {
  os << "  ids by times:";
  for (size_t k = 0; k < histogram.size(); ++k) {
    const uint64_t first = uint64_t(1) << k;
    if (histogram[k] > 0)
      os << (k == 0 ? absl::StrFormat(" %d once", histogram[k])
                    : absl::StrFormat(" %d %dx-%dx", histogram[k], first,
                                      2 * first - 1))
         << (k + 1 < histogram.size() ? "," : "");
  }
  os << "\n";
}

static void printFrequencies(const host::TableFrequencies &table,
                             std::ostream &os) {
  os << "ids of table " << quoteName(table.table) << ": " << table.numIds
     << ", distinct " << table.numDistinctIds << " of a vocabulary of "
     << table.vocabularySize << " ("
     << formatPercent(100 * table.vocabularyShare) << " %)\n";
  if (table.numOutOfRange > 0)
    os << "  outside the vocabulary: " << table.numOutOfRange << "\n";
  if (table.numIds == 0)
    return;
  os << "  the most frequent 1 % of them take "
     << formatPercent(100 * table.topPercentShare) << " %, 10 % take "
     << formatPercent(100 * table.topTenPercentShare) << " %\n";
  printHistogram(table.histogram, os);
  for (const host::IdCount &id : table.mostFrequent)
    os << absl::StrFormat("  id %d: %d times (%s %%)\n", id.id, id.count,
                          formatPercent(100 * table.getShare(id)));
}

void printFrequenciesText(const std::vector<host::TableFrequencies> &tables,
                          std::ostream &os) {
  for (const host::TableFrequencies &table : tables)
    printFrequencies(table, os);
}

} // namespace sc::prep
