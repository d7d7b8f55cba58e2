//===-- RowFormat.h - how rows of a table are stored ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types of tables, where their scales are, and how wide a row is then.
// docs/NarrowTables.md has the rules.

#ifndef SC_RUNTIME_FORMAT_ROWFORMAT_H
#define SC_RUNTIME_FORMAT_ROWFORMAT_H

#include "runtime/format/program_generated.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sc::format {

/// How rows of a table are stored. The default is f32, which is not narrow.
struct RowFormat {
  RowType type = RowType::F32;
  ScaleKind scale = ScaleKind::None;
  /// The values that codes of one scale for the whole table span, where they
  /// are given: low < high. Otherwise those of the data.
  float low = 0;
  float high = 0;

  bool isNarrow() const { return type != RowType::F32; }
  bool hasRange() const { return low < high; }
  bool operator==(const RowFormat &) const = default;
};

/// "int8", "bf16"; "?" for a value outside the enum.
std::string_view getRowTypeName(RowType type);

/// "table", "row"; "?" for a value outside the enum.
std::string_view getScaleName(ScaleKind scale);

/// The type of an array of such rows: I8 for both kinds of int8.
ElementType getElementType(RowType type);

/// Bytes of one code: 4, 2 or 1.
int64_t getCodeBytes(RowType type);

/// Words that scale codes: none, the scale, or of int8_affine the scale and the
/// value of the lowest code.
int64_t getScaleWords(const RowFormat &format);

/// Where the scale of a row begins, in bytes: behind its codes, which are as
/// many as `width` rounded up to 8.
int64_t getScaleOffset(const RowFormat &format, int64_t width);

/// Bytes of a row that mean something: codes, and with a scale for each row
/// its words. A multiple of 4. f32: `width` words.
int64_t getUsedRowBytes(const RowFormat &format, int64_t width);

/// Bytes of a stored row, also on its way to another SparseCore: those that
/// mean something, up to a multiple of 32. f32: `width` words as they are.
int64_t getRowBytes(const RowFormat &format, int64_t width);

/// Elements of a stored row as the program's types count them.
int64_t getRowElements(const RowFormat &format, int64_t width);

/// Bytes that are gathered to widen one of `slices` slices of a row: the slice,
/// or all that mean something where the row has a scale.
int64_t getGatheredRowBytes(const RowFormat &format, int64_t width,
                            int64_t slices);

/// "int8,scale=row", "bf16", "int8_affine,scale=table,range=-1:1": what
/// parseRowFormat reads.
std::string formatRowFormat(const RowFormat &format);

/// Name of the array that says how the rows of the array `name` are stored:
/// bytes of text, without a range. A file that has it was made by sc-prep.
std::string makeRowFormatName(std::string_view name);
/// The text of that array.
std::string formatStoredRows(const RowFormat &format);

/// Reads TYPE[,scale=none|table|row|bucket][,range=LOW:HIGH], TYPE being f32,
/// bf16, fp8_e4m3, fp8_e5m2, int8 or int8_affine. int8 without a scale has one
/// for the table; with scale=bucket it is int8_affine. Fails with a text that
/// says what may stand there.
absl::StatusOr<RowFormat> parseRowFormat(std::string_view text);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_ROWFORMAT_H
