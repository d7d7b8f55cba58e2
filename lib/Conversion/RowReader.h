//===-- RowReader.h - table rows on their way to samples --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the program `combine` of a lookup reads rows: f32 ones as they are,
// narrow ones through a window of codes (docs/NarrowTables.md).

#ifndef SC_LIB_CONVERSION_ROWREADER_H
#define SC_LIB_CONVERSION_ROWREADER_H

#include "TaskBuilder.h"

namespace sc {

/// What a lookup says of its rows. Elements are those of the stored rows.
struct StoredRows {
  explicit StoredRows(TableLookupOp op);

  format::RowFormat format;
  int64_t width;       // w, words as f32
  mlir::Type type;     // of an element
  int64_t rowElements; // from one row to the next
};

class RowReader {
public:
  /// `quantization` rounds rows where the format does not: null for none.
  RowReader(TaskBuilder &b, const StoredRows &stored, PlanAttr plan,
            QuantizationAttr quantization);

  /// Allocates the windows of the program `prefix`, and its scale.
  void alloc(llvm::StringRef prefix);
  /// Puts the scale in its place, once in each run of the program: from
  /// `scale`, an argument of the task, or that of the buckets.
  void loadScale(mlir::Value scale);

  /// Adds the scaled rows of `count` entries from `offset` on (null: 0) to
  /// `activations`: of rows that lie in `buffer` from element `base` on, the
  /// slice `slice`, or the whole (null).
  void accumulate(const EntryLists &entries, mlir::Value offset,
                  mlir::Value count, const RowSource &source, mlir::Value slice,
                  mlir::Value activations);

private:
  bool isNarrow() const { return stored.format.isNarrow(); }
  /// Makes f32 rows of the codes in the window.
  void widen(mlir::Value count, mlir::Value slice);

  TaskBuilder &b;
  StoredRows stored;
  PlanAttr plan;
  QuantizationAttr quantization;
  RowWindow rows;    // f32
  RowWindow codes;   // of a narrow table
  mlir::Value scale; // the same for all rows; null: none, or in the rows
};

} // namespace sc

#endif // SC_LIB_CONVERSION_ROWREADER_H
