//===-- LookupBenchMachine.h - a machine with a lookup loaded ---*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the lookup of a workload and keeps its inputs in HBM.

#ifndef SC_TEST_BENCH_LOOKUPBENCHMACHINE_H
#define SC_TEST_BENCH_LOOKUPBENCHMACHINE_H

#include "Workload.h"

#include "runtime/format/Program.h"
#include "runtime/machine/Machine.h"

#include <memory>

namespace sc::bench {

/// A sharded table as the program takes it.
struct StoredTable {
  std::string format; // of --quantize-tables; empty: f32
  const std::byte *rows = nullptr;
  std::vector<float> scale; // of the whole table, where it has one
};

/// A machine whose HBM holds the inputs, ready to run the lookup again.
class LoadedMachine {
public:
  LoadedMachine(const Workload &workload, const StoredTable &table,
                int threads);
  /// Copies a batch to HBM.
  void load(const Workload &workload);
  void runLookup();
  /// Copies the result to the host.
  const std::byte *readResult();

private:
  format::Executable executable;
  std::unique_ptr<runtime::Machine> machine;
  size_t launch = 0;
};

/// A sharded table of f32 as rows of a narrow format.
class NarrowTableRows {
public:
  NarrowTableRows(const std::string &format, int64_t width, const float *table);
  const StoredTable &getTable() const { return stored; }

private:
  HugeArray bytes;
  StoredTable stored;
};

} // namespace sc::bench

#endif // SC_TEST_BENCH_LOOKUPBENCHMACHINE_H
