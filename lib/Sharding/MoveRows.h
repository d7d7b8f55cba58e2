//===-- MoveRows.h - rows from one layout to another ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From .npz to .npz. Memory holds pieces only; the rest is in temporary files.

#ifndef SC_LIB_SHARDING_MOVEROWS_H
#define SC_LIB_SHARDING_MOVEROWS_H

#include "RowLayout.h"

namespace sc::spec {

/// What is read at a time, and what is mapped before pages are released.
inline constexpr int64_t kPieceBytes = int64_t(4) << 20;
inline constexpr int64_t kMappedBytes = int64_t(16) << 20;

/// Both layouts have the same tables. Input and output may be the same file.
absl::Status moveRows(const RowLayout &from, const std::string &input,
                      const RowLayout &to, const std::string &output,
                      const Progress &progress);

} // namespace sc::spec

#endif // SC_LIB_SHARDING_MOVEROWS_H
