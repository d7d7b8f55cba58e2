//===-- NarrowProgram.h - programs that look up narrow tables ---*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles with --quantize-tables, and hands stored rows to the program.

#ifndef SC_TEST_PROPERTY_NARROWPROGRAM_H
#define SC_TEST_PROPERTY_NARROWPROGRAM_H

#include "LookupSplits.h"
#include "NarrowTable.h"

namespace sc::test {

/// A lookup of a narrow table, whose values are those of `lookup` too.
struct NarrowLookup {
  LookupProblem lookup;
  NarrowTable table;
  SlowTable slow;

  /// The module with the simulated quantization of the table.
  std::string writeProgram() const;
  /// The same lookup in a table of f32, of what it finds in the narrow one;
  /// values that are still to be rounded where quantization is simulated.
  LookupProblem makeWide() const;
  LookupProblem makeFound() const;
  /// w, words of a padded row.
  int64_t getPaddedWidth() const { return (lookup.width + 7) / 8 * 8; }
  std::string describe() const;
};

NarrowLookup drawNarrowLookup(Random &random);

/// Plans of LookupSplits.h whose windows of narrow rows fit too.
SplitPlan drawNarrowSplits(Random &random, const NarrowLookup &problem);

/// How a program is compiled.
struct NarrowOptions {
  std::string target;
  std::string quantizeTables = {}; // empty: f32
  bool sampleSplitting = false;
  bool rowStreaming = false;
  const SplitPlan *splits = nullptr; // in place of planning
};

/// The loaded executable; nothing after an error, which fails the test.
std::optional<format::Executable> compileNarrow(const std::string &text,
                                                const NarrowOptions &options);

/// Puts the stored rows in place of the f32 rows of input `index`, and the
/// scale behind all inputs where the program takes one. The narrow rows that
/// the program states must be those of the table. The rows may lie in another
/// order than in the table.
void storeTable(Random &random, const format::Program &program, size_t index,
                const NarrowTable &table, std::vector<Bytes> &inputs);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_NARROWPROGRAM_H
