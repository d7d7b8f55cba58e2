//===-- Driver.h - what sc-compile does -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a program, runs the stages, writes IR or an executable.

#ifndef SC_TOOLS_SC_COMPILE_DRIVER_H
#define SC_TOOLS_SC_COMPILE_DRIVER_H

#include <string>

namespace sc {

enum class ReportFormat { None, Text, Json };

struct DriverOptions {
  std::string input = "-";
  std::string output;
  std::string target;
  /// Stage whose IR is written; empty: an executable.
  std::string compileTo;
  ReportFormat report = ReportFormat::None;
  bool showRemarks = false;
};

/// Runs the compiler; returns the exit code: 0 done, 1 the input is wrong or
/// does not fit (said on the error stream), 2 the options are.
int compile(const DriverOptions &options);

} // namespace sc

#endif // SC_TOOLS_SC_COMPILE_DRIVER_H
