//===-- CommandLine.h - options of sc-compile -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the command line to DriverOptions.

#ifndef SC_TOOLS_SC_COMPILE_COMMANDLINE_H
#define SC_TOOLS_SC_COMPILE_COMMANDLINE_H

#include "Driver.h"

namespace sc {

/// What is asked for besides compiling.
struct CommandLine {
  DriverOptions driver;
  std::optional<std::string> explain; // a code, or - for a log
  bool listTargets = false;
};

/// Reads the command line. On failure says why on the error stream and returns
/// false; the exit code is then 2.
bool parseCommandLine(int argc, char **argv, CommandLine &result);

} // namespace sc

#endif // SC_TOOLS_SC_COMPILE_COMMANDLINE_H
