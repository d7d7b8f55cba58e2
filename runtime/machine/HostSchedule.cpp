//===-- HostSchedule.cpp - copies and fills between tasks ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step becomes independent jobs, by device and by ranges of the outermost
// dimension, which the workers share.

#include "runtime/machine/HostSchedule.h"

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstring>

namespace sc::runtime {

using format::MemorySpace;
using kernels::CopyDim;

/// A copy of less is not worth a second worker.
static constexpr int64_t kMinJobBytes = 1 << 20;

namespace {
struct Job {
  const std::byte *source = nullptr; // null for a fill
  std::byte *destination = nullptr;
  std::vector<CopyDim> dims;
};
} // namespace

static int64_t countElements(const flatbuffers::Vector<int64_t> &sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    elements *= size;
  return elements;
}

static std::vector<CopyDim>
makeDims(const flatbuffers::Vector<int64_t> &sizes,
         const flatbuffers::Vector<int64_t> &sourceStrides,
         const flatbuffers::Vector<int64_t> &destinationStrides,
         int64_t elementBytes) {
  std::vector<CopyDim> dims;
  for (uint32_t i = 0; i < sizes.size(); ++i)
    dims.push_back({sizes.Get(i), sourceStrides.Get(i) * elementBytes,
                    destinationStrides.Get(i) * elementBytes});
  return dims;
}

/// Appends `job`, cut along its longest dimension if it is large.
static void appendJobs(std::vector<Job> &jobs, Job job, int64_t bytes,
                       int64_t numWorkers) {
  auto longest = std::max_element(job.dims.begin(), job.dims.end(),
                                  [](const CopyDim &lhs, const CopyDim &rhs) {
                                    return lhs.size < rhs.size;
                                  });
  int64_t parts = std::min(numWorkers, bytes / kMinJobBytes);
  if (longest == job.dims.end() || parts <= 1) {
    jobs.push_back(std::move(job));
    return;
  }
  auto dim = static_cast<size_t>(longest - job.dims.begin());
  int64_t size = longest->size;
  int64_t partSize = (size + parts - 1) / parts;
  for (int64_t begin = 0; begin < size; begin += partSize) {
    Job part = job;
    CopyDim &range = part.dims[dim];
    range.size = std::min(partSize, size - begin);
    if (part.source)
      part.source += begin * range.sourceStride;
    part.destination += begin * range.destinationStride;
    jobs.push_back(std::move(part));
  }
}

/// Notes the end of a strided access; offset in elements, strides in elements.
static void touch(const HostContext &context, int32_t index, int64_t offset,
                  const flatbuffers::Vector<int64_t> &sizes,
                  const flatbuffers::Vector<int64_t> &strides) {
  const format::Buffer &buffer =
      *context.program.buffers()->Get(static_cast<uint32_t>(index));
  int64_t last = offset;
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    if (sizes.Get(i) == 0)
      return;
    last += std::max<int64_t>(0, strides.Get(i)) * (sizes.Get(i) - 1);
  }
  int64_t end = (last + 1) * format::getElementBytes(buffer.element_type());
  int64_t &touched = context.tally.touched[static_cast<size_t>(index)];
  touched = std::max(touched, std::min(end, buffer.size()));
}

static void countCopy(Counters &counters, bool fromHost, bool toHost,
                      int64_t bytes) {
  if (toHost)
    (fromHost ? counters.hostToHostBytes : counters.hbmToHostBytes) += bytes;
  else
    (fromHost ? counters.hostToHbmBytes : counters.hbmToHbmBytes) += bytes;
}

/// Elements by which device `device` shifts the host side; -1: not at all part
/// of the copy. Without offsets every device reads the same host elements and
/// device 0 writes them.
static int64_t getDeviceOffset(const format::Copy &copy, int device,
                               bool toHost) {
  const auto *offsets = copy.device_offsets();
  if (offsets && offsets->size() > 0)
    return offsets->Get(static_cast<uint32_t>(device));
  return toHost && device > 0 ? -1 : 0;
}

static const format::Buffer &getBuffer(const HostContext &context,
                                       int32_t index) {
  return *context.program.buffers()->Get(static_cast<uint32_t>(index));
}

void runCopy(const HostContext &context, const format::Copy &copy) {
  const format::Buffer &source = getBuffer(context, copy.source());
  const format::Buffer &destination = getBuffer(context, copy.destination());
  bool fromHost = source.space() == MemorySpace::Host;
  bool toHost = destination.space() == MemorySpace::Host;
  int64_t elementBytes = format::getElementBytes(source.element_type());
  int64_t bytes = countElements(*copy.sizes()) * elementBytes;
  int devices = fromHost && toHost ? 1 : context.program.target()->devices();
  std::vector<Job> jobs;
  for (int device = 0; device < devices; ++device) {
    int64_t shift =
        fromHost == toHost ? 0 : getDeviceOffset(copy, device, toHost);
    if (shift < 0)
      continue;
    int64_t from = copy.source_offset() + (fromHost ? shift : 0);
    int64_t to = copy.destination_offset() + (toHost ? shift : 0);
    Job job{context.memory.getBuffer(source, device) + from * elementBytes,
            context.memory.getBuffer(destination, device) + to * elementBytes,
            makeDims(*copy.sizes(), *copy.source_strides(),
                     *copy.destination_strides(), elementBytes)};
    appendJobs(jobs, std::move(job), bytes, context.pool.getNumWorkers());
    touch(context, copy.source(), from, *copy.sizes(), *copy.source_strides());
    touch(context, copy.destination(), to, *copy.sizes(),
          *copy.destination_strides());
    countCopy(context.tally.counters, fromHost, toHost, bytes);
  }
  context.pool.run(static_cast<int64_t>(jobs.size()), [&](int, int64_t item) {
    const Job &job = jobs[static_cast<size_t>(item)];
    kernels::stridedCopy(job.source, job.destination, job.dims, elementBytes);
  });
}

void runFill(const HostContext &context, const format::Fill &fill) {
  const format::Buffer &destination = getBuffer(context, fill.destination());
  bool toHost = destination.space() == MemorySpace::Host;
  int64_t elementBytes = format::getElementBytes(destination.element_type());
  int64_t bytes = countElements(*fill.sizes()) * elementBytes;
  int devices = toHost ? 1 : context.program.target()->devices();
  std::vector<Job> jobs;
  for (int device = 0; device < devices; ++device) {
    Job job{nullptr,
            context.memory.getBuffer(destination, device) +
                fill.offset() * elementBytes,
            makeDims(*fill.sizes(), *fill.strides(), *fill.strides(),
                     elementBytes)};
    appendJobs(jobs, std::move(job), bytes, context.pool.getNumWorkers());
    countCopy(context.tally.counters, true, toHost, bytes);
  }
  touch(context, fill.destination(), fill.offset(), *fill.sizes(),
        *fill.strides());
  std::span<const std::byte> value(
      reinterpret_cast<const std::byte *>(fill.value()->Data()),
      fill.value()->size());
  context.pool.run(static_cast<int64_t>(jobs.size()), [&](int, int64_t item) {
    const Job &job = jobs[static_cast<size_t>(item)];
    kernels::stridedFill(job.destination, job.dims, value);
  });
}

void runConstant(const HostContext &context, const format::Constant &constant) {
  const format::Buffer &destination =
      getBuffer(context, constant.destination());
  bool toHost = destination.space() == MemorySpace::Host;
  size_t size = constant.data()->size();
  int devices = toHost ? 1 : context.program.target()->devices();
  int instances = destination.instances();
  context.pool.run(int64_t{devices} * instances, [&](int, int64_t item) {
    std::byte *data = context.memory.getBuffer(
                          destination, static_cast<int>(item / instances)) +
                      destination.stride() * (item % instances);
    if (size > 0)
      std::memcpy(data, constant.data()->Data(), size);
  });
  countCopy(context.tally.counters, true, toHost,
            static_cast<int64_t>(size) * devices * instances);
  int64_t &touched =
      context.tally.touched[static_cast<size_t>(constant.destination())];
  touched = std::max(touched, static_cast<int64_t>(size));
}

void runNativeCall(const HostContext &context, const format::NativeCall &call,
                   const NativeLibrary &library) {
  NativeEntry entry = library.getEntry(static_cast<size_t>(call.function()));
  std::span<const int32_t> buffers = format::asSpan(call.buffers());
  bool isOnHost =
      getBuffer(context, buffers.front()).space() == MemorySpace::Host;
  int devices = isOnHost ? 1 : context.program.target()->devices();
  context.pool.run(devices, [&](int, int64_t device) {
    std::vector<void *> pointers;
    for (int32_t buffer : buffers)
      pointers.push_back(context.memory.getBuffer(getBuffer(context, buffer),
                                                  static_cast<int>(device)));
    entry(pointers.data());
  });
  for (int32_t buffer : buffers) {
    int64_t &touched = context.tally.touched[static_cast<size_t>(buffer)];
    touched = std::max(touched, getBuffer(context, buffer).size());
  }
}

} // namespace sc::runtime
