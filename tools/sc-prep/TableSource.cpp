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
static constexpr int64_t kPageBytes = 4096;

absl::StatusOr<std::span<std::byte>> PieceFile::touch(int64_t offset,
                                                      int64_t bytes) {
  if (!file) {
    SC_ASSIGN_OR_RETURN(file, runtime::MappedFile::createBeside(target, size));
  }
  if (touched >= kMappedBytes) {
    file->releasePages();
    touched = 0;
  }
  touched += bytes;
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

/// Each element of a column touches a page of its own where rows are long, so
/// that pieces are short.
absl::Status TableSource::turnTable() {
  const int64_t elementBytes =
      format::getElementBytes(array.header.dtype->type);
  const int64_t numRows = array.header.shape[0];
  const int64_t rowBytes = array.header.shape[1] * elementBytes;
  int64_t row = 0, column = 0; // of the next element, column in bytes
  auto store = [&](std::span<const std::byte> piece) -> absl::Status {
    SC_ASSIGN_OR_RETURN(std::span<std::byte> all, rows->touchAll());
    for (size_t i = 0; i < piece.size(); i += elementBytes) {
      std::memcpy(all.data() + row * rowBytes + column, piece.data() + i,
                  elementBytes);
      if (++row == numRows) {
        row = 0;
        column += elementBytes;
      }
    }
    return absl::OkStatus();
  };
  const int64_t touchedBytes = std::min(rowBytes, kPageBytes);
  return readInOrder(kMappedBytes / touchedBytes * elementBytes, store);
}

absl::Status TableSource::turn() {
  rows.emplace(target, array.getInputBytes());
  if (array.header.shape.size() == 2)
    return turnTable();
  SC_ASSIGN_OR_RETURN(std::span<std::byte> all, rows->touchAll());
  return reader.readInto(array.name, all);
}

absl::Status TableSource::read(int64_t unitBytes, const Consumer &consume) {
  const int64_t pieceBytes = choosePieceBytes(unitBytes);
  if (!array.isColumnMajor())
    return readInOrder(pieceBytes, consume);
  if (!rows)
    SC_RETURN_IF_ERROR(turn());
  const int64_t end = array.getInputBytes();
  for (int64_t done = 0; done < end; done += pieceBytes) {
    SC_ASSIGN_OR_RETURN(std::span<std::byte> piece,
                        rows->touch(done, std::min(pieceBytes, end - done)));
    SC_RETURN_IF_ERROR(consume(piece));
  }
  return absl::OkStatus();
}

} // namespace sc::prep
