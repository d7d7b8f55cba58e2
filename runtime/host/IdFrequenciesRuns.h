//===-- IdFrequenciesRuns.h - counts of ids in sorted runs ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting and merging read memory in order. A hash table of millions of ids
// misses the cache for each, which takes several times as long.

#ifndef SC_RUNTIME_HOST_IDFREQUENCIESRUNS_H
#define SC_RUNTIME_HOST_IDFREQUENCIESRUNS_H

#include <cstdint>
#include <vector>

namespace sc::host {

struct IdCount {
  int64_t id = 0;
  int64_t count = 0;

  bool operator==(const IdCount &) const = default;
};

/// By id, each once.
using IdRun = std::vector<IdCount>;

/// Ascending; `scratch` is used and keeps its memory.
void radixSort(std::vector<int64_t> &values, std::vector<int64_t> &scratch);

/// Runs that at least halve in size from one to the next, so that each id is
/// moved a logarithmic number of times.
class IdRuns {
public:
  /// Counts `ids`, which it sorts.
  void add(std::vector<int64_t> &ids, std::vector<int64_t> &scratch);

  /// All counts in one run.
  IdRun merge() const;

private:
  std::vector<IdRun> runs;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_IDFREQUENCIESRUNS_H
