//===-- MoveRows.cpp - rows from one layout to another --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input is read once, front to back, and the output written once, front to
// back. Between them the rows lie in files, in the order of the side with more
// shards: a few streams walk through these then, where the other order would
// touch every page once for each shard.

#include "MoveRows.h"

#include "RowStore.h"
#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

namespace sc::spec {

using runtime::NpzReader;
using runtime::NpzWriter;

namespace {

/// Counts bytes, and says when pages are to be released.
class Meter {
public:
  Meter(const Progress &progress, int64_t total)
      : progress(progress), total(total) {}

  bool add(int64_t bytes) {
    done += bytes;
    if (done - reported < kMappedBytes && done != total)
      return false;
    reported = done;
    if (progress)
      progress(done, total);
    return true;
  }

private:
  const Progress &progress;
  int64_t total;
  int64_t done = 0;
  int64_t reported = 0;
};

/// Bytes of an array that belong to one row.
struct RowPart {
  int64_t row = 0;
  int64_t begin = 0; // in the row
  int64_t bytes = 0;
};

/// Walks over the rows of `bytes` bytes from `offset` on.
class RowWalk {
public:
  RowWalk(int64_t offset, int64_t bytes, int64_t rowBytes)
      : rowBytes(rowBytes), left(bytes) {
    part = {offset / rowBytes, offset % rowBytes, 0};
    part.bytes = std::min(rowBytes - part.begin, left);
  }

  bool isDone() const { return left == 0; }
  const RowPart &get() const { return part; }
  void advance() {
    left -= part.bytes;
    part = {part.row + 1, 0, std::min(rowBytes, left)};
  }

private:
  int64_t rowBytes;
  int64_t left;
  RowPart part;
};

} // namespace

static void storeRows(const RowFinder &finder, int64_t rowBytes, int64_t offset,
                      std::span<const std::byte> piece) {
  if (finder.isWhole()) {
    std::memcpy(finder.getBytes(offset), piece.data(), piece.size());
    return;
  }
  const std::byte *data = piece.data();
  for (RowWalk walk(offset, std::ssize(piece), rowBytes); !walk.isDone();
       walk.advance()) {
    const RowPart &part = walk.get();
    FoundRow found = finder.find(part.row);
    int64_t bytes = std::min(part.bytes, found.bytes - part.begin);
    if (bytes > 0)
      std::memcpy(found.data + part.begin, data, bytes);
    data += part.bytes;
  }
}

/// Stores elements that come column by column.
static void storeColumns(const RowFinder &finder, const ArrayLayout &array,
                         int64_t elementBytes, int64_t offset,
                         std::span<const std::byte> piece) {
  const int64_t numRows = array.getNumRows();
  int64_t row = offset / elementBytes % numRows;
  int64_t begin = offset / elementBytes / numRows * elementBytes;
  for (size_t i = 0; i < piece.size(); i += elementBytes) {
    FoundRow found = finder.find(row);
    if (begin < found.bytes)
      std::memcpy(found.data + begin, piece.data() + i, elementBytes);
    if (++row == numRows) {
      row = 0;
      begin += elementBytes;
    }
  }
}

static void fetchRows(const RowFinder &finder, int64_t rowBytes, int64_t offset,
                      std::span<std::byte> bytes) {
  if (finder.isWhole()) {
    std::memcpy(bytes.data(), finder.getBytes(offset), bytes.size());
    return;
  }
  std::byte *data = bytes.data();
  for (RowWalk walk(offset, std::ssize(bytes), rowBytes); !walk.isDone();
       walk.advance()) {
    const RowPart &part = walk.get();
    FoundRow found = finder.find(part.row);
    int64_t known =
        std::clamp<int64_t>(found.bytes - part.begin, 0, part.bytes);
    if (known > 0)
      std::memcpy(data, found.data + part.begin, known);
    std::memset(data + known, 0, part.bytes - known);
    data += part.bytes;
  }
}

static absl::Status loadRows(const NpzReader &reader, const RowLayout &from,
                             const std::vector<ArrayGroup> &groups,
                             const RowStore &store, Meter &meter) {
  for (size_t i = 0; i < groups.size(); ++i)
    for (const auto &[slot, values] : groups[i]) {
      const ArrayLayout &array = from.arrays[i];
      const RowFinder finder = store.makeFinder(array, slot, values);
      const int64_t rowBytes = values.getRowBytes(array.dim);
      const int64_t elementBytes = values.getRowBytes(1);
      auto consume = [&](int64_t offset, std::span<const std::byte> piece) {
        if (values.isFortranOrder)
          storeColumns(finder, array, elementBytes, offset, piece);
        else
          storeRows(finder, rowBytes, offset, piece);
        if (meter.add(std::ssize(piece)))
          store.releasePages();
      };
      SC_RETURN_IF_ERROR(reader.readPieces(makeArrayName(array.name, slot),
                                           kPieceBytes, consume));
    }
  return absl::OkStatus();
}

static absl::Status writeRows(NpzWriter &writer, const RowLayout &to,
                              const std::vector<ArrayGroup> &groups,
                              const RowStore &store, Meter &meter) {
  for (size_t i = 0; i < groups.size(); ++i)
    for (const auto &[slot, values] : groups[i]) {
      const ArrayLayout &array = to.arrays[i];
      auto produce = [&, finder = store.makeFinder(array, slot, values),
                      rowBytes = values.getRowBytes(array.dim)](
                         int64_t offset, std::span<std::byte> bytes) {
        fetchRows(finder, rowBytes, offset, bytes);
        if (meter.add(std::ssize(bytes)))
          store.releasePages();
      };
      SC_RETURN_IF_ERROR(writer.addProduced(makeArrayName(array.name, slot),
                                            values.type, values.getShape(array),
                                            produce));
    }
  return writer.finish();
}

/// Bytes of all arrays; an error if they do not fit 62 bits, so that sums of
/// two do.
static absl::StatusOr<int64_t>
countAllBytes(const std::string &path, const RowLayout &layout,
              const std::vector<ArrayGroup> &groups) {
  constexpr int64_t limit = int64_t(1) << 61;
  int64_t sum = 0;
  for (size_t i = 0; i < groups.size(); ++i)
    for (const auto &[slot, values] : groups[i]) {
      std::vector<int64_t> shape = values.getShape(layout.arrays[i]);
      std::optional<int64_t> bytes = format::countBytes(values.type, shape);
      if (!bytes || *bytes > limit || (sum += *bytes) > limit)
        return absl::InvalidArgumentError(absl::StrCat(
            path, ": array '", makeArrayName(layout.arrays[i].name, slot),
            "' of ", format::formatType(values.type, shape),
            " makes the file larger than 2^61 bytes"));
    }
  return sum;
}

absl::Status moveRows(const RowLayout &from, const std::string &input,
                      const RowLayout &to, const std::string &output,
                      const Progress &progress) {
  SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(input));
  SC_ASSIGN_OR_RETURN(std::vector<ArrayGroup> fromGroups,
                      readGroups(reader, input, from));
  SC_ASSIGN_OR_RETURN(std::vector<ArrayGroup> toGroups,
                      moveGroups(input, from, fromGroups, to));
  SC_ASSIGN_OR_RETURN(int64_t fromBytes,
                      countAllBytes(input, from, fromGroups));
  SC_ASSIGN_OR_RETURN(int64_t toBytes, countAllBytes(output, to, toGroups));
  SC_ASSIGN_OR_RETURN(NpzWriter writer, NpzWriter::create(output));
  const bool isLikeOutput = to.getNumShards() > from.getNumShards();
  SC_RETURN_IF_ERROR(runtime::checkFreeSpace(
      output, toBytes + (isLikeOutput ? toBytes : fromBytes)));
  SC_ASSIGN_OR_RETURN(RowStore store,
                      RowStore::create(isLikeOutput ? to : from,
                                       isLikeOutput ? toGroups : fromGroups,
                                       output));
  Meter meter(progress, fromBytes + toBytes);
  SC_RETURN_IF_ERROR(loadRows(reader, from, fromGroups, store, meter));
  store.finishStoring();
  return writeRows(writer, to, toGroups, store, meter);
}

} // namespace sc::spec
