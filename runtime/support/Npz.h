//===-- Npz.h - files of named arrays ---------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// numpy's .npz: a zip file with a .npy for each array. Arrays are read and
// written where they lie, without a copy in between.

#ifndef SC_RUNTIME_SUPPORT_NPZ_H
#define SC_RUNTIME_SUPPORT_NPZ_H

#include "runtime/support/Npy.h"

#include <functional>
#include <map>

struct zip;
struct zip_source;

namespace sc::runtime {

struct ZipDiscard {
  void operator()(zip *archive) const;
};
using ZipPointer = std::unique_ptr<zip, ZipDiscard>;

/// Reads arrays by name, any number of times and in any order. Only what is
/// asked for is looked at, so arrays of foreign dtypes do no harm. Every error
/// starts with the path and names the array.
class NpzReader {
public:
  static absl::StatusOr<NpzReader> open(const std::string &path);

  /// Reads from memory, which must outlive the reader; `path` is for errors.
  static absl::StatusOr<NpzReader> openBytes(std::span<const std::byte> bytes,
                                             const std::string &path);

  /// Names without ".npy", in the order of the file; other members are left
  /// out.
  const std::vector<std::string> &getNames() const { return names; }
  bool contains(const std::string &name) const;

  absl::StatusOr<NpyHeader> readHeader(const std::string &name) const;

  /// Reads the elements in row-major order and the machine's byte order;
  /// `destination` must have exactly their size.
  absl::Status readInto(const std::string &name,
                        std::span<std::byte> destination) const;

  absl::StatusOr<Array> read(const std::string &name) const;

  /// Takes the bytes from `offset` of an array's data on.
  using PieceConsumer =
      std::function<void(int64_t offset, std::span<const std::byte> piece)>;

  /// Reads an array that memory need not hold, in pieces of whole elements, at
  /// most `pieceBytes` long. They come in the order of the file, which is
  /// column-major if the header says so, and in the machine's byte order. After
  /// an error, which the checksum at the end may bring, none of them counts.
  absl::Status readPieces(const std::string &name, int64_t pieceBytes,
                          const PieceConsumer &consume) const;

private:
  class Stream;
  struct Member {
    uint64_t index = 0;
    int occurrences = 0;
  };

  NpzReader(ZipPointer archive, std::string path)
      : archive(std::move(archive)), path(std::move(path)) {}
  void collectNames();
  absl::StatusOr<Stream> openStream(const std::string &name) const;

  ZipPointer archive;
  std::string path;
  std::vector<std::string> names;
  std::map<std::string, Member> members;
};

/// Collects arrays, then writes them all in `finish`: to a temporary beside
/// the target, which is renamed when it is complete. A target that exists stays
/// as it is until then. The bytes depend on the arrays alone, not on the time.
class NpzWriter {
public:
  /// Fails if the folder of `path` cannot be written to, or if `path` is
  /// something other than a file.
  static absl::StatusOr<NpzWriter> create(const std::string &path);
  NpzWriter(NpzWriter &&) noexcept;
  ~NpzWriter();

  /// `data` must stay as it is until `finish`.
  absl::Status add(const std::string &name, format::ElementType type,
                   std::span<const int64_t> shape,
                   std::span<const std::byte> data);

  /// Makes the bytes from `offset` of an array's data on.
  using Producer =
      std::function<void(int64_t offset, std::span<std::byte> bytes)>;

  /// Adds an array that memory need not hold: `finish` asks for its bytes, from
  /// the first to the last.
  absl::Status addProduced(const std::string &name, format::ElementType type,
                           std::span<const int64_t> shape, Producer produce);

  absl::Status finish();

private:
  class Member;

  NpzWriter(ZipPointer archive, std::string path);
  /// Takes `source`, which may be null after an error of libzip.
  absl::Status addSource(const std::string &name, zip_source *source);

  // What libzip reads, at addresses that stay; outlives the archive.
  std::vector<std::unique_ptr<Member>> members;
  ZipPointer archive;
  std::string path;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_NPZ_H
