//===-- LookupArrays.cpp - arrays and references of a lookup --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host would hand to the devices, and what should come back.

#include "LookupProblem.h"

#include <limits>

namespace sc::test {

//===----------------------------------------------------------------------===//
// Buffers of the lists
//===----------------------------------------------------------------------===//

/// Entries that would change a sum if they were read.
static CoreBuffers makePlausible(const LookupProblem &problem, Random &random) {
  CoreBuffers buffers;
  for (int64_t i = 0; i < problem.capacity; ++i) {
    buffers.ids.push_back(
        static_cast<int32_t>(random.between(0, problem.rowsPerCore - 1)));
    buffers.samples.push_back(
        static_cast<int32_t>(random.between(0, problem.samples - 1)));
    buffers.gains.push_back(random.chance(50) ? 1e30f : -1e30f);
  }
  return buffers;
}

/// The gap up to the next multiple of 8, as the host fills it.
static void padGap(CoreBuffers &buffers, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    buffers.ids[i] = kPad;
    buffers.samples[i] = kPad;
    buffers.gains[i] = std::numeric_limits<float>::quiet_NaN();
  }
}

static CoreBuffers packCore(const LookupProblem &problem, size_t source,
                            Random &random) {
  CoreBuffers buffers = makePlausible(problem, random);
  int64_t cores = problem.mesh.countCores();
  size_t at = 0;
  for (int64_t owner = 0; owner < cores; ++owner) {
    for (const Entry &entry : problem.entries[source]) {
      if (entry.row % cores != owner)
        continue;
      buffers.ids[at] = static_cast<int32_t>(entry.row / cores);
      buffers.samples[at] = static_cast<int32_t>(entry.sample);
      buffers.gains[at++] = entry.gain;
    }
    buffers.rowPointers.push_back(static_cast<int32_t>(at));
    size_t aligned = (at + 7) / 8 * 8;
    if (problem.gapsArePadding)
      padGap(buffers, at, aligned);
    at = aligned;
  }
  buffers.rowPointers.resize(
      static_cast<size_t>(problem.getRowPointersPerCore()),
      static_cast<int32_t>(at));
  return buffers;
}

std::vector<CoreBuffers> packBuffers(const LookupProblem &problem,
                                     Random &random) {
  std::vector<CoreBuffers> buffers;
  for (size_t source = 0; source < problem.entries.size(); ++source)
    buffers.push_back(packCore(problem, source, random));
  return buffers;
}

//===----------------------------------------------------------------------===//
// Global arrays
//===----------------------------------------------------------------------===//

size_t getSource(const LookupProblem &problem, int64_t device, int64_t core) {
  const LookupMesh &mesh = problem.mesh;
  int64_t member = mesh.getShard(mesh.tableAxes, device);
  return static_cast<size_t>(mesh.getBatch(device) * mesh.countCores() +
                             member * mesh.coresPerDevice + core);
}

/// The global array whose part for SparseCore `core` of `device` is
/// `getPart(source)`.
template <typename T, typename GetPart>
static Bytes shard(const LookupProblem &problem, const AxisList &axes,
                   const GetPart &getPart) {
  const LookupMesh &mesh = problem.mesh;
  std::vector<T> global;
  for (int64_t device = 0; device < mesh.countDevices(); ++device)
    for (int64_t core = 0; core < mesh.coresPerDevice; ++core) {
      const std::vector<T> &part = getPart(getSource(problem, device, core));
      int64_t parts = mesh.countShards(axes) * mesh.coresPerDevice;
      global.resize(part.size() * static_cast<size_t>(parts));
      int64_t index = mesh.getShard(axes, device) * mesh.coresPerDevice + core;
      std::copy(part.begin(), part.end(),
                global.begin() + index * static_cast<int64_t>(part.size()));
    }
  return toBytes(global);
}

/// Row r of the table is on SparseCore r mod P, at r / P.
static std::vector<float> getTableShard(const LookupProblem &problem,
                                        int64_t owner) {
  int64_t cores = problem.mesh.countCores();
  std::vector<float> rows;
  for (int64_t local = 0; local < problem.rowsPerCore; ++local)
    for (int64_t column = 0; column < problem.width; ++column)
      rows.push_back(problem.table[static_cast<size_t>(
          (local * cores + owner) * problem.width + column)]);
  return rows;
}

std::vector<Bytes> makeInputs(const LookupProblem &problem,
                              const std::vector<CoreBuffers> &buffers) {
  const LookupMesh &mesh = problem.mesh;
  auto make = [&]<typename T>(std::vector<T> CoreBuffers::*member) {
    return shard<T>(problem, mesh.batchAxes,
                    [&](size_t source) -> const std::vector<T> & {
                      return buffers[source].*member;
                    });
  };
  auto minibatches = static_cast<size_t>(mesh.countShards(mesh.batchAxes));
  std::vector<Bytes> inputs = {
      make(&CoreBuffers::rowPointers), make(&CoreBuffers::ids),
      make(&CoreBuffers::samples), make(&CoreBuffers::gains),
      toBytes(std::vector<int32_t>(minibatches, 1))};
  inputs.push_back(shard<float>(problem, mesh.tableAxes, [&](size_t source) {
    return getTableShard(problem,
                         static_cast<int64_t>(source) % mesh.countCores());
  }));
  if (problem.hasInit)
    inputs.push_back(
        shard<float>(problem, mesh.batchAxes,
                     [&](size_t source) -> const std::vector<float> & {
                       return problem.init[source];
                     }));
  return inputs;
}

std::vector<float> getResult(const LookupProblem &problem, const Bytes &output,
                             int64_t device, int64_t core) {
  const LookupMesh &mesh = problem.mesh;
  int64_t words = problem.samples * problem.width;
  int64_t index =
      mesh.getShard(mesh.outputAxes, device) * mesh.coresPerDevice + core;
  auto bytes = words * static_cast<int64_t>(sizeof(float));
  auto first = output.begin() + index * bytes;
  return fromBytes<float>(Bytes(first, first + bytes));
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

std::vector<double> computeExact(const LookupProblem &problem, size_t source) {
  const std::vector<float> &init = problem.init[source];
  std::vector<double> sums(init.begin(), init.end());
  for (const Entry &entry : problem.entries[source])
    for (int64_t column = 0; column < problem.width; ++column)
      sums[static_cast<size_t>(entry.sample * problem.width + column)] +=
          static_cast<double>(entry.gain) *
          static_cast<double>(problem.table[static_cast<size_t>(
              entry.row * problem.width + column)]);
  return sums;
}

std::vector<float> computeOrdered(const LookupProblem &problem, size_t source) {
  std::vector<float> sums = problem.init[source];
  int64_t cores = problem.mesh.countCores(), width = problem.width;
  for (int64_t owner = 0; owner < cores; ++owner)
    for (const Entry &entry : problem.entries[source]) {
      if (entry.row % cores != owner)
        continue;
      float *sum = &sums[static_cast<size_t>(entry.sample * width)];
      const float *row = &problem.table[static_cast<size_t>(entry.row * width)];
      for (int64_t column = 0; column < width; ++column) {
        float product = entry.gain * row[column];
        sum[column] += product;
      }
    }
  return sums;
}

} // namespace sc::test
