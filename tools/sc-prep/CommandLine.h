//===-- CommandLine.h - options of sc-prep ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the parser's header out of the other files.

#ifndef SC_TOOLS_SC_PREP_COMMANDLINE_H
#define SC_TOOLS_SC_PREP_COMMANDLINE_H

#include "tools/sc-prep/Options.h"

namespace sc::prep {

/// Fills `options`, or returns the exit code: 0 after --help, 2 after an error
/// that has been printed.
std::optional<int> parseCommandLine(int argc, char **argv, Options &options);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_COMMANDLINE_H
