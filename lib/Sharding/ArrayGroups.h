//===-- ArrayGroups.h - tables and slots of a file --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file of tables holds, checked against a layout.

#ifndef SC_LIB_SHARDING_ARRAYGROUPS_H
#define SC_LIB_SHARDING_ARRAYGROUPS_H

#include "RowLayout.h"

#include "runtime/support/Npz.h"

namespace sc::spec {

/// A kind of values that rows have: the table itself or a slot of it.
struct RowValues {
  format::ElementType type = format::ElementType::F32;
  bool isWord = false; // one word for each row
  bool isFortranOrder = false;

  std::vector<int64_t> getShape(const ArrayLayout &array) const;
  /// Bytes of the first `dim` values of a row.
  int64_t getRowBytes(int64_t dim) const {
    return format::getElementBytes(type) * (isWord ? 1 : dim);
  }
};

/// By name of the slot; "" is the table itself.
using ArrayGroup = std::map<std::string, RowValues>;

/// "table" or "table.slot".
std::string makeArrayName(const std::string &name, const std::string &slot);

/// The groups of all arrays of a layout, in its order. Every array of the file
/// belongs to one, has its shape and a type that is known.
absl::StatusOr<std::vector<ArrayGroup>>
readGroups(const runtime::NpzReader &reader, const std::string &path,
           const RowLayout &layout);

/// The groups that `to` has if those of `from` are these: all tables of an
/// array must have the same, and no two arrays the same name.
absl::StatusOr<std::vector<ArrayGroup>>
moveGroups(const std::string &path, const RowLayout &from,
           const std::vector<ArrayGroup> &groups, const RowLayout &to);

} // namespace sc::spec

#endif // SC_LIB_SHARDING_ARRAYGROUPS_H
