//===-- TableSource.cpp - arrays that pass in pieces ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages are released by the bytes that were asked for, not by those in memory.

#include "tools/sc-prep/TableSource.h"

#include "runtime/format/StatusMacros.h"

#include <algorithm>
#include <cstring>

namespace sc::prep {

static constexpr int64_t kPieceBytes = int64_t(4) << 20;
static constexpr int64_t kMappedBytes = int64_t(16) << 20;
/// That the kernel may map around a page that is touched: its largest folio.
static constexpr int64_t kAroundBytes = int64_t(2) << 20;

absl::StatusOr<std::span<std::byte>> PieceFile::touch(int64_t offset,
                                                      int64_t bytes) {
  if (!file) {
    SC_ASSIGN_OR_RETURN(file, runtime::MappedFile::createBeside(target, size));
  }
  if (touched >= kMappedBytes) {
    file->releasePages();
    touched = 0;
  }
  touched += bytes + kAroundBytes;
  return file->getBytes().subspan(offset, bytes);
}

/// As many whole units as a piece has room for, or one.
static int64_t choosePieceBytes(int64_t unitBytes) {
  return std::max<int64_t>(kPieceBytes / unitBytes, 1) * unitBytes;
}

absl::Status TableSource::readInOrder(int64_t pieceBytes,
                                      const Consumer &consume) const {
  absl::Status status;
  auto take = [&](int64_t, std::span<const std::byte> piece) {
    if (status.ok())
      status = consume(piece);
  };
  SC_RETURN_IF_ERROR(reader.readPieces(array.name, pieceBytes, take));
  return status;
}

/// The array as the file has it, column after column, where each row can be
/// gathered.
absl::Status TableSource::keepColumns() {
  int64_t end = 0; // of what is kept
  auto keep = [&](std::span<const std::byte> piece) -> absl::Status {
    SC_ASSIGN_OR_RETURN(std::span<std::byte> kept,
                        columns->touch(end, std::ssize(piece)));
    std::memcpy(kept.data(), piece.data(), piece.size());
    end += std::ssize(piece);
    return absl::OkStatus();
  };
  return readInOrder(kPieceBytes, keep);
}

/// Rows `first` to `first` + `count` of a table, to `rows`.
absl::Status TableSource::gatherRows(int64_t first, int64_t count,
                                     std::span<std::byte> rows) {
  const int64_t elementBytes =
      format::getElementBytes(array.header.dtype->type);
  const int64_t numRows = array.header.shape[0];
  const int64_t rowBytes = array.header.shape[1] * elementBytes;
  for (int64_t column = 0; column < array.header.shape[1]; ++column) {
    SC_ASSIGN_OR_RETURN(
        std::span<std::byte> values,
        columns->touch((column * numRows + first) * elementBytes,
                       count * elementBytes));
    std::byte *to = rows.data() + column * elementBytes;
    for (int64_t row = 0; row < count; ++row)
      std::memcpy(to + row * rowBytes, values.data() + row * elementBytes,
                  elementBytes);
  }
  return absl::OkStatus();
}

absl::Status TableSource::readTable(int64_t pieceBytes,
                                    const Consumer &consume) {
  const int64_t numRows = array.header.shape[0];
  const int64_t rowBytes =
      array.header.shape[1] * format::getElementBytes(array.header.dtype->type);
  const int64_t pieceRows = std::max<int64_t>(pieceBytes / rowBytes, 1);
  std::vector<std::byte> piece(std::min(pieceRows, numRows) * rowBytes);
  for (int64_t first = 0; first < numRows; first += pieceRows) {
    const int64_t count = std::min(pieceRows, numRows - first);
    std::span<std::byte> rows = std::span(piece).first(count * rowBytes);
    SC_RETURN_IF_ERROR(gatherRows(first, count, rows));
    SC_RETURN_IF_ERROR(consume(rows));
  }
  return absl::OkStatus();
}

/// An array of another rank, which is only copied.
absl::Status TableSource::readTurned(int64_t pieceBytes,
                                     const Consumer &consume) {
  const int64_t end = array.getInputBytes();
  PieceFile turned(target, end);
  SC_ASSIGN_OR_RETURN(std::span<std::byte> all, turned.touchAll());
  SC_RETURN_IF_ERROR(reader.readInto(array.name, all));
  for (int64_t done = 0; done < end; done += pieceBytes) {
    SC_ASSIGN_OR_RETURN(std::span<std::byte> piece,
                        turned.touch(done, std::min(pieceBytes, end - done)));
    SC_RETURN_IF_ERROR(consume(piece));
  }
  return absl::OkStatus();
}

absl::Status TableSource::read(int64_t unitBytes, const Consumer &consume) {
  const int64_t pieceBytes = choosePieceBytes(unitBytes);
  if (!array.isColumnMajor())
    return readInOrder(pieceBytes, consume);
  if (array.header.shape.size() != 2)
    return readTurned(pieceBytes, consume);
  if (!columns) {
    columns.emplace(target, array.getInputBytes());
    SC_RETURN_IF_ERROR(keepColumns());
  }
  return readTable(pieceBytes, consume);
}

} // namespace sc::prep
