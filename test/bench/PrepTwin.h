//===-- PrepTwin.h - plain preprocessing ------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one would write first: extract, std::sort, group, fill, one thread.

#ifndef SC_TEST_BENCH_PREPTWIN_H
#define SC_TEST_BENCH_PREPTWIN_H

#include "PrepWorkload.h"

namespace sc::bench {

/// The same buffers as the library's, for dense inputs and combiner sum.
class PrepTwin {
public:
  explicit PrepTwin(const PrepWorkload &workload);

  void run();
  /// Whether the last run gave the bytes of `results`.
  bool isEqualTo(const host::Results &results) const;

private:
  /// One id. The key has, from its highest bit, the owner, 6 bits for the
  /// bucket, the row of the owner's shard and the sample.
  struct Item {
    uint64_t key;
    uint32_t order; // of arrival
    float gain;
  };
  struct Entry {
    uint64_t key;
    float gain;
  };
  struct Core {
    std::vector<Item> items;
    std::vector<Entry> entries;
  };
  struct Stack {
    std::vector<Core> cores;
    std::vector<int32_t> rowPointers, ids, samples;
    std::vector<float> gains;
    int64_t bufferSize = 0;
    int64_t pointersPerDevice = 0;
  };

  void extract(size_t stack, int64_t core);
  static void sortAndGroup(Core &core);
  bool isOverLimits(size_t stack) const;
  void splitByBucket(size_t stack, Core &core);
  void dropBeyondLimits(size_t stack, Core &core) const;
  void fill(size_t stack);

  const PrepWorkload &workload;
  std::vector<Stack> stacks;
  std::vector<bool> splits; // whether buckets k and k + 1 part
};

} // namespace sc::bench

#endif // SC_TEST_BENCH_PREPTWIN_H
