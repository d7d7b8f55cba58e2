//===-- StackState.cpp - the buffers of one stack -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers start as padding; each batch writes its entries, and padding over
// what the batch before it left behind.

#include "runtime/host/StackState.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

StackState::StackState(const StackSpec &spec, const StackLayout &layout,
                       const Topology &topology, const Options &options)
    : spec(&spec), layout(&layout), topology(topology), options(options),
      numCores(topology.localDevices * topology.sparseCoresPerDevice) {
  plan.features.resize(spec.features.size());
  cores.resize(static_cast<size_t>(numCores));
  begins.resize(static_cast<size_t>(numCores));
  segmentEntries.resize(static_cast<size_t>(numCores));
  ends.resize(static_cast<size_t>(numCores));
  filled.resize(static_cast<size_t>(topology.localDevices));
}

static absl::StatusOr<runtime::AlignedBytes>
allocate(const StackSpec &spec, int64_t devices, int64_t size) {
  int64_t bytes;
  if (__builtin_mul_overflow(devices, size * 4, &bytes))
    bytes = INT64_MAX;
  absl::StatusOr<runtime::AlignedBytes> result =
      runtime::AlignedBytes::create(bytes);
  if (result.ok())
    return result;
  return absl::Status(
      result.status().code(),
      absl::StrCat("stack '", spec.name, "': ", result.status().message()));
}

absl::StatusOr<StackState> StackState::create(const StackSpec &spec,
                                              const StackLayout &layout,
                                              const Topology &topology,
                                              const Options &options) {
  StackState state(spec, layout, topology, options);
  const int64_t devices = topology.localDevices;
  SC_ASSIGN_OR_RETURN(state.rowPointers,
                      allocate(spec, devices, layout.rowPointersSize));
  SC_ASSIGN_OR_RETURN(state.ids, allocate(spec, devices, layout.bufferSize));
  SC_ASSIGN_OR_RETURN(state.samples,
                      allocate(spec, devices, layout.bufferSize));
  SC_ASSIGN_OR_RETURN(state.gains, allocate(spec, devices, layout.bufferSize));
  padEntries(state.getEntries(0), 0, devices * layout.bufferSize);
  return state;
}

CoreWork StackState::getWork(int64_t core) const {
  return {*spec, *layout, plan, core, options.checkWeights};
}

template <typename T>
static T *getData(const runtime::AlignedBytes &bytes, int64_t index) {
  auto *data = const_cast<std::byte *>(bytes.getBytes().data());
  return reinterpret_cast<T *>(data) + index;
}

EntryArrays StackState::getEntries(int64_t device) const {
  const int64_t first = device * layout->bufferSize;
  return {getData<int32_t>(ids, first), getData<int32_t>(samples, first),
          getData<float>(gains, first), nullptr};
}

int32_t *StackState::getRowPointers(int64_t device) const {
  return getData<int32_t>(rowPointers, device * layout->rowPointersSize);
}

absl::Status StackState::planBatch() {
  SC_RETURN_IF_ERROR(planStack(*spec, *layout, topology, plan));
  if (!options.enableMinibatching)
    return absl::OkStatus();
  for (CoreEntries &core : cores)
    core.reserve(*layout, plan.maxCoreIds);
  return absl::OkStatus();
}

absl::Status StackState::fillCore(int64_t core, WorkerScratch &scratch) {
  const int64_t perDevice = topology.sparseCoresPerDevice;
  const int64_t capacity = layout->bufferSize / perDevice;
  const int64_t local = core % perDevice;
  CoreWork work = getWork(core);
  SC_RETURN_IF_ERROR(sortCore(work, scratch.sort));
  EntryArrays to = getEntries(core / perDevice);
  to.ids += local * capacity;
  to.samples += local * capacity;
  to.gains += local * capacity;
  int32_t *pointers =
      getRowPointers(core / perDevice) + local * layout->pointersPerSegment;
  int64_t &end = ends[static_cast<size_t>(core)];
  int64_t lastEnd = end;
  end = groupIntoSegment(work, scratch.sort, options.allowIdDropping, to,
                         capacity, pointers,
                         cores[static_cast<size_t>(core)].counts);
  padEntries(to, end, lastEnd);
  return absl::OkStatus();
}

absl::Status StackState::collectCore(int64_t core, WorkerScratch &scratch) {
  CoreWork work = getWork(core);
  SC_RETURN_IF_ERROR(sortCore(work, scratch.sort));
  CoreEntries &entries = cores[static_cast<size_t>(core)];
  entries.numBuckets = 1;
  groupCompactly(work, scratch.sort, entries.getArrays(), entries.starts,
                 entries.counts);
  return absl::OkStatus();
}

bool StackState::isOverLimits() const {
  for (const CoreEntries &core : cores)
    for (size_t owner = 0; owner < core.counts.ids.size(); ++owner)
      if (core.counts.ids[owner] > spec->maxIdsPerPartition ||
          core.counts.uniqueIds[owner] > spec->maxUniqueIdsPerPartition)
        return true;
  return false;
}

void StackState::splitCore(int64_t core, WorkerScratch &scratch) {
  host::splitCore(getWork(core), options.allowIdDropping, scratch.split,
                  cores[static_cast<size_t>(core)]);
}

uint64_t StackState::getSplitMask() const {
  uint64_t mask = 0;
  for (const CoreEntries &core : cores)
    mask |= core.splitMask;
  return mask;
}

void StackState::placeCores(Minibatches minibatches) {
  int64_t begin = 0;
  for (int64_t core = 0; core < numCores; ++core) {
    if (core % topology.sparseCoresPerDevice == 0)
      begin = 0;
    begins[static_cast<size_t>(core)] = begin;
    int64_t &entries = segmentEntries[static_cast<size_t>(core)];
    entries =
        countSegmentEntries(cores[static_cast<size_t>(core)], minibatches);
    begin += entries;
  }
}

void StackState::fillMinibatches(int64_t core, Minibatches minibatches) {
  const int64_t device = core / topology.sparseCoresPerDevice;
  const int64_t local = core % topology.sparseCoresPerDevice;
  const int64_t pointersPerCore =
      layout->pointersPerSegment * static_cast<int64_t>(minibatches.size());
  DeviceSpace space{getEntries(device),
                    getRowPointers(device) + local * pointersPerCore,
                    layout->bufferSize};
  ends[static_cast<size_t>(core)] =
      fillSegments(*layout, cores[static_cast<size_t>(core)], minibatches,
                   begins[static_cast<size_t>(core)], space);
}

void StackState::finishDevice(int64_t device, Minibatches minibatches) {
  const int64_t perDevice = topology.sparseCoresPerDevice;
  const int64_t end = ends[static_cast<size_t>((device + 1) * perDevice - 1)];
  int64_t &lastEnd = filled[static_cast<size_t>(device)];
  padEntries(getEntries(device), end, lastEnd);
  lastEnd = end;
  int32_t *pointers = getRowPointers(device);
  std::fill(pointers + perDevice * layout->pointersPerSegment *
                           static_cast<int64_t>(minibatches.size()),
            pointers + layout->rowPointersSize, static_cast<int32_t>(end));
}

template <typename T>
static std::span<const T> getSpan(const runtime::AlignedBytes &bytes) {
  return {getData<T>(bytes, 0), bytes.getBytes().size() / sizeof(T)};
}

void StackState::setResult(StackResult &result) const {
  result.buffers = {layout->rowPointersSize,       layout->bufferSize,
                    getSpan<int32_t>(rowPointers), getSpan<int32_t>(ids),
                    getSpan<int32_t>(samples),     getSpan<float>(gains)};
  Statistics &statistics = result.statistics;
  const size_t owners = static_cast<size_t>(layout->numCores);
  const size_t perDevice = static_cast<size_t>(topology.sparseCoresPerDevice);
  const size_t devices = static_cast<size_t>(topology.localDevices);
  statistics.maxIds.assign(devices * owners, 0);
  statistics.maxUniqueIds.assign(devices * owners, 0);
  statistics.requiredBufferSizes.resize(cores.size());
  statistics.numIds = plan.numIds;
  statistics.numEntries = statistics.droppedIdCount = 0;
  statistics.dropped = {};
  for (size_t core = 0; core < cores.size(); ++core) {
    const CoreCounts &counts = cores[core].counts;
    for (size_t owner = 0; owner < owners; ++owner) {
      size_t i = core / perDevice * owners + owner;
      statistics.maxIds[i] = std::max(statistics.maxIds[i], counts.ids[owner]);
      statistics.maxUniqueIds[i] =
          std::max(statistics.maxUniqueIds[i], counts.uniqueIds[owner]);
    }
    statistics.requiredBufferSizes[core] = counts.required;
    statistics.numEntries += counts.numEntries;
    statistics.dropped += counts.dropped;
    statistics.droppedIdCount += counts.droppedIdCount;
  }
}

} // namespace sc::host
