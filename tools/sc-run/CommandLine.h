//===-- CommandLine.h - options of sc-run -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the parser's header out of the other files.

#ifndef SC_TOOLS_SC_RUN_COMMANDLINE_H
#define SC_TOOLS_SC_RUN_COMMANDLINE_H

#include "tools/sc-run/Run.h"

#include <optional>

namespace sc::run {

/// Fills `options`, or returns the exit code: 0 after --help, 2 after an error
/// that has been printed.
std::optional<int> parseCommandLine(int argc, char **argv, RunOptions &options);

} // namespace sc::run

#endif // SC_TOOLS_SC_RUN_COMMANDLINE_H
