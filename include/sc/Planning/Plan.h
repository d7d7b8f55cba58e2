//===-- Plan.h - what planning decides --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output of the planner: a plan, or why there is none. Letters (r, v, s, G,
// X, A, C, K) are those of docs/Planning.md.

#ifndef SC_PLANNING_PLAN_H
#define SC_PLANNING_PLAN_H

#include "sc/Planning/Problem.h"

#include <cstddef>
#include <variant>

namespace sc {

/// What a lookup moves at its limits, on one SparseCore, by the cost model.
struct Traffic {
  int64_t listBytes = 0;     // entry lists, HBM to tiles
  int64_t gatherBytes = 0;   // table rows, HBM to tiles
  int64_t stackBytes = 0;    // stacks, written and read
  int64_t sampleBytes = 0;   // init and activations
  int64_t exchangeBytes = 0; // sent to other SparseCores
  int64_t windows = 0; // windows of rows and of lists, of the busiest tile

  int64_t hbmBytes() const {
    return listBytes + gatherBytes + stackBytes + sampleBytes;
  }
};

/// The decision for one lookup. TileSpmem bytes are of one tile, stack bytes of
/// one SparseCore.
struct LookupPlan {
  int64_t replicas = 1;     // r; the logical replica count R is P * r
  int64_t vectorSplits = 1; // v
  int64_t sampleSplits = 1; // s
  bool rowStreaming = false;
  int64_t samplesPerTile = 0; // ceil(S / (T * r * s)), of one pass

  int64_t gatherOperandBytes = 0; // G, activations that a tile accumulates
  int64_t scratchBytes = 0;       // X, two row slots and bookkeeping
  int64_t listBytes = 0;          // A: 12 * N, or 24 * C with row streaming
  int64_t listEntries = 0;        // N; C with row streaming and local form
  int64_t windowRows = 0;         // K, rows of w / v words
  int64_t windowBuffers = 0;
  int64_t carryBytes = 0; // last id and slot, with row streaming: part of X

  int64_t mergeEntries = 0;  // of an update: entries that are merged at once
  int64_t optimizerRows = 0; // of an update: rows that its optimizer works on

  int64_t stackForwardBytes = 0;  // (2w + 1) * U * R * 4
  int64_t stackBackwardBytes = 0; // 3w * U * R * 4
  int64_t exchangeBytes = 0;      // 2 * U * R * 4, of updates
  bool isSerialized = false;      // shares the stack region

  Traffic traffic;
  double seconds = 0; // by the cost model

  int64_t stackBytes() const {
    return stackForwardBytes + stackBackwardBytes + exchangeBytes;
  }
};

/// Part of the HBM of a device, live at the moment of the peak.
struct HbmUse {
  HbmRole role = HbmRole::Other;
  std::string table; // key; empty where it belongs to none
  int64_t bytes = 0;
  int64_t paddingBytes = 0; // part of `bytes`
};

/// A buffer of a lookup's stack, for all SparseCores of a device.
struct StackBuffer {
  size_t lookup = 0;
  std::string name; // as in the task: "ids", "send", "receive", "merged" ...
  int64_t bytes = 0;
  int64_t offset = 0;
};

/// The decision for a program.
struct ProgramPlan {
  std::vector<LookupPlan> lookups; // one for each of the problem
  int64_t serializedTables = 0;
  /// Lookups that share the stack region, largest stack first.
  std::vector<size_t> serializationOrder;
  /// Steps between which each lookup's stack is live, both inclusive.
  struct Lifetime {
    int64_t first = 0;
    int64_t last = 0;
  };
  std::vector<Lifetime> stackLifetimes;
  /// HBM map: offsets of residents, then the buffers of all stacks, both in the
  /// order of the problem.
  std::vector<int64_t> residentOffsets;
  std::vector<StackBuffer> stackBuffers;
  int64_t heapBytes = 0;    // at the end of the map, live at every step
  int64_t hbmPeakBytes = 0; // most bytes live at once, heap included
  int64_t peakStep = 0;
  std::vector<HbmUse> peakUses; // adds up to hbmPeakBytes; by table and role
  double seconds = 0;           // by the cost model
};

/// Which constraint has no solution, in the order in which they are checked.
enum class Constraint {
  Problem,       // a size is not positive, or two sizes contradict each other
  Overflow,      // a product exceeds 64 bits
  GatherOperand, // the smallest G exceeds TileSpmem
  FixedSize,     // the smallest G + X exceeds TileSpmem, or no optimizer fits
  RowDependent,  // G + X + A exceeds TileSpmem: E3001
  Hbm,           // all tables together exceed HBM: E1000
};

/// Why there is no plan. Numbers that the failed check did not reach are 0.
struct Infeasible {
  Constraint constraint = Constraint::Problem;
  /// Index into ProgramProblem::lookups; past them where it is about none.
  size_t lookup = 0;
  // The attempt that is printed.
  int64_t replicas = 1;
  int64_t vectorSplits = 1;
  int64_t sampleSplits = 1;
  int64_t gatherOperandBytes = 0; // G
  int64_t scratchBytes = 0;       // X
  int64_t fixedSizeBytes = 0;    // G + X; G and the next two where they are set
  int64_t rowDependentBytes = 0; // A
  // Of an update whose list would fit, but not what is done with its sums.
  int64_t mergeBytes = 0;     // least to merge received rows
  int64_t optimizerBytes = 0; // least of the optimizer
  int64_t tileSpmemBytes = 0;
  // Hbm: the least that any plan needs. The uses add up to usedHbmBytes, the
  // TensorCore's part included.
  int64_t usedHbmBytes = 0;
  int64_t usableHbmBytes = 0;
  std::vector<HbmUse> uses; // largest first
  /// The published text where one exists, without code and table name.
  std::string message;
};

using LookupPlanResult = std::variant<LookupPlan, Infeasible>;
using ProgramPlanResult = std::variant<ProgramPlan, Infeasible>;

} // namespace sc

#endif // SC_PLANNING_PLAN_H
