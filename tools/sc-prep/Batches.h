//===-- Batches.h - all batches, one after the other ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, prepares, writes and runs each batch, and counts.

#ifndef SC_TOOLS_SC_PREP_BATCHES_H
#define SC_TOOLS_SC_PREP_BATCHES_H

#include "runtime/host/FdoFile.h"
#include "runtime/host/IdFrequencies.h"
#include "tools/sc-prep/Execute.h"
#include "tools/sc-prep/HostGroup.h"
#include "tools/sc-prep/LongSamples.h"
#include "tools/sc-prep/Summary.h"

namespace sc::prep {

class Batches {
public:
  static absl::StatusOr<std::unique_ptr<Batches>>
  create(const Setup &setup, const Options &options, std::ostream &errors);

  /// Stops at the first error, which names the file. Warnings of all batches
  /// go to `errors` at the end.
  absl::Status run(std::ostream &os, std::ostream &errors);

  const Summary &getSummary() const { return summary; }
  const Summary &getTableSummary() const { return tableSummary; }
  const host::FdoRecorder &getRecorder() const { return recorder; }
  std::vector<host::TableFrequencies> summarizeFrequencies() const;
  void printCounters(std::ostream &os) const;

private:
  Batches(const Setup &setup, const Options &options,
          const host::Topology &devices);
  absl::Status runAll(std::ostream &os);
  absl::Status runBatch(size_t index, std::ostream &os);
  absl::Status count(const std::vector<FeatureIds> &features,
                     const host::Results &results, size_t index);

  const Setup &setup;
  const Options &options;
  std::vector<host::StackSpec> stacks;
  std::vector<host::StackSpec> tableStacks; // each table alone
  std::optional<HostGroup> hosts;
  std::optional<HostGroup> tableHosts;  // with statistics
  std::unique_ptr<Execution> execution; // with --run
  LongSamples longSamples;
  Summary summary;
  Summary tableSummary;
  host::FdoRecorder recorder;
  std::optional<host::IdFrequencies> frequencies;
};

/// True if ids are only counted: limits are no errors then, but may be
/// exceeded, by however much.
bool isObserving(const Options &options);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_BATCHES_H
