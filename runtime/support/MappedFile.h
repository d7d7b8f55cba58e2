//===-- MappedFile.h - bytes that memory need not hold ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporary files, mapped into memory.

#ifndef SC_RUNTIME_SUPPORT_MAPPEDFILE_H
#define SC_RUNTIME_SUPPORT_MAPPEDFILE_H

#include "absl/status/statusor.h"

#include <cstddef>
#include <span>
#include <string>

namespace sc::runtime {

/// ResourceExhausted, naming both sizes, unless the file system of `target`
/// has `bytes` to spare.
absl::Status checkFreeSpace(const std::string &target, int64_t bytes);

/// Zeroed bytes in a file without a name, which ends with the object or the
/// process. Its blocks are allocated when it is created: a full disk is an
/// error then, not a SIGBUS at the first store. Moving keeps pointers valid.
class MappedFile {
public:
  /// In the folder of `target`, which the messages name.
  static absl::StatusOr<MappedFile> createBeside(const std::string &target,
                                                 int64_t size);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  std::span<std::byte> getBytes() const { return bytes; }

  /// Whether pages are mapped one by one, or with their neighbours. A file is
  /// best filled singly, as what is next to a page need not follow it.
  void mapSingly(bool isSingle) const;

  /// Takes the pages out of the memory of the process. Their contents stay, and
  /// come back when they are touched.
  void releasePages() const;

private:
  explicit MappedFile(std::span<std::byte> bytes) : bytes(bytes) {}

  std::span<std::byte> bytes;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_MAPPEDFILE_H
