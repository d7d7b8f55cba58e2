//===-- HostGroup.cpp - hosts that prepare a batch together ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One host is the common case, and copies nothing.

#include "tools/sc-prep/HostGroup.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <thread>

namespace sc::prep {

using host::Results;

HostGroup::HostGroup(const host::Topology &topology,
                     const host::Options &options)
    : isAgreeing(options.enableMinibatching),
      allReduce(std::make_unique<host::InProcessAllReduce>(
          static_cast<int>(topology.globalDevices / topology.localDevices))) {}

absl::StatusOr<HostGroup>
HostGroup::create(const std::vector<host::StackSpec> &stacks,
                  const host::Topology &topology,
                  const host::Options &options) {
  HostGroup group(topology, options);
  const int numHosts =
      static_cast<int>(topology.globalDevices / topology.localDevices);
  host::Options own = options;
  if (own.threads == 0)
    own.threads =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  own.threads = std::max(1, own.threads / numHosts);
  for (int i = 0; i < numHosts; ++i) {
    SC_ASSIGN_OR_RETURN(host::Preprocessor host,
                        host::Preprocessor::create(stacks, topology, own));
    group.hosts.push_back(std::move(host));
  }
  group.arrays.resize(stacks.size());
  return group;
}

HostGroup::HostResults
HostGroup::runHosts(int64_t number, const std::vector<FeatureIds> &features) {
  const size_t numHosts = hosts.size();
  HostResults results(numHosts, absl::UnknownError("not run"));
  auto runHost = [&](size_t index) {
    host::AllReduce *end =
        isAgreeing ? &allReduce->getHost(static_cast<int>(index)) : nullptr;
    try {
      HostShare share = makeHostShare(features, static_cast<int64_t>(index),
                                      static_cast<int64_t>(numHosts));
      results[index] = hosts[index].run({number, share.inputs}, end);
    } catch (const std::bad_alloc &) {
      results[index] = absl::ResourceExhaustedError("out of memory");
      allReduce->cancel(absl::AbortedError("another host ran out of memory"));
    }
  };
  std::vector<std::thread> threads;
  for (size_t index = 1; index < numHosts; ++index)
    threads.emplace_back(runHost, index);
  runHost(0);
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

/// "host 1", for an error in a feature with the place of its samples: hosts
/// count from their own first one.
static std::string describeHost(size_t index, size_t numHosts,
                                const absl::Status &status,
                                const std::vector<FeatureIds> &features) {
  const std::string host = absl::StrCat("host ", index);
  for (const FeatureIds &ids : features) {
    host::FeatureSpec spec;
    spec.name = ids.feature->name;
    spec.table = ids.feature->table;
    if (index > 0 &&
        absl::StartsWith(status.message(), host::describeFeature(spec)))
      return absl::StrCat(host, " (its sample 0 is sample ",
                          static_cast<int64_t>(index) * ids.rows.samples /
                              static_cast<int64_t>(numHosts),
                          " of the file)");
  }
  return host;
}

/// The error of the first host that failed by itself.
static absl::Status
findError(const std::vector<absl::StatusOr<const Results *>> &results,
          const std::vector<FeatureIds> &features) {
  absl::Status error;
  for (size_t index = 0; index < results.size(); ++index) {
    const absl::Status &status = results[index].status();
    if (status.ok() || (!error.ok() && !absl::IsAborted(error)))
      continue;
    error = results.size() == 1
                ? status
                : absl::Status(status.code(),
                               absl::StrCat(describeHost(index, results.size(),
                                                         status, features),
                                            ": ", status.message()));
  }
  return error;
}

template <typename T>
static std::span<const T> append(std::vector<T> &to, std::span<const T> from) {
  to.insert(to.end(), from.begin(), from.end());
  return to;
}

static void addStatistics(const host::Statistics &from, host::Statistics &to) {
  append<int64_t>(to.maxIds, from.maxIds);
  append<int64_t>(to.maxUniqueIds, from.maxUniqueIds);
  append<int64_t>(to.requiredBufferSizes, from.requiredBufferSizes);
  to.numIds += from.numIds;
  to.numEntries += from.numEntries;
  to.dropped += from.dropped;
  to.droppedIdCount += from.droppedIdCount;
}

Results HostGroup::merge(const std::vector<const Results *> &results) {
  Results merged;
  merged.numMinibatches = results.front()->numMinibatches;
  merged.stacks.resize(arrays.size());
  for (size_t stack = 0; stack < arrays.size(); ++stack) {
    Arrays &to = arrays[stack];
    to.rowPointers.clear();
    to.embeddingIds.clear();
    to.sampleIds.clear();
    to.gains.clear();
    host::StackResult &result = merged.stacks[stack];
    for (const Results *host : results) {
      const host::Buffers &from = host->stacks[stack].buffers;
      host::Buffers &buffers = result.buffers;
      buffers.rowPointersPerDevice = from.rowPointersPerDevice;
      buffers.entriesPerDevice = from.entriesPerDevice;
      buffers.rowPointers = append(to.rowPointers, from.rowPointers);
      buffers.embeddingIds = append(to.embeddingIds, from.embeddingIds);
      buffers.sampleIds = append(to.sampleIds, from.sampleIds);
      buffers.gains = append(to.gains, from.gains);
      addStatistics(host->stacks[stack].statistics, result.statistics);
    }
  }
  return merged;
}

absl::StatusOr<Results>
HostGroup::run(int64_t number, const std::vector<FeatureIds> &features) {
  HostResults results = runHosts(number, features);
  SC_RETURN_IF_ERROR(findError(results, features));
  if (results.size() == 1)
    return **results.front();
  std::vector<const Results *> pointers;
  for (const absl::StatusOr<const Results *> &result : results)
    pointers.push_back(*result);
  return merge(pointers);
}

} // namespace sc::prep
