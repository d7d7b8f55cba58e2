//===-- QuantizePlan.h - which arrays become narrow -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decided from names and headers, before anything is read or written.

#ifndef SC_TOOLS_SC_PREP_QUANTIZEPLAN_H
#define SC_TOOLS_SC_PREP_QUANTIZEPLAN_H

#include "runtime/quantize/TableQuantizer.h"
#include "runtime/support/Npz.h"
#include "sc/RowFormats/RowFormats.h"
#include "tools/sc-prep/Setup.h"

#include <optional>

namespace sc::prep {

/// An array of the input and what becomes of it.
struct PlannedArray {
  std::string name;
  runtime::NpyHeader header;
  /// Nothing: it is copied.
  std::optional<quantize::TableFormat> format;
  std::string reason; // why it is copied

  bool isColumnMajor() const {
    return header.isFortranOrder && header.shape.size() > 1;
  }
  int64_t getInputBytes() const;
  /// Of the result, without the scale of the table.
  format::ElementType getType() const;
  std::vector<int64_t> getShape() const;
};

/// The scale of a table, an array beside it.
std::string makeScaleName(const std::string &table);

/// What --quantize-tables says.
absl::StatusOr<RowFormats> readFormats(const Options &options);

/// Plans all arrays of `reader`, which reads `path`. `setup` may be null: then
/// no array is a stack, and scale=bucket is an error. What `formats` names must
/// be there and f32 of rank 2.
absl::StatusOr<std::vector<PlannedArray>>
planArrays(const runtime::NpzReader &reader, const std::string &path,
           const RowFormats &formats, const Setup *setup,
           const Options &options);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_QUANTIZEPLAN_H
