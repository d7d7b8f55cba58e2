//===-- Run.h - what sc-run does --------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool without its command line: load, read inputs, run, write, compare.

#ifndef SC_TOOLS_SC_RUN_RUN_H
#define SC_TOOLS_SC_RUN_RUN_H

#include "runtime/machine/Machine.h"
#include "runtime/support/Npz.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace sc::run {

enum class CountersFormat { None, Text, Json };

struct RunOptions {
  std::string program;
  std::vector<std::string> inputs; // files; empty: none
  std::string outputs;             // empty: not written
  std::string expect;              // empty: not compared
  std::string target;              // empty: any
  double tolerance = 2e-5;
  CountersFormat counters = CountersFormat::None;
  runtime::MachineOptions machine;
};

/// Runs a program. Results of comparisons and counters go to `os`. Fails on
/// the first thing that is wrong, a comparison only after the others.
absl::Status runProgram(const RunOptions &options, std::ostream &os);

/// A file of arrays.
struct InputFile {
  std::string path;
  runtime::NpzReader reader;
};

absl::StatusOr<std::vector<InputFile>>
openFiles(const std::vector<std::string> &paths);

/// Where the values of an input come from.
struct InputArray {
  /// Null for the scale of a table that is quantized.
  const InputFile *file = nullptr;
  std::string name;
  bool isQuantized = false; // f32 rows of a narrow table
};

/// The array for each input: "arg<i>" or the input's name. Fails if one is
/// missing, given twice or ambiguous, or has another type. A narrow table may
/// be f32; then it brings its scale. Points into `files`.
absl::StatusOr<std::vector<InputArray>>
matchInputs(const format::Program &program, std::span<const InputFile> files);

/// "out0", "out1": outputs by position.
std::vector<std::string> getOutputPositions(const format::Program &program);

/// Compares every output with the array of `reader` that has its name in
/// `names`, a line each.
absl::Status compareOutputs(const format::Program &program,
                            const runtime::Machine &machine,
                            const runtime::NpzReader &reader,
                            std::span<const std::string> names,
                            double tolerance, std::ostream &os);

/// Writes every output as the array that has its name in `names`.
absl::Status writeOutputs(const format::Program &program,
                          const runtime::Machine &machine,
                          std::span<const std::string> names,
                          runtime::NpzWriter &writer);

void printCounters(const runtime::Counters &counters, CountersFormat format,
                   std::ostream &os);

} // namespace sc::run

#endif // SC_TOOLS_SC_RUN_RUN_H
