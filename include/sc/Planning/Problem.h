//===-- Problem.h - what planning has to know -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input of the planner, without IR: lookups, updates, what lies in HBM, and
// the options. Letters (S, T, P, N, U, w) are those of docs/Machine.md. Sizes
// are 64-bit; bytes unless a field says otherwise.

#ifndef SC_PLANNING_PROBLEM_H
#define SC_PLANNING_PROBLEM_H

#include "runtime/format/RowFormat.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sc {

/// How the memory of a lookup is counted follows from its kind.
enum class LookupKind {
  Lookup,      // with exchange: forward stack
  LocalLookup, // rows come straight from the table: no stack, list streamed
  Update,      // gradients: backward stack and exchange metadata
};

/// What the optimizer of an update holds in a tile, besides code and gradients:
/// `rows` and `words` buffers with a row, or a word, for each row in work
/// (those of table and slots included); and `uniformRows` rows and
/// `uniformWords` words that are the same for all.
struct OptimizerSizes {
  int64_t rows = 0;
  int64_t words = 0;
  int64_t uniformRows = 0;
  int64_t uniformWords = 0;
};

/// A lookup or an update on one SparseCore, with what its machine offers.
struct LookupProblem {
  std::string table; // key of the table in reports
  LookupKind kind = LookupKind::Lookup;

  int64_t tileSpmemBytes = 0;       // of one tile
  int64_t tiles = 0;                // T, of one SparseCore
  int64_t lanes = 8;                // f32 lanes of a tile
  int64_t sparseCoresPerDevice = 1; // stacks of one device
  int64_t hbmBytesPerSecond = 0;    // of one device; 0: unknown

  int64_t sparseCores = 0; // P, SparseCores that share the table
  int64_t samples = 0;     // S, of one SparseCore
  int64_t width = 0;       // w, words of a padded row
  /// How the table stores its rows, which travel so: w is their width as f32.
  format::RowFormat rowFormat = {};
  /// The table may be stored narrow: for advice.
  bool canStoreNarrow = false;
  /// N, ids in a partition. Local form: entries of one SparseCore's list, 0 if
  /// unknown; no limit then, the list is streamed.
  int64_t maxIds = 0;
  int64_t maxUniqueIds = 0; // U, distinct ids in a partition
  int64_t tableRows = 0;    // of one SparseCore

  /// Partitions are not sorted by id: row streaming of an update is refused.
  bool isMinibatched = false;
  int64_t slots = 0; // of an update: arrays as large as the table
  OptimizerSizes optimizer = {};
  /// The optimizer reduces across the row: no vector split.
  bool isRowCoupled = false;
};

/// What the user lets the planner do, see docs/Planning.md.
struct PlanOptions {
  int64_t maxReplicas = 64; // r, of one SparseCore; assumed bound
  bool sampleSplitting = false;
  bool rowStreaming = false;
  /// N of --num-serialized-tables; unset: what is fastest.
  std::optional<int64_t> numSerializedTables = std::nullopt;
  /// Steps whose inputs are in HBM at once, the running one included.
  int64_t parallelIterations = 1;
  /// HBM that the TensorCore uses on a device, if known.
  std::optional<int64_t> tensorCoreHbmBytes = std::nullopt;
};

/// What a range of HBM is for.
enum class HbmRole {
  Weights,
  Slots,         // optimizer state
  Inputs,        // row pointers, ids, samples, gains
  Other,         // activations, dense values, results
  Heap,          // inputs of prefetched steps
  StackForward,  // ids, send, receive
  StackBackward, // send, receive, merged
  Exchange,      // received and merged ids of updates
  TensorCore,    // PlanOptions::tensorCoreHbmBytes
  Gaps,          // between buffers, where they are why a program fails
};

/// What the bytes of a buffer are proportional to when a knob is turned.
struct HbmScaling {
  enum class Kind {
    Unknown,     // counted as it is, and advice says so
    Fixed,       // no knob changes it
    TableRows,   // rows of the table on a SparseCore
    SparseCores, // that share the table: entries and row pointers
    Samples,     // of a SparseCore
  };

  Kind kind = Kind::Unknown;
  std::string table; // key
  /// Rows or samples that `bytes` stands for, of one SparseCore.
  int64_t units = 1;
  int64_t width = 0; // w, words; 0: rows are not as wide as the table's
  /// How rows of that width are stored: those of a table may be narrow.
  format::RowFormat rowFormat = {};
};

/// A buffer in the HBM of one device that is not a stack. Live from `firstStep`
/// to `lastStep` of the host schedule, both inclusive.
struct HbmResident {
  std::string name;
  HbmRole role = HbmRole::Other;
  std::string table;        // key; empty where it belongs to none
  int64_t bytes = 0;        // padding included
  int64_t paddingBytes = 0; // part of `bytes` that is padding, if known
  int64_t firstStep = 0;
  int64_t lastStep = 0;
  HbmScaling scaling = {};
};

/// A whole program on one device.
struct ProgramProblem {
  std::vector<LookupProblem> lookups; // in program order
  std::vector<int64_t> lookupSteps;   // step at which each of them runs
  std::vector<HbmResident> residents;
  int64_t usableHbmBytes = 0; // of a device; 0: unknown, HBM is not checked
  int64_t devices = 1;
  int64_t devicesPerChip = 1;
  PlanOptions options;
};

} // namespace sc

#endif // SC_PLANNING_PROBLEM_H
