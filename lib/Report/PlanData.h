//===-- PlanData.h - what planning decided, for reports ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of an executable as plain data. The letters are those of
// docs/Planning.md.

#ifndef SC_LIB_REPORT_PLANDATA_H
#define SC_LIB_REPORT_PLANDATA_H

#include "runtime/format/program_generated.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sc::report {

/// One planned size with the formula that it comes from.
struct Formula {
  std::string quantity;     // "G"
  std::string symbols;      // "ceil(S / (T x r x s)) x (w / v) x 4"
  std::string inputs;       // "ceil(528 / (16 x 1 x 1)) x (128 / 1) x 4"
  int64_t plannedBytes = 0; // what the file says
  /// What the formula gives; nothing where it is not defined for the inputs or
  /// exceeds 64 bits.
  std::optional<int64_t> formulaBytes;

  bool agrees() const { return formulaBytes == plannedBytes; }
};

/// The sizes of a tile, then the stacks of a SparseCore that the kind has.
std::vector<Formula> makeFormulas(const format::TargetT &target,
                                  const format::LookupT &lookup);

/// "int8,scale=row": how the table stores its rows.
std::string formatRows(const format::LookupT &lookup);

/// Whether its rows are narrow.
bool isNarrow(const format::LookupT &lookup);
bool hasNarrowTable(const format::ProgramT &program);

/// "lookup", "local_lookup", "update".
std::string_view getKindName(format::LookupKind kind);

/// The same for people: "local lookup".
std::string formatKind(format::LookupKind kind);

inline constexpr size_t kHbmRoles =
    static_cast<size_t>(format::HbmRole::MAX) + 1;

/// Bytes of HBM, and padding in them. `paddedBytes` are the bytes of the uses
/// whose padding is known.
struct HbmAmount {
  int64_t bytes = 0;
  int64_t paddingBytes = 0;
  int64_t paddedBytes = 0;

  void add(const format::HbmUseT &use);
};

/// HBM of a device that belongs to one table at the planned peak.
struct TableUse {
  std::string name; // empty: what belongs to no table
  std::array<int64_t, kHbmRoles> bytesByRole = {};
  HbmAmount all;
};

/// Tables in the order of the plan; what belongs to none comes last.
std::vector<TableUse> collectTables(const format::PlanT &plan);

/// Uses by role, in the order of the enum.
std::array<HbmAmount, kHbmRoles> collectRoles(const format::PlanT &plan);

/// What all uses add up to.
HbmAmount addUses(const format::PlanT &plan);

/// Weights of narrow tables at the planned peak, and what they would be if
/// their rows were f32.
struct NarrowWeights {
  int64_t bytes = 0;
  int64_t f32Bytes = 0;
};

NarrowWeights addNarrowWeights(const format::ProgramT &program);

/// A planned peak beside what the lifetimes in the file give. A class that only
/// one of them has is 0 in the other.
struct PeakPair {
  std::string_view space;
  std::string_view className;
  int64_t plannedBytes = 0;
  int64_t computedBytes = 0;
};

std::vector<PeakPair> comparePeaks(const format::ProgramT &program);

/// A peak and what it has to fit in.
struct Fit {
  std::string_view memory; // "HBM of a device"
  int64_t peakBytes = 0;
  int64_t capacityBytes = 0; // 0: unknown
  bool isAssumed = false;    // the capacity

  bool fits() const { return peakBytes <= capacityBytes; }
};

/// HBM as planned, or by the lifetimes without a plan; then TileSpmem.
std::vector<Fit> collectFits(const format::ProgramT &program);

/// Why the planned peak of HBM is not that of the lifetimes in the file; empty
/// if they are equal, or without a plan.
std::string explainHbmDifference(const format::ProgramT &program);

/// What a tile must hold for a lookup or update, and how its windows of rows
/// fill the rest.
struct TileNeed {
  const format::LookupT *lookup = nullptr;
  int64_t neededBytes = 0; // G + X + A
  int64_t windowBytes = 0; // what the windows take beyond them
};

/// Of the one that needs most; nothing without a plan.
std::optional<TileNeed> findTileNeed(const format::ProgramT &program);

} // namespace sc::report

#endif // SC_LIB_REPORT_PLANDATA_H
