//===-- ReferenceHost.h - one host of the reference -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of elements for each SparseCore, step by step.

#ifndef SC_TEST_UNIT_HOST_REFERENCEHOST_H
#define SC_TEST_UNIT_HOST_REFERENCEHOST_H

#include "test/unit/host/Reference.h"

#include <map>
#include <tuple>

namespace sc::test {

struct Element {
  int64_t bucket, owner, row, order; // sorted by these
  int64_t sample;
  float gain;
  std::vector<int64_t> copies; // order of each id in it

  auto getKey() const { return std::tuple(bucket, owner, row, order); }
};

using Elements = std::vector<Element>;
using Buckets =
    std::map<std::pair<int64_t, int64_t>, Elements>; // owner, bucket

struct Core {
  Elements elements; // deduplicated
  Buckets kept;
};

inline int64_t roundUp8(int64_t value) { return (value + 7) / 8 * 8; }

/// Distinct rows of distinct owners.
int64_t countUnique(const Elements &elements);

/// One host.
class ReferenceHost {
public:
  ReferenceHost(const ReferenceProblem &problem, const ReferenceInputs &inputs)
      : problem(problem), inputs(inputs),
        numOwners(problem.topology.globalDevices *
                  problem.topology.sparseCoresPerDevice),
        numCores(problem.topology.localDevices *
                 problem.topology.sparseCoresPerDevice) {
    cores.resize(problem.stacks.size());
    results.stacks.resize(problem.stacks.size());
  }

  // Sorts, counts; returns whether a limit is exceeded.
  bool collect() {
    bool isOver = false;
    for (size_t stack = 0; stack < cores.size(); ++stack) {
      cores[stack].assign(static_cast<size_t>(numCores), {});
      results.stacks[stack] = {};
      for (int64_t core = 0; core < numCores; ++core)
        cores[stack][core].elements = extract(stack, core);
      isOver |= countPartitions(stack);
    }
    return isOver;
  }

  // Between which buckets a batch must part.
  std::set<int> split() {
    std::set<int> splits;
    for (size_t stack = 0; stack < cores.size(); ++stack) {
      ReferenceStack &result = results.stacks[stack];
      result.largestIds = result.largestUniqueIds = 0;
      for (Core &core : cores[stack])
        splitCore(problem.stacks[stack], core, result, splits);
    }
    return splits;
  }

  void drop(bool isSplit) {
    for (size_t stack = 0; stack < cores.size(); ++stack)
      for (Core &core : cores[stack])
        dropFrom(problem.stacks[stack], core, isSplit, results.stacks[stack]);
  }

  const ReferenceResults &fill(const std::set<int> &splits) {
    results.numMinibatches = static_cast<int64_t>(splits.size()) + 1;
    for (size_t stack = 0; stack < cores.size(); ++stack)
      for (int64_t d = 0; d < problem.topology.localDevices; ++d)
        fillDevice(stack, d, splits);
    return results;
  }

private:
  Elements extract(size_t stack, int64_t core);
  bool countPartitions(size_t stack);
  void splitCore(const host::StackSpec &spec, Core &core,
                 ReferenceStack &result, std::set<int> &splits);
  void dropFrom(const host::StackSpec &spec, Core &core, bool isSplit,
                ReferenceStack &result);
  void fillDevice(size_t stack, int64_t device, const std::set<int> &splits);

  const ReferenceProblem &problem;
  const ReferenceInputs &inputs;
  int64_t numOwners, numCores;
  std::vector<std::vector<Core>> cores; // [stack][core]
  ReferenceResults results;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_REFERENCEHOST_H
