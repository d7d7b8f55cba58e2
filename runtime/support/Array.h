//===-- Array.h - a typed array in host memory ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row-major arrays without padding, and their dtypes in numpy's spelling.

#ifndef SC_RUNTIME_SUPPORT_ARRAY_H
#define SC_RUNTIME_SUPPORT_ARRAY_H

#include "runtime/format/Types.h"

#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sc::runtime {

using format::countBytes;
using format::countElements;
using format::formatType;
using format::getElementBytes;

/// Zeroed bytes, aligned to 64; from 2 MiB on in huge pages where the kernel
/// grants them. Moving keeps pointers valid.
class AlignedBytes {
public:
  AlignedBytes() = default;
  /// Fails with ResourceExhausted, naming the size.
  static absl::StatusOr<AlignedBytes> create(int64_t size);

  std::span<std::byte> getBytes() { return {data.get(), size}; }
  std::span<const std::byte> getBytes() const { return {data.get(), size}; }

private:
  struct Free {
    void operator()(std::byte *bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::byte, Free> data;
  size_t size = 0;
};

struct Array {
  format::ElementType type = format::ElementType::F32;
  std::vector<int64_t> shape;
  AlignedBytes buffer;

  /// A zeroed array. Fails for a shape whose bytes do not fit 64 bits or
  /// memory.
  static absl::StatusOr<Array> create(format::ElementType type,
                                      std::vector<int64_t> shape);

  /// The elements; T must have the size of an element.
  template <typename T> std::span<T> getElements() {
    std::span<std::byte> bytes = buffer.getBytes();
    return {reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

/// What a `descr` of numpy means here.
struct NumpyType {
  format::ElementType type;
  bool isBigEndian = false;
};

/// "<f4", "|b1", ">i8"; "<V2" and "bfloat16" are bf16, as JAX saves it. "|V1"
/// is E4M3FN, although it can be E5M2 as well: see isReadAs(). Nothing for a
/// dtype without a counterpart.
std::optional<NumpyType> parseNumpyType(std::string_view descr);

/// The little-endian spelling of `type`; "|V1" for both kinds of FP8, for numpy
/// loads no other.
std::string_view getNumpyType(format::ElementType type);

/// Whether an array that a file says to be `read` can be one of `wanted`: "|V1"
/// is E5M2 too.
bool isReadAs(format::ElementType read, format::ElementType wanted);

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_ARRAY_H
