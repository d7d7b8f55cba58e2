//===-- Summary.h - what all batches need together --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima of what was observed, sums of what was kept and left out.

#ifndef SC_TOOLS_SC_PREP_SUMMARY_H
#define SC_TOOLS_SC_PREP_SUMMARY_H

#include "runtime/host/Results.h"
#include "runtime/host/Spec.h"

#include <string>
#include <vector>

namespace sc::prep {

/// A stack, or a table as if it were one, over all batches.
struct StackSummary {
  std::string name;
  std::vector<std::string> tables;
  /// Maxima in the order of Statistics; sums of ids, entries and drops.
  host::Statistics statistics;
  /// The most entries of a SparseCore, with minibatching of a device.
  int64_t bufferNeed = 0;

  // Limits, and what they leave; not of tables.
  int64_t maxIdsPerPartition = 0;
  int64_t maxUniqueIdsPerPartition = 0;
  int64_t entriesPerDevice = 0;

  int64_t getMaxIds() const;
  int64_t getMaxUniqueIds() const;
  int64_t getRequired() const;
};

class Summary {
public:
  Summary(const std::vector<host::StackSpec> &stacks,
          const host::Topology &topology, bool isMinibatching);

  void add(const host::Results &results);

  int64_t getNumBatches() const { return numBatches; }
  /// The most of any batch.
  int64_t getNumMinibatches() const { return numMinibatches; }
  int64_t getNumDropped() const;
  const std::vector<StackSummary> &getStacks() const { return stacks; }
  const host::Topology &getTopology() const { return topology; }
  bool hasMinibatching() const { return isMinibatching; }
  /// Entries that bufferNeed is to be compared with.
  int64_t getBufferSize(const StackSummary &stack) const;

private:
  host::Topology topology;
  bool isMinibatching;
  int64_t numBatches = 0;
  int64_t numMinibatches = 0;
  std::vector<StackSummary> stacks;
};

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_SUMMARY_H
