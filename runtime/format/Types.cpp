//===-- Types.cpp - element types and memory spaces -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and sizes of the enums in program.fbs.

#include "runtime/format/Types.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <iterator>

namespace sc::format {

namespace {
struct ElementInfo {
  std::string_view name;
  int64_t bytes;
};
} // namespace

static ElementInfo getElementInfo(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return {"i1", 1};
  case ElementType::I8:
    return {"i8", 1};
  case ElementType::U8:
    return {"u8", 1};
  case ElementType::I32:
    return {"i32", 4};
  case ElementType::U32:
    return {"u32", 4};
  case ElementType::I64:
    return {"i64", 8};
  case ElementType::U64:
    return {"u64", 8};
  case ElementType::F16:
    return {"f16", 2};
  case ElementType::BF16:
    return {"bf16", 2};
  case ElementType::F32:
    return {"f32", 4};
  case ElementType::F64:
    return {"f64", 8};
  case ElementType::F8E4M3FN:
    return {"f8E4M3FN", 1};
  case ElementType::F8E5M2:
    return {"f8E5M2", 1};
  }
  return {"?", 0};
}

int64_t getElementBytes(ElementType type) { return getElementInfo(type).bytes; }

std::string_view getElementName(ElementType type) {
  return getElementInfo(type).name;
}

std::string_view getSpaceName(MemorySpace space) {
  switch (space) {
  case MemorySpace::Smem:
    return "smem";
  case MemorySpace::Host:
    return "host";
  case MemorySpace::TileSpmem:
    return "tilespmem";
  case MemorySpace::Spmem:
    return "spmem";
  case MemorySpace::Hbm:
    return "hbm";
  case MemorySpace::SyncFlag:
    return "sync_flag";
  }
  return "?";
}

std::string_view getClassName(BufferClass bufferClass) {
  switch (bufferClass) {
  case BufferClass::Argument:
    return "argument";
  case BufferClass::Result:
    return "result";
  case BufferClass::Temporary:
    return "temporary";
  case BufferClass::Stack:
    return "stack";
  case BufferClass::RowPointers:
    return "row_pointers";
  case BufferClass::List:
    return "list";
  case BufferClass::Activations:
    return "activations";
  case BufferClass::Window:
    return "window";
  case BufferClass::Scratch:
    return "scratch";
  }
  return "?";
}

std::string_view getRoleName(HbmRole role) {
  static constexpr std::string_view names[] = {
      "weights",       "slots",          "inputs",   "other",       "heap",
      "stack_forward", "stack_backward", "exchange", "tensor_core", "gaps"};
  static_assert(std::size(names) == static_cast<size_t>(HbmRole::MAX) + 1);
  size_t index = static_cast<size_t>(role);
  return index < std::size(names) ? names[index] : "?";
}

std::string formatRole(HbmRole role) {
  if (role == HbmRole::TensorCore)
    return "TensorCore";
  std::string words(getRoleName(role));
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string formatType(ElementType type, std::span<const int64_t> shape) {
  std::string_view name = getElementName(type);
  return absl::StrCat(absl::string_view(name.data(), name.size()), "[",
                      absl::StrJoin(shape, "x"), "]");
}

std::optional<int64_t> countElements(std::span<const int64_t> shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    if (size == 0)
      empty = true;
    else if (__builtin_mul_overflow(count, size, &count))
      return std::nullopt;
  }
  return empty ? 0 : count;
}

std::optional<int64_t> countBytes(ElementType type,
                                  std::span<const int64_t> shape) {
  std::optional<int64_t> count = countElements(shape);
  int64_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, getElementBytes(type), &bytes))
    return std::nullopt;
  return bytes;
}

int64_t getHbmCapacity(const Target &target) {
  return target.usable_hbm_bytes() > 0 ? target.usable_hbm_bytes()
                                       : target.hbm_bytes();
}

} // namespace sc::format
