//===-- RowKernels.h - functions of the words of rows -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As in Kernels.h the caller checks ranges, the kernels check contents. Rows
// are dense. Words are 32 bits: f32 or i32 by the function.
// docs/Instructions.md defines each function for every word.

#ifndef SC_RUNTIME_KERNELS_ROWKERNELS_H
#define SC_RUNTIME_KERNELS_ROWKERNELS_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sc::kernels {

/// Writes `word` `count` times.
void fillWords(int32_t *destination, int64_t count, int32_t word);

/// An operand of `elementwise`.
struct RowOperand {
  const int32_t *words = nullptr;
  bool isOneRow = false;  // one row, or word, that stands for all
  bool isOneWord = false; // one word that stands for its row
};

/// Words that an operand has for `count` rows of `words` words.
inline int64_t countOperandWords(const RowOperand &operand, int64_t count,
                                 int64_t words) {
  return (operand.isOneRow ? 1 : count) * (operand.isOneWord ? 1 : words);
}

/// The operands that a function does not have stay as they are here.
using RowOperands = std::array<RowOperand, 3>;

/// Word by word: `function` of the operands, for `count` rows of `words` words.
/// The words of an operand are those of the result, from the same address on,
/// or apart from them.
void elementwise(format::RowFunction function, const RowOperands &operands,
                 int32_t *result, int64_t count, int64_t words);

/// result[i] = init combined with the words of row i from the first to the
/// last; `function` is one that format::isReduction accepts. The result lies
/// apart from the rows; `init` may be its word.
void reduceRows(format::RowFunction function, const int32_t *rows, int32_t init,
                int32_t *result, int64_t count, int64_t words);

/// Which result row each entry adds to, which row it takes, and its factor.
struct SegmentEntries {
  const int32_t *slots = nullptr;
  const int32_t *indices = nullptr; // null: entry i takes row i
  const float *gains = nullptr;     // null: rows are added as they are
  int64_t count = 0;
  /// Of the indices, as a hint of what is summed later.
  int64_t readable = 0;
};

/// Dense rows of floats.
struct SegmentRows {
  const float *data = nullptr;
  int64_t rows = 0;
};

/// What `segmentSum` did. After a bad entry the result is unspecified.
struct SegmentCheck {
  enum Kind : uint8_t { Good, BadSlot, BadIndex };
  Kind kind = Good;
  int64_t badEntry = -1;
  int64_t badValue = 0;
  int64_t endSlot = 0;  // past the last result row that was used
  int64_t endIndex = 0; // past the last row that was taken
};

/// For entry e in order: row slots[e] - first of the `resultRows` rows of the
/// result += gains[e] * row indices[e]. Product and sum are rounded apart.
/// Slots and indices out of range are bad entries.
SegmentCheck segmentSum(float *result, int64_t resultRows, int64_t first,
                        const SegmentRows &rows, const SegmentEntries &entries,
                        int64_t words);

/// Buckets of simulated quantization.
struct SnapRange {
  float low = 0;
  float high = 0;
  float step = 0;
};

/// Each word x becomes floor((x - low) / step + 0.5) * step + low, x clipped to
/// [low, high] before; NaN stays.
void snapWords(float *words, int64_t count, const SnapRange &range);

/// Codes of narrow rows, and the words that scale them.
struct CodeRows {
  const std::byte *codes = nullptr;
  int64_t stride = 0; // bytes from one row to the next
  /// One word, for int8_affine two; null: codes are values as they are.
  const std::byte *scales = nullptr;
  int64_t scalesStride = 0; // bytes; 0: the same for all rows
};

/// `count` dense rows of `words` floats from codes, by the rules of
/// docs/NarrowTables.md. Codes and scales are aligned to 4 bytes; the
/// destination lies apart from them.
void widenRows(format::RowType type, const CodeRows &rows, float *destination,
               int64_t count, int64_t words);

} // namespace sc::kernels

#endif // SC_RUNTIME_KERNELS_ROWKERNELS_H
