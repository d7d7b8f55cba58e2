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
#include <vector>

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

/// The first entry that is less than the one in front of it, or -1.
int64_t findDescent(const int32_t *ids, int64_t count);

/// How many of the `count` ascending ids are less than `value`; some number
/// from 0 to `count` if they do not ascend.
int64_t computeLowerBound(const int32_t *ids, int64_t count, int64_t value);

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

/// An entry while it is sorted: id and sample, and the gain.
struct SortEntry {
  uint64_t key;
  float gain;
};

/// Sorts `count` entries in place by id, then sample; equal ones stay in order.
/// `scratch` is memory that later calls use again.
void sortEntries(int32_t *ids, int32_t *samples, float *gains, int64_t count,
                 std::vector<SortEntry> &scratch);

/// `numLists` ascending lists of distinct ids, `listSlots` entries apart.
/// Words j and numLists + j of the cursors are the next slot of list j and the
/// slot past its last. numLists x listSlots is at most 2^31.
struct MergeLists {
  const int32_t *data = nullptr;
  int64_t numLists = 0;
  int64_t listSlots = 0;
  int32_t *cursors = nullptr;
};

/// Room for `capacity` entries in each list.
struct MergeTarget {
  int32_t *ids = nullptr;
  int32_t *slots = nullptr;
  int32_t *indices = nullptr;
  int64_t capacity = 0;
};

struct MergeResult {
  int64_t count = 0;
  int64_t distinct = 0;
  /// The first id for whose entries there was no room, or -1.
  int64_t leftId = -1;
  /// A list (>= 0) whose cursors are not 0 <= next <= end <= listSlots, or
  /// whose id `badValue` at `badSlot` is not above `previous`, which is -1 if
  /// any id would do. Cursors and target are unspecified then.
  int64_t badList = -1;
  bool hasBadCursor = false;
  int64_t badSlot = 0;
  int64_t badValue = 0;
  int64_t previous = 0;
};

/// Takes as many ids as fit, in ascending order, always all entries of one
/// together, and moves the cursors past them. Entry e, by id, then list, is
/// slot indices[e] - list x listSlots of its list and belongs to ids[slots[e]].
/// `scratch` is memory that later calls use again.
MergeResult merge(const MergeLists &lists, const MergeTarget &target,
                  std::vector<uint64_t> &scratch);

/// Copies `bytes` bytes past the caches, for destinations that are read much
/// later; the memories do not overlap.
void streamCopy(const std::byte *source, std::byte *destination, int64_t bytes);

/// Rows of `rowBytes` bytes, `stride` bytes apart.
struct Rows {
  const std::byte *data = nullptr;
  int64_t stride = 0;
  int64_t rows = 0;
};

struct MutableRows {
  std::byte *data = nullptr;
  int64_t stride = 0;
  int64_t rows = 0;
};

/// A list of `count` indices; the next ones, up to `readable` in all, may be
/// used as a hint of what is gathered or scattered later.
struct Indices {
  const int32_t *data = nullptr;
  int64_t count = 0;
  int64_t readable = 0;
};

/// destination[i] = source[indices[i]] for rows of `rowBytes` bytes; the
/// destination is dense. An index outside 0 .. source.rows - 1 is a bad entry.
CheckedCount gatherRows(const Rows &source, const Indices &indices,
                        std::byte *destination, int64_t rowBytes);

/// destination[indices[i]] = source[i] for i in order, with a dense source. An
/// index outside 0 .. destination.rows - 1 is a bad entry; rows in front of it
/// are written.
CheckedCount scatterRows(const std::byte *source, const Indices &indices,
                         const MutableRows &destination, int64_t rowBytes);

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
