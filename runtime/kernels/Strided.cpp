//===-- Strided.cpp - strided copies and fills ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions are merged until the innermost loop is a memcpy or a short strided
// loop over elements; the library's memcpy picks the vector width.

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace sc::kernels {

using Dims = std::vector<CopyDim>;

template <int64_t kBytes>
static void copySized(const std::byte *source, int64_t sourceStride,
                      std::byte *destination, int64_t destinationStride,
                      int64_t rows) {
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(destination + i * destinationStride, source + i * sourceStride,
                kBytes);
}

void copyRows(const std::byte *source, int64_t sourceStride,
              std::byte *destination, int64_t destinationStride, int64_t rows,
              int64_t rowBytes) {
  if (rows <= 0 || rowBytes <= 0)
    return;
  if (sourceStride == rowBytes && destinationStride == rowBytes) {
    std::memcpy(destination, source, static_cast<size_t>(rows * rowBytes));
    return;
  }
  switch (rowBytes) {
#define SC_SIZED(bytes)                                                        \
  case bytes:                                                                  \
    return copySized<bytes>(source, sourceStride, destination,                 \
                            destinationStride, rows);
    SC_SIZED(1)
    SC_SIZED(2)
    SC_SIZED(4)
    SC_SIZED(8)
    SC_SIZED(16)
    SC_SIZED(32)
    SC_SIZED(64)
#undef SC_SIZED
  default:
    for (int64_t i = 0; i < rows; ++i)
      std::memcpy(destination + i * destinationStride,
                  source + i * sourceStride, static_cast<size_t>(rowBytes));
  }
}

/// Without dimensions of one element, ordered so that writes move least, and
/// with neighbours merged that one stride can walk.
static Dims normalizeDims(std::span<const CopyDim> dims) {
  Dims result;
  for (const CopyDim &dim : dims)
    if (dim.size != 1)
      result.push_back(dim);
  std::sort(result.begin(), result.end(),
            [](const CopyDim &lhs, const CopyDim &rhs) {
              return std::pair(std::abs(lhs.destinationStride),
                               std::abs(lhs.sourceStride)) >
                     std::pair(std::abs(rhs.destinationStride),
                               std::abs(rhs.sourceStride));
            });
  for (size_t i = result.size(); i-- > 1;) {
    CopyDim &outer = result[i - 1], &inner = result[i];
    if (outer.sourceStride != inner.size * inner.sourceStride ||
        outer.destinationStride != inner.size * inner.destinationStride)
      continue;
    inner.size *= outer.size;
    outer = inner;
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return result;
}

/// Removes the innermost dimension if it is dense on both sides and returns
/// its bytes, else the bytes of one element.
static int64_t takeDenseRun(Dims &dims, int64_t elementBytes) {
  if (dims.empty() || dims.back().sourceStride != elementBytes ||
      dims.back().destinationStride != elementBytes)
    return elementBytes;
  int64_t runBytes = dims.back().size * elementBytes;
  dims.pop_back();
  return runBytes;
}

static void copyDims(const std::byte *source, std::byte *destination,
                     std::span<const CopyDim> dims, int64_t runBytes) {
  const CopyDim &dim = dims.front();
  if (dims.size() == 1) {
    copyRows(source, dim.sourceStride, destination, dim.destinationStride,
             dim.size, runBytes);
    return;
  }
  for (int64_t i = 0; i < dim.size; ++i)
    copyDims(source + i * dim.sourceStride,
             destination + i * dim.destinationStride, dims.subspan(1),
             runBytes);
}

static bool isEmpty(std::span<const CopyDim> dims) {
  return std::any_of(dims.begin(), dims.end(),
                     [](const CopyDim &dim) { return dim.size <= 0; });
}

void stridedCopy(const std::byte *source, std::byte *destination,
                 std::span<const CopyDim> dims, int64_t elementBytes) {
  if (isEmpty(dims))
    return;
  Dims merged = normalizeDims(dims);
  int64_t runBytes = takeDenseRun(merged, elementBytes);
  if (merged.empty())
    std::memcpy(destination, source, static_cast<size_t>(runBytes));
  else
    copyDims(source, destination, merged, runBytes);
}

static void fillRun(std::byte *destination, int64_t count,
                    std::span<const std::byte> element) {
  if (std::all_of(element.begin(), element.end(),
                  [&](std::byte value) { return value == element[0]; })) {
    std::memset(destination, static_cast<int>(element[0]),
                static_cast<size_t>(count) * element.size());
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(destination + i * static_cast<int64_t>(element.size()),
                element.data(), element.size());
}

static void fillDims(std::byte *destination, std::span<const CopyDim> dims,
                     int64_t runElements, std::span<const std::byte> element) {
  if (dims.empty())
    return fillRun(destination, runElements, element);
  for (int64_t i = 0; i < dims.front().size; ++i)
    fillDims(destination + i * dims.front().destinationStride, dims.subspan(1),
             runElements, element);
}

void stridedFill(std::byte *destination, std::span<const CopyDim> dims,
                 std::span<const std::byte> element) {
  if (isEmpty(dims) || element.empty())
    return;
  Dims sameStrides(dims.begin(), dims.end());
  for (CopyDim &dim : sameStrides)
    dim.sourceStride = dim.destinationStride;
  Dims merged = normalizeDims(sameStrides);
  int64_t bytes = static_cast<int64_t>(element.size());
  int64_t runElements = takeDenseRun(merged, bytes) / bytes;
  fillDims(destination, merged, runElements, element);
}

} // namespace sc::kernels
