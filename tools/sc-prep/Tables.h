//===-- Tables.h - logical tables and device tables -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one file of tables to another.

#ifndef SC_TOOLS_SC_PREP_TABLES_H
#define SC_TOOLS_SC_PREP_TABLES_H

#include "tools/sc-prep/Setup.h"

namespace sc::prep {

/// Shards, unshards or reshards tables if it is asked for.
absl::Status convertTables(const Setup &setup, const Options &options,
                           std::ostream &errors);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_TABLES_H
