//===-- WriteFile.cpp - small files, whole or not at all ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporaries have drawn names, so that two processes that write the same file
// do not mix.

#include "runtime/support/WriteFile.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <unistd.h>

namespace sc::runtime {

static absl::Status failWrite(const std::string &path,
                              const std::string &what) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": cannot write: ", what));
}

static std::string describeErrno() { return std::strerror(errno); }

/// A new file beside `path`, with the mode that the process gives its files.
/// Sets `temporary`; -1 and errno if there is none.
static int openTemporary(const std::string &path, std::string &temporary) {
  constexpr int kMostTries = 100;
  std::random_device random;
  for (int i = 0; i < kMostTries; ++i) {
    temporary = absl::StrCat(path, ".", absl::Hex(random(), absl::kZeroPad8));
    int file =
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// "" or what went wrong; closes `file`.
static std::string writeAndClose(int file, std::string_view contents) {
  std::string problem;
  while (!contents.empty() && problem.empty()) {
    ssize_t count = write(file, contents.data(), contents.size());
    if (count >= 0)
      contents.remove_prefix(static_cast<size_t>(count));
    else if (errno != EINTR)
      problem = describeErrno();
  }
  if (close(file) != 0 && problem.empty())
    problem = describeErrno();
  return problem;
}

/// Behind links; `path` itself where there is no file yet.
static std::string findTarget(const std::string &path) {
  std::error_code error;
  std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

absl::Status writeFile(const std::string &path, std::string_view contents) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) &&
      !std::filesystem::is_regular_file(path, ignored))
    return failWrite(path, "is not a regular file");
  const std::string target = findTarget(path);
  std::string temporary;
  int file = openTemporary(target, temporary);
  if (file < 0)
    return failWrite(path, describeErrno());
  std::string problem = writeAndClose(file, contents);
  if (problem.empty() && std::rename(temporary.c_str(), target.c_str()) != 0)
    problem = describeErrno();
  if (problem.empty())
    return absl::OkStatus();
  unlink(temporary.c_str());
  return failWrite(path, problem);
}

} // namespace sc::runtime
