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

namespace sc::run {

enum class CountersFormat { None, Text, Json };

struct RunOptions {
  std::string program;
  std::string inputs;  // empty: none
  std::string outputs; // empty: not written
  std::string expect;  // empty: not compared
  std::string target;  // empty: any
  double tolerance = 2e-5;
  CountersFormat counters = CountersFormat::None;
  runtime::MachineOptions machine;
};

/// Runs a program. Results of comparisons and counters go to `os`. Fails on
/// the first thing that is wrong, a comparison only after the others.
absl::Status runProgram(const RunOptions &options, std::ostream &os);

/// The array of `reader` for each input: "arg<i>" or the input's name. Fails
/// if one is missing, given twice or ambiguous, or has another type.
absl::StatusOr<std::vector<std::string>>
matchInputs(const format::Program &program, const runtime::NpzReader &reader);

/// Compares every output with "out<i>" of `reader`, a line each.
absl::Status compareOutputs(const format::Program &program,
                            const runtime::Machine &machine,
                            const runtime::NpzReader &reader, double tolerance,
                            std::ostream &os);

} // namespace sc::run

#endif // SC_TOOLS_SC_RUN_RUN_H
