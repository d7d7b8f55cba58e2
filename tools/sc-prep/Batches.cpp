//===-- Batches.cpp - all batches, one after the other --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One batch is in memory at a time.

#include "tools/sc-prep/Batches.h"

#include "runtime/format/StatusMacros.h"
#include "tools/sc-prep/Buffers.h"
#include "tools/sc-prep/Progress.h"

#include "absl/strings/str_cat.h"

#include <ostream>

namespace sc::prep {

bool isObserving(const Options &options) {
  const bool isCounting = options.statistics != TextFormat::None ||
                          !options.fdo.empty() ||
                          !options.suggestLimits.empty();
  return isCounting && options.outputs.empty() && !options.run.isEnabled;
}

static host::Topology getDevices(const spec::StackedSpec &spec) {
  return {spec.topology.devices, spec.topology.devices,
          spec.topology.sparseCoresPerDevice};
}

Batches::Batches(const Setup &setup, const Options &options,
                 const host::Topology &devices)
    : setup(setup), options(options),
      stacks(spec::makeHostStacks(setup.stacked)),
      tableStacks(spec::makeTableStacks(setup.stacked)),
      longSamples(setup.logical),
      summary(stacks, devices, options.host.enableMinibatching),
      tableSummary(tableStacks, devices, false),
      recorder(options.fdo.empty() ? host::FdoHistory::Largest
                                   : host::FdoHistory::Keep) {
  if (options.idFrequencies > 0)
    frequencies.emplace(stacks);
}

/// Counts are those before limits; nothing of the buffers is used.
static host::Options makeCountingOptions(host::Options options) {
  options.allowIdDropping = true;
  options.failOnBufferOverflow = false;
  return options;
}

absl::StatusOr<std::unique_ptr<Batches>> Batches::create(const Setup &setup,
                                                         const Options &options,
                                                         std::ostream &errors) {
  SC_ASSIGN_OR_RETURN(host::Topology topology,
                      makeHostTopology(setup.stacked.topology, options.hosts));
  std::unique_ptr<Batches> batches(
      new Batches(setup, options, getDevices(setup.stacked)));
  host::Options hostOptions = options.host;
  if (setup.logical.config && setup.logical.config->allowIdDropping)
    hostOptions.allowIdDropping = true;
  if (isObserving(options))
    hostOptions = makeCountingOptions(hostOptions);
  SC_ASSIGN_OR_RETURN(
      HostGroup hosts,
      HostGroup::create(batches->stacks, topology, hostOptions));
  batches->hosts.emplace(std::move(hosts));
  if (options.statistics != TextFormat::None) {
    hostOptions = makeCountingOptions(hostOptions);
    hostOptions.enableMinibatching = false;
    SC_ASSIGN_OR_RETURN(
        HostGroup tableHosts,
        HostGroup::create(batches->tableStacks, topology, hostOptions));
    batches->tableHosts.emplace(std::move(tableHosts));
  }
  if (options.run.isEnabled) {
    SC_ASSIGN_OR_RETURN(batches->execution,
                        Execution::create(setup, options, errors));
  }
  return batches;
}

absl::Status Batches::count(const std::vector<FeatureIds> &features,
                            const host::Results &results, size_t index) {
  summary.add(results);
  for (size_t i = 0; i < stacks.size(); ++i)
    SC_RETURN_IF_ERROR(
        recorder.record(stacks[i].name, results.stacks[i].statistics));
  if (tableHosts) {
    SC_ASSIGN_OR_RETURN(host::Results tables,
                        tableHosts->run(static_cast<int64_t>(index), features));
    tableSummary.add(tables);
  }
  if (frequencies)
    SC_RETURN_IF_ERROR(frequencies->add(makeHostShare(features, 0, 1).inputs));
  return absl::OkStatus();
}

absl::Status Batches::runBatch(size_t index, std::ostream &os) {
  const std::string &path = options.features[index];
  auto fail = [&](const absl::Status &status) {
    return absl::Status(status.code(),
                        absl::StrCat(path, ": ", status.message()));
  };
  const int64_t devices = setup.stacked.topology.devices;
  SC_ASSIGN_OR_RETURN(std::vector<FeatureIds> features,
                      readFeatures(path, setup.logical, devices));
  longSamples.add(features);
  SC_RETURN_IF_ERROR(checkIdsPerDevice(features, setup.logical, devices, path));
  absl::StatusOr<host::Results> results =
      hosts->run(static_cast<int64_t>(index), features);
  if (!results.ok())
    return fail(results.status());
  if (absl::Status status = count(features, *results, index); !status.ok())
    return fail(status);
  if (execution)
    return execution->run(stacks, *results, index, os);
  if (options.outputs.empty())
    return absl::OkStatus();
  return writeBuffers(makeBatchPath(options, options.outputs, index), stacks,
                      *results, options.host.enableMinibatching ? devices : 0);
}

absl::Status Batches::runAll(std::ostream &os) {
  Progress bar("batches");
  const size_t numBatches = options.features.size();
  for (size_t index = 0; index < numBatches; ++index) {
    bar.update(static_cast<int64_t>(index), static_cast<int64_t>(numBatches));
    if (!options.run.expect.empty())
      bar.clear(); // lines of comparisons follow
    SC_RETURN_IF_ERROR(runBatch(index, os));
  }
  return absl::OkStatus();
}

absl::Status Batches::run(std::ostream &os, std::ostream &errors) {
  absl::Status status = runAll(os);
  longSamples.print(errors);
  return status;
}

std::vector<host::TableFrequencies> Batches::summarizeFrequencies() const {
  if (!frequencies)
    return {};
  return frequencies->summarize(options.idFrequencies);
}

void Batches::printCounters(std::ostream &os) const {
  if (execution)
    execution->printCounters(os);
}

} // namespace sc::prep
