//===-- LookupProblem.h - a random lookup -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whole lookup as a user states it: an unsharded table and lists of (sample,
// row, gain). From it, apart from the compiler: the program, the arrays that
// the host would make, and two plain references.

#ifndef SC_TEST_PROPERTY_LOOKUPPROBLEM_H
#define SC_TEST_PROPERTY_LOOKUPPROBLEM_H

#include "LookupMesh.h"
#include "RunProgram.h"

namespace sc::test {

inline constexpr int32_t kPad = 2147483647;

struct Entry {
  int64_t sample; // of its SparseCore
  int64_t row;    // of the unsharded table
  float gain;
};

struct LookupProblem {
  LookupMesh mesh;
  int64_t samples = 1;     // of one SparseCore
  int64_t rowsPerCore = 1; // of the table
  int64_t width = 1;       // 1 where isRank1
  int64_t maxIds = 1;      // limits
  int64_t maxUnique = 1;   //
  int64_t capacity = 8;    // entries of one SparseCore's buffer
  bool isRank1 = false;
  bool hasInit = false;       // else a broadcast of zero
  bool gapsArePadding = true; // else plausible entries, as behind the end
  std::vector<float> table;   // [row][column]
  /// For SparseCore c of batch b, at [b * countCores() + c].
  std::vector<std::vector<float>> init;
  /// Within a partition in the order of the buffer.
  std::vector<std::vector<Entry>> entries;

  int64_t countSources() const {
    return mesh.countBatches() * mesh.countCores();
  }
  int64_t getRowPointersPerCore() const {
    return std::max<int64_t>(8, mesh.countCores());
  }
  std::string describe() const;
};

/// The entries and distinct rows of the largest partition.
struct PartitionSizes {
  int64_t maxIds = 0;
  int64_t maxUnique = 0;
  int64_t totalIds = 0;      // over all devices
  int64_t totalDistinct = 0; // over all devices
};
PartitionSizes measurePartitions(const LookupProblem &problem);

LookupProblem drawProblem(Random &random);

/// The StableHLO module as JAX prints it.
std::string writeProgram(const LookupProblem &problem);

/// The buffers of one SparseCore.
struct CoreBuffers {
  std::vector<int32_t> rowPointers, ids, samples;
  std::vector<float> gains;
};

/// Buffers of all SparseCores, in the order of LookupProblem::entries. What
/// must not be read holds plausible entries with huge gains.
std::vector<CoreBuffers> packBuffers(const LookupProblem &problem,
                                     Random &random);

/// The arguments of @main.
std::vector<Bytes> makeInputs(const LookupProblem &problem,
                              const std::vector<CoreBuffers> &buffers);

/// Sums in double, straight from the lists.
std::vector<double> computeExact(const LookupProblem &problem, size_t source);

/// Sums in float in the documented order: partition by partition, each in the
/// order of the buffer, on top of init.
std::vector<float> computeOrdered(const LookupProblem &problem, size_t source);

/// The part of the output that SparseCore `core` of device `device` wrote.
std::vector<float> getResult(const LookupProblem &problem, const Bytes &output,
                             int64_t device, int64_t core);

/// Where the inputs of SparseCore `core` of `device` are in `entries`.
size_t getSource(const LookupProblem &problem, int64_t device, int64_t core);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_LOOKUPPROBLEM_H
