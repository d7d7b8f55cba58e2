//===-- TableSource.h - arrays that pass in pieces --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory holds pieces only. Column-major arrays go through a temporary file.

#ifndef SC_TOOLS_SC_PREP_TABLESOURCE_H
#define SC_TOOLS_SC_PREP_TABLESOURCE_H

#include "runtime/support/MappedFile.h"
#include "tools/sc-prep/QuantizePlan.h"

#include <functional>

namespace sc::prep {

/// A temporary file whose pages leave memory again and again. Its blocks are
/// taken at the first use.
class PieceFile {
public:
  PieceFile(std::string target, int64_t size)
      : target(std::move(target)), size(size) {}

  /// `bytes` bytes from `offset` on, to be touched by one caller, and until the
  /// next call only.
  absl::StatusOr<std::span<std::byte>> touch(int64_t offset, int64_t bytes);
  /// All bytes. They stay in memory until the next touch().
  absl::StatusOr<std::span<std::byte>> touchAll() { return touch(0, size); }

private:
  std::string target;
  int64_t size;
  std::optional<runtime::MappedFile> file;
  int64_t touched = 0; // since pages were released
};

/// The bytes of an array in row-major order, any number of times.
class TableSource {
public:
  using Consumer = std::function<absl::Status(std::span<const std::byte>)>;

  /// All must stay. Temporary files lie beside `target`.
  TableSource(const runtime::NpzReader &reader, const PlannedArray &array,
              std::string target)
      : reader(reader), array(array), target(std::move(target)) {}

  /// In pieces of whole multiples of `unitBytes`, which are whole elements.
  absl::Status read(int64_t unitBytes, const Consumer &consume);

private:
  absl::Status readInOrder(int64_t pieceBytes, const Consumer &consume) const;
  absl::Status keepColumns();
  absl::Status gatherRows(int64_t first, int64_t count,
                          std::span<std::byte> rows);
  absl::Status readTable(int64_t pieceBytes, const Consumer &consume);
  absl::Status readTurned(int64_t pieceBytes, const Consumer &consume);

  const runtime::NpzReader &reader;
  const PlannedArray &array;
  std::string target;
  std::optional<PieceFile> columns; // of a column-major table
};

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_TABLESOURCE_H
