//===-- Npy.h - headers of .npy arrays --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header that precedes an array's data: magic, version, a Python literal.

#ifndef SC_RUNTIME_SUPPORT_NPY_H
#define SC_RUNTIME_SUPPORT_NPY_H

#include "runtime/support/Array.h"

namespace sc::runtime {

struct NpyHeader {
  std::string descr;              // as the file spells the dtype
  std::optional<NumpyType> dtype; // nothing: no counterpart here
  bool isFortranOrder = false;
  std::vector<int64_t> shape;

  /// "f32[3x4]", or numpy's dtype where there is no counterpart.
  std::string formatType() const;
};

/// The part of a header whose length is fixed.
struct NpyPreamble {
  static constexpr int64_t kMinBytes = 10;
  static constexpr int64_t kMaxBytes = 12;

  int64_t bytes = 0;       // 10 or 12, by version
  int64_t headerBytes = 0; // of the literal that follows
};

/// Parses the first kMinBytes, or more, of an array. Versions 1 to 3.
absl::StatusOr<NpyPreamble> parseNpyPreamble(std::span<const std::byte> bytes);

/// Parses the literal. Strict: exactly the three keys, no other expression.
absl::StatusOr<NpyHeader> parseNpyHeader(std::string_view text);

/// Preamble and literal, padded to 64 bytes as numpy does it.
std::string makeNpyHeader(format::ElementType type,
                          std::span<const int64_t> shape);

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_NPY_H
