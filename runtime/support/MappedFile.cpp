//===-- MappedFile.cpp - bytes that memory need not hold ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mkstemp, unlink, posix_fallocate, mmap. Where a file system cannot allocate,
// glibc writes to each block instead.

#include "runtime/support/MappedFile.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace sc::runtime {

namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  int get() const { return number; }

private:
  int number;
};

} // namespace

static absl::Status makeError(const std::string &target, int64_t size,
                              int error) {
  std::string text =
      absl::StrCat(target, ": cannot make a temporary file of ", size,
                   " bytes beside it: ", std::strerror(error));
  if (error == ENOSPC || error == EDQUOT || error == ENOMEM || error == EFBIG)
    return absl::ResourceExhaustedError(text);
  return absl::InvalidArgumentError(text);
}

absl::Status checkFreeSpace(const std::string &target, int64_t bytes) {
  std::filesystem::path folder = std::filesystem::path(target).parent_path();
  struct statvfs stat;
  // A file system that cannot tell is tried.
  if (statvfs(folder.empty() ? "." : folder.c_str(), &stat) != 0)
    return absl::OkStatus();
  __int128 free = static_cast<__int128>(stat.f_bavail) * stat.f_frsize;
  if (bytes <= free)
    return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(target, ": ", bytes, " bytes are needed on its disk, but ",
                   static_cast<uint64_t>(free), " are free"));
}

static int allocate(int file, int64_t size) {
  int error = 0;
  do {
    error = posix_fallocate(file, 0, size);
  } while (error == EINTR);
  return error;
}

absl::StatusOr<MappedFile> MappedFile::createBeside(const std::string &target,
                                                    int64_t size) {
  SC_RETURN_IF_ERROR(checkFreeSpace(target, size));
  std::string name = target + ".XXXXXX";
  Descriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0)
    return makeError(target, size, errno);
  unlink(name.c_str());
  if (size <= 0)
    return MappedFile(std::span<std::byte>());
  if (int error = allocate(file.get(), size))
    return makeError(target, size, error);
  void *memory = mmap(nullptr, static_cast<size_t>(size),
                      PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED)
    return makeError(target, size, errno);
  return MappedFile(
      {static_cast<std::byte *>(memory), static_cast<size_t>(size)});
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : bytes(std::exchange(other.bytes, {})) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(bytes, other.bytes);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes.empty())
    munmap(bytes.data(), bytes.size());
}

void MappedFile::mapSingly(bool isSingle) const {
  if (!bytes.empty())
    madvise(bytes.data(), bytes.size(), isSingle ? MADV_RANDOM : MADV_NORMAL);
}

void MappedFile::releasePages() const {
  if (!bytes.empty())
    madvise(bytes.data(), bytes.size(), MADV_DONTNEED);
}

} // namespace sc::runtime
