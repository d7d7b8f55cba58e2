//===-- Driver.h - what sc-compile does -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a program, runs the stages, writes IR or an executable.

#ifndef SC_TOOLS_SC_COMPILE_DRIVER_H
#define SC_TOOLS_SC_COMPILE_DRIVER_H

#include "sc/Pipelines/Pipelines.h"

#include <string>
#include <vector>

namespace sc {

enum class ReportFormat { None, Text, Json, Html };
enum class DiagnosticFormat { Text, Json };

struct DriverOptions {
  std::string input = "-";
  std::string output;
  /// Stage whose IR is written; empty: an executable.
  std::string compileTo;
  ReportFormat report = ReportFormat::None;
  DiagnosticFormat diagnostics = DiagnosticFormat::Text;
  bool showRemarks = false;
  CompileOptions compile;
  /// Said as remarks: options that were taken but change nothing.
  std::vector<std::string> notes;
};

/// Says what has no place in the input on the error stream: "error", "note" or
/// "remark".
void printMessage(DiagnosticFormat format, llvm::StringRef severity,
                  const llvm::Twine &message);

/// Runs the compiler; returns the exit code: 0 done, 1 the input is wrong or
/// does not fit (said on the error stream).
int compile(const DriverOptions &options);

/// Prints all machines, with that of the options' machine file.
int listTargets(const DriverOptions &options);

/// Explains the error of that code, or with "-" the first one in the log on
/// standard input. Exit code 1: there is none.
int explain(const DriverOptions &options, const std::string &code);

} // namespace sc

#endif // SC_TOOLS_SC_COMPILE_DRIVER_H
