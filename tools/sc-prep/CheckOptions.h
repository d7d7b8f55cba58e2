//===-- CheckOptions.h - options that go together ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a parser of single options cannot see.

#ifndef SC_TOOLS_SC_PREP_CHECKOPTIONS_H
#define SC_TOOLS_SC_PREP_CHECKOPTIONS_H

#include "tools/sc-prep/Options.h"

#include <span>

namespace sc::prep {

/// Why the options do not go together; empty if they do.
std::string findOptionProblem(const Options &options);

/// The first value of `arguments` that is empty: a parser takes the next
/// option for "--name=", and leaves out what is empty between commas.
std::string findEmptyValue(std::span<const char *const> arguments);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_CHECKOPTIONS_H
