//===-- Prep.h - what sc-prep does ------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool without its command line.

#ifndef SC_TOOLS_SC_PREP_PREP_H
#define SC_TOOLS_SC_PREP_PREP_H

#include "tools/sc-prep/Options.h"

#include "absl/status/status.h"

#include <iosfwd>

namespace sc::prep {

/// Does all that `options` ask for. What they ask to print goes to `os`,
/// problems of the spec and warnings to `errors`. Ids that were left out fail
/// only after all is written.
absl::Status prepare(const Options &options, std::ostream &os,
                     std::ostream &errors);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_PREP_H
