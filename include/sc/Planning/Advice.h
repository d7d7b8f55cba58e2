//===-- Advice.h - the nearest settings that fit ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a problem without a plan: what each knob alone would have to be. Every
// value was found by planning again, and one step further does not fit.

#ifndef SC_PLANNING_ADVICE_H
#define SC_PLANNING_ADVICE_H

#include "sc/Planning/Plan.h"

namespace sc {

/// What a user can turn, in the order in which advice is given.
enum class Knob {
  MaxIds,           // max_ids_per_partition
  MaxUniqueIds,     // max_unique_ids_per_partition
  Batch,            // samples per SparseCore
  Chips,            // chips of the topology
  Width,            // feature width, words
  SerializedTables, // --num-serialized-tables
  RowStreaming,     // --row-streaming
  SampleSplitting,  // --sample-splitting
  QuantizeTables,   // --quantize-tables=int8
};

/// "max_ids", "max_unique_ids", "batch", "chips", "width", "serialized_tables",
/// "row_streaming", "sample_splitting", "quantize_tables".
const char *getKnobName(Knob knob);

struct Advice {
  Knob knob = Knob::MaxIds;
  /// The nearest value that fits with all else unchanged; unset: no value of
  /// this knob alone fits. Switches: 1.
  std::optional<int64_t> value;
  int64_t current = 0;
  /// One sentence for people: "max_ids_per_partition <= 43050 fits with 64
  /// replicas per SparseCore", or "no value of max_ids_per_partition alone
  /// fits".
  std::string text;
};

/// Advice on the lookup that a failed planLookup was about. For max_ids there
/// are up to two: at the printed splits, and at the best ones.
std::vector<Advice> adviseLookup(const LookupProblem &problem,
                                 const PlanOptions &options,
                                 const Infeasible &infeasible);

/// Advice on a program that a failed planProgram was about. For a single
/// lookup's constraint that is adviseLookup's with chips of the topology, and a
/// value only counts if the program then fits HBM. Other lookups without a plan
/// are left out meanwhile.
std::vector<Advice> adviseProgram(const ProgramProblem &problem,
                                  const Infeasible &infeasible);

} // namespace sc

#endif // SC_PLANNING_ADVICE_H
