//===-- Kernels.h - one function per instruction ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pure functions over pointers and counts, without bounds checks of the
// pointers: the machine checks ranges before it calls them. Contents (samples,
// indices) are checked here, since only the kernel sees them all. Pointers need
// no alignment beyond that of their element.

#ifndef SC_RUNTIME_KERNELS_KERNELS_H
#define SC_RUNTIME_KERNELS_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace sc::kernels {

/// What a kernel that checks contents returns: `count` results, or the first
/// entry (`badEntry` >= 0) whose `badValue` is out of range. After a bad entry
/// the destination is unspecified.
struct CheckedCount {
  int64_t count = 0;
  int64_t badEntry = -1;
  int64_t badValue = 0;
};

/// What passes from one window of a list to the next: the last id, and the
/// number of runs so far. The first entry of a window continues the last run
/// where there is one, of the same id.
struct Carry {
  int32_t lastId = 0;
  int32_t runs = 0;
};

/// Writes the first id of each run of equal neighbours to `result` and returns
/// the number of runs that begin. `result` may be `ids` or lie before it in one
/// array. Nothing is written past the last run; more than `capacity` runs are
/// counted and not written. The runs of `carry` and `count` together are at
/// most 2^31 - 1.
int64_t runs(const int32_t *ids, int64_t count, int32_t *result,
             int64_t capacity, Carry &carry);

/// Range and mode of a `select`: 0 <= lower and numSamples <= 2^31 - 1.
struct SelectRange {
  int64_t lower = 0;
  int64_t upper = 0;
  int64_t numSamples = 0;
  /// Keep ids instead of replacing them by the slots of their runs.
  bool keepIds = false;
  /// With keepIds: skip entries whose sample is format::kPadValue.
  bool skipPadding = false;
};

/// Three lists of one length.
struct Entries {
  const int32_t *ids = nullptr;
  const int32_t *samples = nullptr;
  const float *gains = nullptr;
};

/// Writes the `entries` with lower <= sample < upper one after another: slot or
/// id, sample - lower, gain. Each result list may be the entries' own, and has
/// room for `count`. Returns how many were kept; later results are unspecified.
/// A sample outside 0 .. numSamples - 1 is a bad entry. Slots count on from
/// `carry`, which is brought up to date unless ids are kept.
CheckedCount select(const Entries &entries, int32_t *ids, int32_t *samples,
                    float *gains, int64_t count, const SelectRange &range,
                    Carry &carry);

/// Copies `bytes` bytes past the caches, for destinations that are read much
/// later; the memories do not overlap.
void streamCopy(const std::byte *source, std::byte *destination, int64_t bytes);

/// Rows of `rowBytes` bytes, `stride` bytes apart.
struct Rows {
  const std::byte *data = nullptr;
  int64_t stride = 0;
  int64_t rows = 0;
};

/// A list of `count` indices; the next ones, up to `readable` in all, may be
/// used as a hint of what is gathered later.
struct Indices {
  const int32_t *data = nullptr;
  int64_t count = 0;
  int64_t readable = 0;
};

/// destination[i] = source[indices[i]] for rows of `rowBytes` bytes; the
/// destination is dense. An index outside 0 .. source.rows - 1 is a bad entry.
CheckedCount gatherRows(const Rows &source, const Indices &indices,
                        std::byte *destination, int64_t rowBytes);

/// accumulator[samples[i]] += gains[i] * rows[i] for i in order, in rows of
/// `words` floats. Product and sum are rounded apart. A sample outside
/// 0 .. accumulatorRows - 1 is a bad entry.
CheckedCount axpyIndexed(float *accumulator, int64_t accumulatorRows,
                         const float *rows, const int32_t *samples,
                         const float *gains, int64_t count, int64_t words);

/// Copies `rows` rows of `rowBytes` bytes between strided places that do not
/// overlap. Dense rows on both sides are one copy.
void copyRows(const std::byte *source, int64_t sourceStride,
              std::byte *destination, int64_t destinationStride, int64_t rows,
              int64_t rowBytes);

/// One dimension of a strided copy; strides in bytes, of any sign.
struct CopyDim {
  int64_t size = 0;
  int64_t sourceStride = 0;
  int64_t destinationStride = 0;
};

/// Copies elements of `elementBytes` bytes over `dims`, outermost first. The
/// source and the destination must not overlap.
void stridedCopy(const std::byte *source, std::byte *destination,
                 std::span<const CopyDim> dims, int64_t elementBytes);

/// Writes one element over `dims`; source strides are ignored.
void stridedFill(std::byte *destination, std::span<const CopyDim> dims,
                 std::span<const std::byte> element);

} // namespace sc::kernels

#endif // SC_RUNTIME_KERNELS_KERNELS_H
