//===-- FilePaths.h - files that options name -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No output may replace an input or another output.

#ifndef SC_TOOLS_SC_PREP_FILEPATHS_H
#define SC_TOOLS_SC_PREP_FILEPATHS_H

#include "tools/sc-prep/Options.h"

namespace sc::prep {

/// Which two options name one file that at least one of them writes, however
/// the path is spelled; empty if none do. --table-outputs may be its own
/// input.
std::string findPathProblem(const Options &options);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_FILEPATHS_H
