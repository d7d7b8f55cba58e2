//===-- TileSpmemPlan.h - how a lookup uses TileSpmem -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problem -> Plan or Infeasible for the TileSpmem of one lookup. Pure: no IR.
// Letters (S, T, P, N, U, w, G, X, A, K, C) are those of docs/Machine.md.

#ifndef SC_PLANNING_TILESPMEMPLAN_H
#define SC_PLANNING_TILESPMEMPLAN_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace sc {

/// What planning has to know about a lookup.
struct LookupProblem {
  int64_t tileSpmemBytes = 0; // of one tile
  int64_t tiles = 0;          // T, of one SparseCore
  int64_t sparseCores = 0;    // P, SparseCores that share the table
  int64_t samples = 0;        // S, of one SparseCore
  int64_t width = 0;          // w, words of a padded row
  /// N, ids in a partition. Local form: entries of one SparseCore's list, 0 if
  /// unknown; no limit then, the list is streamed.
  int64_t maxIds = 0;
  int64_t maxUniqueIds = 0; // U, distinct ids in a partition
  int64_t tableRows = 0;    // of one SparseCore
  /// The form without exchange: rows come straight from the table.
  bool local = false;
};

/// The decision. Bytes are of one tile, but for stackBytes.
struct LookupPlan {
  int64_t replicas = 1;
  int64_t vectorSplits = 1;
  int64_t sampleSplits = 1;
  int64_t samplesPerTile = 0;
  int64_t gatherOperandBytes = 0; // G, activations that a tile accumulates
  int64_t scratchBytes = 0;       // X, two row slots and bookkeeping
  int64_t listBytes = 0;          // A, (id, sample, gain) entries
  int64_t listEntries = 0;        // N; local form: C, entries of a list window
  int64_t windowRows = 0;         // K, rows of one window
  int64_t windowBuffers = 0;
  int64_t stackBytes = 0; // forward stack in HBM, of one SparseCore
};

/// Bookkeeping in X beside the two row slots. Assumed: it is what the one
/// published sample leaves.
inline constexpr int64_t kBookkeepingBytes = 256;

/// A row slot in X is at least this wide. Assumed, as kBookkeepingBytes.
inline constexpr int64_t kMinSlotWords = 128;

/// Bytes of one list entry: embedding id, sample, gain.
inline constexpr int64_t kListEntryBytes = 12;

/// A window has at most this many rows, or as many narrow ones as fill
/// kWindowBytes, up to kMaxNarrowRows: enough to hide what a window costs.
inline constexpr int64_t kMaxWindowRows = 64;
inline constexpr int64_t kMaxNarrowRows = 256;
inline constexpr int64_t kWindowBytes = 16384;

/// The most rows of `width` words that a window of the lookup has use for.
int64_t getMaxWindowRows(const LookupProblem &problem);

inline constexpr int64_t kMaxListWindowEntries = 4096;

/// Which constraint has no solution, in the order in which they are checked.
enum class Constraint {
  Problem,       // a size is not positive
  Overflow,      // a product exceeds 64 bits
  GatherOperand, // G alone exceeds TileSpmem
  FixedSize,     // G + X exceeds TileSpmem
  RowDependent,  // G + X + A exceeds TileSpmem: E3001
};

/// Why there is no plan. Numbers that the failed check did not reach are 0.
struct Infeasible {
  Constraint constraint = Constraint::Problem;
  int64_t gatherOperandBytes = 0; // G
  int64_t scratchBytes = 0;       // X
  int64_t fixedSizeBytes = 0;     // G + X
  int64_t rowDependentBytes = 0;  // A
  int64_t tileSpmemBytes = 0;
  /// The published text where one exists, without code and table name.
  std::string message;
};

using LookupPlanResult = std::variant<LookupPlan, Infeasible>;

/// Plans one lookup: no replicas or splits yet, the largest windows that fit.
LookupPlanResult planLookup(const LookupProblem &problem);

/// Checks every invariant of a plan independently of how it was found. Returns
/// the first one that is broken.
std::optional<std::string> verifyPlan(const LookupProblem &problem,
                                      const LookupPlan &plan);

} // namespace sc

#endif // SC_PLANNING_TILESPMEMPLAN_H
