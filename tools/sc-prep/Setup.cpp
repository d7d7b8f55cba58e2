//===-- Setup.cpp - from a spec file to stacks ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All problems of a spec are printed, not only the first.

#include "tools/sc-prep/Setup.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Spec/SpecCheck.h"
#include "sc/Spec/SpecFile.h"
#include "sc/Target/Target.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <ostream>

namespace sc::prep {

using absl::InvalidArgumentError;
using absl::StrCat;

/// A machine without chips takes the devices of the spec, as in sc-compile.
static absl::StatusOr<spec::Topology>
parseTopology(const std::string &text,
              const std::optional<spec::Topology> &stated,
              const std::string &prefix) {
  std::string error;
  std::optional<Target> target = parseTarget(text, error);
  if (!target)
    return InvalidArgumentError(StrCat("--", prefix, "target: ", error));
  const int64_t sparseCores = target->machine->sparseCoresPerDevice.value;
  if (!target->topology.empty())
    return spec::Topology{target->devices(), sparseCores};
  if (stated)
    return spec::Topology{stated->devices, sparseCores};
  return InvalidArgumentError(
      StrCat("--", prefix, "target=", text,
             " has no topology; add the chips along each axis, as in ", text,
             ":2x2", target->machine->topologyAxes == 3 ? "x1" : ""));
}

absl::StatusOr<spec::Topology> getTopology(const spec::EmbeddingSpec &spec,
                                           const TopologyOptions &options,
                                           const std::string &prefix) {
  if (!options.target.empty())
    return parseTopology(options.target,
                         prefix.empty() ? spec.topology : std::nullopt, prefix);
  if (options.devices) {
    spec::Topology topology = spec.topology.value_or(spec::Topology());
    topology.devices = *options.devices;
    if (options.sparseCoresPerDevice)
      topology.sparseCoresPerDevice = *options.sparseCoresPerDevice;
    return topology;
  }
  if (options.sparseCoresPerDevice)
    return InvalidArgumentError(StrCat(
        "--", prefix, "sparse-cores-per-device needs --", prefix, "devices"));
  if (spec.topology)
    return *spec.topology;
  const std::string made =
      spec.numSparseCores
          ? StrCat(" (it was made for ", *spec.numSparseCores, " SparseCores)")
          : "";
  return InvalidArgumentError(StrCat(
      "the spec has no topology", made, "; give --", prefix, "target, or --",
      prefix, "devices and --", prefix, "sparse-cores-per-device"));
}

absl::StatusOr<host::Topology> makeHostTopology(const spec::Topology &topology,
                                                int64_t hosts) {
  if (topology.devices % hosts != 0)
    return InvalidArgumentError(
        StrCat("--hosts=", hosts, " does not divide the ", topology.devices,
               " devices; give a divisor of ", topology.devices));
  return host::Topology{topology.devices / hosts, topology.devices,
                        topology.sparseCoresPerDevice};
}

/// Prints all problems; fails if there are errors.
static absl::Status checkAndPrint(const spec::EmbeddingSpec &spec,
                                  const spec::Topology &topology,
                                  const std::string &path,
                                  std::ostream &errors) {
  int64_t count = 0;
  for (const spec::SpecProblem &problem : spec::checkSpec(spec, topology)) {
    count += problem.isError;
    errors << (problem.location.empty() ? path + ": " : "") << problem.format()
           << "\n";
  }
  if (count == 0)
    return absl::OkStatus();
  return InvalidArgumentError(StrCat(path, ": ", count,
                                     count == 1 ? " error" : " errors",
                                     " in the spec, see above"));
}

static absl::StatusOr<LimitsByTable> readLimits(const std::string &path) {
  if (path.empty())
    return LimitsByTable();
  std::string error;
  std::optional<LimitsByTable> limits = readLimitsFile(path, error);
  if (!limits)
    return InvalidArgumentError(error);
  return *std::move(limits);
}

absl::StatusOr<Setup> setUp(const Options &options, std::ostream &errors) {
  Setup setup;
  std::string error;
  if (!options.machineFile.empty() &&
      !loadMachineFile(options.machineFile, error))
    return InvalidArgumentError(error);
  SC_ASSIGN_OR_RETURN(setup.logical, spec::readSpecFile(options.spec));
  spec::StackOptions stacking = options.stacking;
  stacking.enableMinibatching = options.host.enableMinibatching;
  SC_ASSIGN_OR_RETURN(stacking.fileLimits, readLimits(options.maxIdsFile));
  SC_ASSIGN_OR_RETURN(spec::Topology topology,
                      getTopology(setup.logical, options.topology, ""));
  SC_RETURN_IF_ERROR(
      checkAndPrint(setup.logical, topology, options.spec, errors));
  SC_ASSIGN_OR_RETURN(setup.stacked,
                      spec::stackTables(setup.logical, topology, stacking));
  return setup;
}

absl::StatusOr<spec::StackedSpec> stackFor(const Setup &setup,
                                           const Options &options,
                                           const TopologyOptions &topology,
                                           std::ostream &errors) {
  // The topology that the spec states is that of the other tables.
  spec::EmbeddingSpec spec = setup.logical;
  spec.topology.reset();
  SC_ASSIGN_OR_RETURN(spec::Topology devices,
                      getTopology(setup.logical, topology, "from-"));
  SC_RETURN_IF_ERROR(checkAndPrint(spec, devices, options.spec, errors));
  return spec::stackTables(spec, devices, options.stacking);
}

/// Features of all stacks, those of a stack by their place in it.
static std::vector<spec::Feature>
orderFeatures(const spec::StackedSpec &stacked) {
  std::vector<const spec::StackedFeature *> features;
  std::vector<spec::Feature> ordered;
  for (const spec::Stack &stack : stacked.stacks) {
    features.clear();
    for (const spec::StackedTable &table : stack.tables)
      for (const spec::StackedFeature &feature : table.features)
        features.push_back(&feature);
    // No two features share an offset: each has samples.
    std::ranges::sort(features, {}, &spec::StackedFeature::rowOffset);
    for (const spec::StackedFeature *feature : features)
      ordered.push_back(feature->feature);
  }
  return ordered;
}

static spec::StackGroup makeGroup(const spec::Stack &stack) {
  spec::StackGroup group;
  group.name = stack.name;
  for (const spec::StackedTable &table : stack.tables)
    group.tables.push_back({table.table.name, table.shardRotation});
  group.limits = {stack.maxIdsPerPartition, stack.maxUniqueIdsPerPartition,
                  stack.suggestedBufferSize};
  return group;
}

spec::EmbeddingSpec fixStacks(const spec::EmbeddingSpec &spec,
                              const spec::StackedSpec &stacked) {
  spec::EmbeddingSpec fixed = spec;
  fixed.features = orderFeatures(stacked);
  fixed.groups.clear();
  for (const spec::Stack &stack : stacked.stacks)
    fixed.groups.push_back(makeGroup(stack));
  fixed.areGroupsComplete = true;
  fixed.topology = stacked.topology;
  fixed.numSparseCores = stacked.topology.getNumSparseCores();
  // The stacks stand; rules no longer apply.
  if (fixed.config)
    fixed.config->disableTableStacking = false;
  return fixed;
}

} // namespace sc::prep
