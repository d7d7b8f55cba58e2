//===-- NarrowInputs.h - narrow inputs from f32 rows ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that stores tables narrow also takes them in f32: they are
// quantized on their way to the machine (docs/NarrowTables.md).

#ifndef SC_TOOLS_SC_RUN_NARROWINPUTS_H
#define SC_TOOLS_SC_RUN_NARROWINPUTS_H

#include "runtime/machine/Machine.h"
#include "runtime/support/Npz.h"

namespace sc::run {

/// f32 shape of the rows that the narrow input `input` stores.
std::vector<int64_t> getWideShape(const format::Argument &input);

/// Quantizes rows to input `index` of the machine, which is narrow, and where
/// it has one scale for the table fills the input of the scale too. `values`
/// are as many as getWideShape says. Errors name `table`.
absl::Status quantizeInput(const format::Program &program, size_t index,
                           const std::string &table,
                           std::span<const float> values,
                           runtime::Machine &machine);

/// The same with the array `name` of a file, of that shape; a row-major one is
/// read in pieces.
absl::Status quantizeInput(const format::Program &program, size_t index,
                           const runtime::NpzReader &reader,
                           const std::string &name, runtime::Machine &machine);

} // namespace sc::run

#endif // SC_TOOLS_SC_RUN_NARROWINPUTS_H
