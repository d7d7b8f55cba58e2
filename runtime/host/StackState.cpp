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

static constexpr int64_t kUnknown = -1; // where a SparseCore starts

StackState::StackState(const StackSpec &spec, const StackLayout &layout,
                       const Topology &topology, const Options &options)
    : spec(&spec), layout(&layout), topology(topology), options(options),
      numCores(topology.localDevices * topology.sparseCoresPerDevice) {
  plan.features.resize(spec.features.size());
  cores.resize(static_cast<size_t>(numCores));
  begins.resize(static_cast<size_t>(numCores));
  segmentEntries.resize(static_cast<size_t>(numCores));
  ends.resize(static_cast<size_t>(numCores));
  dirtyEnds.resize(static_cast<size_t>(numCores));
  ordered =
      std::make_unique<std::atomic<int64_t>[]>(static_cast<size_t>(numCores));
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
          getData<float>(gains, first)};
}

int32_t *StackState::getRowPointers(int64_t device) const {
  return getData<int32_t>(rowPointers, device * layout->rowPointersSize);
}

absl::Status StackState::planBatch() {
  SC_RETURN_IF_ERROR(planStack(*spec, *layout, topology, plan));
  if (!options.enableMinibatching)
    return absl::OkStatus();
  for (int64_t core = 0; core < numCores; ++core)
    ordered[core].store(core % topology.sparseCoresPerDevice == 0 ? 0
                                                                  : kUnknown,
                        std::memory_order_relaxed);
  return absl::OkStatus();
}

absl::Status StackState::expectSplit() {
  isSplitExpected = true;
  SC_RETURN_IF_ERROR(
      sortedMemory.grow(plan, plan.numIds, numCores * plan.samplesPerCore));
  int64_t firstId = 0;
  for (int64_t core = 0; core < numCores; ++core) {
    SortedCore &sorted = cores[static_cast<size_t>(core)].sorted;
    sorted.groups.reserve(layout->groups.size());
    sortedMemory.place(firstId, core * plan.samplesPerCore, sorted);
    firstId += plan.countCoreIds(layout->order, core);
  }
  return absl::OkStatus();
}

absl::Status StackState::growScratch(WorkerScratch &scratch) const {
  SC_RETURN_IF_ERROR(scratch.sort.grow(plan));
  scratch.sorted.groups.reserve(layout->groups.size());
  scratch.split.rests.reserve(layout->groups.size());
  if (isSplitExpected)
    return scratch.split.grow(*layout, plan.maxCoreIds);
  return scratch.sortedMemory.grow(plan, plan.maxCoreIds, plan.samplesPerCore);
}

absl::Status StackState::fillCore(int64_t core, WorkerScratch &scratch) {
  const int64_t perDevice = topology.sparseCoresPerDevice;
  const int64_t capacity = layout->bufferSize / perDevice;
  const int64_t local = core % perDevice;
  CoreWork work = getWork(core);
  scratch.sortedMemory.place(0, 0, scratch.sorted);
  SC_RETURN_IF_ERROR(sortCore(work, scratch.sort, scratch.sorted));
  EntryArrays to = getEntries(core / perDevice);
  to.ids += local * capacity;
  to.samples += local * capacity;
  to.gains += local * capacity;
  SegmentSpace space{to, 0, capacity,
                     getRowPointers(core / perDevice) +
                         local * layout->pointersPerSegment};
  int64_t &end = ends[static_cast<size_t>(core)];
  int64_t lastEnd = end;
  end = groupIntoSegment(work, scratch.sorted, options.allowIdDropping, space,
                         scratch.split.rests,
                         cores[static_cast<size_t>(core)].counts);
  padEntries(to, end, lastEnd);
  return absl::OkStatus();
}

/// Gives a worker's memory for keys, and `entries`' for the rest.
static SortedCore &placeInScratch(const CoreEntries &entries,
                                  WorkerScratch &scratch) {
  scratch.sorted.keys = scratch.split.keys.getData();
  scratch.sorted.weighted = entries.sorted.weighted;
  scratch.sorted.sampleGains = entries.sorted.sampleGains;
  return scratch.sorted;
}

static void copyKeys(const SortedCore &from, SortedCore &to) {
  to.groups.clear();
  uint64_t *next = to.keys;
  for (const SortedGroup &group : from.groups) {
    std::copy(group.keys.begin(), group.keys.end(), next);
    to.groups.push_back({group.group, {next, group.keys.size()}});
    next += group.keys.size();
  }
}

// The counts of a SparseCore say where the next one of its device starts.
int64_t StackState::takeBegin(int64_t core, int64_t required) {
  ordered[core].wait(kUnknown, std::memory_order_acquire);
  const int64_t begin = ordered[core].load(std::memory_order_acquire);
  if ((core + 1) % topology.sparseCoresPerDevice != 0) {
    ordered[core + 1].store(begin + required, std::memory_order_release);
    ordered[core + 1].notify_one();
  }
  return begin;
}

absl::Status StackState::fillCoreInOrder(int64_t core, WorkerScratch &scratch) {
  CoreWork work = getWork(core);
  CoreCounts &counts = cores[static_cast<size_t>(core)].counts;
  scratch.sortedMemory.place(0, 0, scratch.sorted);
  absl::Status status = sortCore(work, scratch.sort, scratch.sorted);
  counts.reset(layout->numCores);
  if (status.ok())
    countEntries(work, scratch.sorted, scratch.split.rests, counts);
  const int64_t begin = takeBegin(core, counts.required);
  begins[static_cast<size_t>(core)] = begin;
  segmentEntries[static_cast<size_t>(core)] = counts.required;
  if (!status.ok() || isOverLimits(counts))
    return status;
  SegmentSpace space = getSegmentSpace(core, 1);
  int64_t &end = ends[static_cast<size_t>(core)];
  end = groupIntoSegment(work, scratch.sorted, /*isDropping=*/false, space,
                         scratch.split.rests, counts);
  // The batch may still be split, or fail.
  int64_t &dirtyEnd = dirtyEnds[static_cast<size_t>(core)];
  dirtyEnd = std::max(dirtyEnd, end);
  return absl::OkStatus();
}

absl::Status StackState::collectCore(int64_t core, WorkerScratch &scratch) {
  CoreWork work = getWork(core);
  CoreEntries &entries = cores[static_cast<size_t>(core)];
  SortedCore &sorted = placeInScratch(entries, scratch);
  SC_RETURN_IF_ERROR(sortCore(work, scratch.sort, sorted));
  // While the keys are in a cache.
  host::splitCore(work, options.allowIdDropping, sorted, scratch.split,
                  entries);
  if (!isOverLimits(entries.counts)) {
    entries.isSplit = false;
    copyKeys(sorted, entries.sorted);
  }
  return absl::OkStatus();
}

bool StackState::isOverLimits(const CoreCounts &counts) const {
  auto isOver = [](const std::vector<int64_t> &values, int64_t limit) {
    return std::any_of(values.begin(), values.end(),
                       [limit](int64_t value) { return value > limit; });
  };
  return isOver(counts.ids, spec->maxIdsPerPartition) ||
         isOver(counts.uniqueIds, spec->maxUniqueIdsPerPartition);
}

bool StackState::isOverLimits() const {
  return std::any_of(
      cores.begin(), cores.end(),
      [this](const CoreEntries &core) { return isOverLimits(core.counts); });
}

void StackState::splitCore(int64_t core, WorkerScratch &scratch) {
  CoreEntries &entries = cores[static_cast<size_t>(core)];
  if (entries.isSplit)
    return;
  SortedCore &sorted = placeInScratch(entries, scratch);
  copyKeys(entries.sorted, sorted);
  host::splitCore(getWork(core), options.allowIdDropping, sorted, scratch.split,
                  entries);
}

uint64_t StackState::getSplitMask() const {
  uint64_t mask = 0;
  for (const CoreEntries &core : cores)
    mask |= core.splitMask;
  return mask;
}

void StackState::placeCores(Minibatches minibatches) {
  isSplitExpected = !minibatches.empty();
  int64_t begin = 0;
  for (int64_t core = 0; core < numCores; ++core) {
    if (core % topology.sparseCoresPerDevice == 0)
      begin = 0;
    begins[static_cast<size_t>(core)] = begin;
    int64_t &entries = segmentEntries[static_cast<size_t>(core)];
    const CoreEntries &of = cores[static_cast<size_t>(core)];
    entries = minibatches.empty() ? of.counts.required
                                  : countSegmentEntries(of, minibatches);
    begin += entries;
  }
}

SegmentSpace StackState::getSegmentSpace(int64_t core,
                                         int64_t segmentsPerCore) const {
  const int64_t device = core / topology.sparseCoresPerDevice;
  const int64_t segment =
      core % topology.sparseCoresPerDevice * segmentsPerCore;
  return {getEntries(device), begins[static_cast<size_t>(core)],
          layout->bufferSize,
          getRowPointers(device) + segment * layout->pointersPerSegment};
}

void StackState::fillMinibatches(int64_t core, Minibatches minibatches,
                                 WorkerScratch &scratch) {
  CoreEntries &entries = cores[static_cast<size_t>(core)];
  int64_t &end = ends[static_cast<size_t>(core)];
  if (minibatches.empty())
    end = groupIntoSegment(getWork(core), entries.sorted, /*isDropping=*/false,
                           getSegmentSpace(core, 1), scratch.split.rests,
                           entries.counts);
  else
    end = fillSegments(
        getWork(core), options.allowIdDropping, minibatches,
        getSegmentSpace(core, static_cast<int64_t>(minibatches.size())),
        entries);
}

void StackState::finishDevice(int64_t device, Minibatches minibatches) {
  const int64_t perDevice = topology.sparseCoresPerDevice;
  const int64_t end = ends[static_cast<size_t>((device + 1) * perDevice - 1)];
  int64_t dirtyEnd = end;
  for (int64_t core = device * perDevice; core < (device + 1) * perDevice;
       ++core)
    dirtyEnd = std::max(dirtyEnd, dirtyEnds[static_cast<size_t>(core)]);
  padEntries(getEntries(device), end, dirtyEnd);
  for (int64_t core = device * perDevice; core < (device + 1) * perDevice;
       ++core)
    dirtyEnds[static_cast<size_t>(core)] = ends[static_cast<size_t>(core)];
  int32_t *pointers = getRowPointers(device);
  std::fill(pointers + perDevice * layout->pointersPerSegment *
                           std::max<int64_t>(
                               1, static_cast<int64_t>(minibatches.size())),
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
