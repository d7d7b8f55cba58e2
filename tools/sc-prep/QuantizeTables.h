//===-- QuantizeTables.h - files of narrow tables ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one file of tables to another.

#ifndef SC_TOOLS_SC_PREP_QUANTIZETABLES_H
#define SC_TOOLS_SC_PREP_QUANTIZETABLES_H

#include "tools/sc-prep/Setup.h"

namespace sc::prep {

/// Converts the tables that --quantize-tables selects, copies the other arrays
/// and prints what it did. `setup` is null without a spec.
absl::Status quantizeTables(const Setup *setup, const Options &options,
                            std::ostream &os);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_QUANTIZETABLES_H
