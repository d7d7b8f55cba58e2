//===-- Types.h - element types and memory spaces ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and sizes of the enums in program.fbs, as people read them, and sizes
// that follow from its tables.

#ifndef SC_RUNTIME_FORMAT_TYPES_H
#define SC_RUNTIME_FORMAT_TYPES_H

#include "runtime/format/program_generated.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sc::format {

/// Bytes of one element; i1 takes a whole byte. 0 for a value outside the enum.
int64_t getElementBytes(ElementType type);

/// "f32", "bf16", "i1"; "?" for a value outside the enum.
std::string_view getElementName(ElementType type);

/// "hbm", "tilespmem"; "?" for a value outside the enum.
std::string_view getSpaceName(MemorySpace space);

/// "argument", "row_pointers"; "?" for a value outside the enum.
std::string_view getClassName(BufferClass bufferClass);

/// "weights", "stack_forward"; "?" for a value outside the enum.
std::string_view getRoleName(HbmRole role);

/// The same for people: "stack forward", "TensorCore".
std::string formatRole(HbmRole role);

/// "f32[32x8]"; a scalar is "f32[]".
std::string formatType(ElementType type, std::span<const int64_t> shape);

/// The product of `shape`, or nothing if a dimension is negative or those that
/// are not 0 have a product that does not fit 64 bits. A scalar has one
/// element.
std::optional<int64_t> countElements(std::span<const int64_t> shape);

/// Bytes of an array without padding; nothing as for countElements.
std::optional<int64_t> countBytes(ElementType type,
                                  std::span<const int64_t> shape);

/// Bytes of a device's HBM that a program may use, or all of them where that
/// is not known; 0 if neither is known.
int64_t getHbmCapacity(const Target &target);

/// A flatbuffers vector as a span; empty for an absent field.
template <typename T>
std::span<const T> asSpan(const flatbuffers::Vector<T> *vector) {
  if (!vector)
    return {};
  return {reinterpret_cast<const T *>(vector->Data()), vector->size()};
}

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_TYPES_H
