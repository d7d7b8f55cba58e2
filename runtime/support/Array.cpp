//===-- Array.cpp - a typed array in host memory --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation, and dtypes in numpy's spelling.

#include "runtime/support/Array.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <sys/mman.h>

namespace sc::runtime {

using format::ElementType;

static constexpr size_t kCacheLine = 64;
static constexpr size_t kHugePage = 2 << 20;

absl::StatusOr<AlignedBytes> AlignedBytes::create(int64_t size) {
  AlignedBytes result;
  if (size == 0)
    return result;
  auto exhausted = [size] {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate ", size, " bytes"));
  };
  if (size < 0 || size > PTRDIFF_MAX - int64_t(kHugePage))
    return exhausted();
  size_t alignment = size_t(size) >= kHugePage ? kHugePage : kCacheLine;
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  auto *data = static_cast<std::byte *>(std::aligned_alloc(alignment, rounded));
  if (!data)
    return exhausted();
  result.data.reset(data);
  result.size = size;
  // Advice only: without it the pages are small.
  if (alignment == kHugePage)
    madvise(data, rounded, MADV_HUGEPAGE);
  std::memset(data, 0, rounded);
  return result;
}

absl::StatusOr<Array> Array::create(ElementType type,
                                    std::vector<int64_t> shape) {
  std::optional<int64_t> bytes = countBytes(type, shape);
  if (!bytes)
    return absl::InvalidArgumentError(absl::StrCat(
        "the size of ", formatType(type, shape), " does not fit 64 bits"));
  SC_ASSIGN_OR_RETURN(AlignedBytes buffer, AlignedBytes::create(*bytes));
  return Array{type, std::move(shape), std::move(buffer)};
}

namespace {
struct NumpyName {
  std::string_view kindAndSize;
  ElementType type;
};
} // namespace

// numpy has no bfloat16 and no FP8; ml_dtypes saves them as bytes of void, but
// E5M2 as "<f1", which numpy cannot load.
static constexpr NumpyName kNumpyNames[] = {
    {"b1", ElementType::I1},       {"i1", ElementType::I8},
    {"u1", ElementType::U8},       {"i4", ElementType::I32},
    {"u4", ElementType::U32},      {"i8", ElementType::I64},
    {"u8", ElementType::U64},      {"f2", ElementType::F16},
    {"V2", ElementType::BF16},     {"f4", ElementType::F32},
    {"V1", ElementType::F8E4M3FN}, {"f1", ElementType::F8E5M2},
    {"f8", ElementType::F64}};

std::optional<NumpyType> parseNumpyType(std::string_view descr) {
  if (descr == "bfloat16")
    return NumpyType{ElementType::BF16, false};
  if (descr.empty() ||
      std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return std::nullopt;
  for (const NumpyName &name : kNumpyNames)
    if (descr.substr(1) == name.kindAndSize)
      return NumpyType{name.type,
                       descr[0] == '>' && getElementBytes(name.type) > 1};
  return std::nullopt;
}

std::string_view getNumpyType(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I8:
    return "|i1";
  case ElementType::U8:
    return "|u1";
  case ElementType::I32:
    return "<i4";
  case ElementType::U32:
    return "<u4";
  case ElementType::I64:
    return "<i8";
  case ElementType::U64:
    return "<u8";
  case ElementType::F16:
    return "<f2";
  case ElementType::BF16:
    return "<V2";
  case ElementType::F32:
    return "<f4";
  case ElementType::F64:
    return "<f8";
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return "|V1";
  }
  return "?";
}

bool isReadAs(ElementType read, ElementType wanted) {
  // One byte of void, read as F8E4M3FN, may be either kind.
  return read == wanted ||
         (read == ElementType::F8E4M3FN && wanted == ElementType::F8E5M2);
}

} // namespace sc::runtime
