//===-- WriteFile.cpp - small files, whole or not at all ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mkstemp, so that two processes that write the same file do not mix.

#include "runtime/host/WriteFile.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace sc::host {

static absl::Status failWrite(const std::string &path,
                              const std::string &what) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": cannot write: ", what));
}

static std::string describeErrno() { return std::strerror(errno); }

/// mkstemp makes files that only their owner reads.
static bool setUsualMode(int file) {
  mode_t mask = umask(0);
  umask(mask);
  return fchmod(file, 0666 & ~mask) == 0;
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
  if (problem.empty() && !setUsualMode(file))
    problem = describeErrno();
  if (close(file) != 0 && problem.empty())
    problem = describeErrno();
  return problem;
}

absl::Status writeFile(const std::string &path, std::string_view contents) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) &&
      !std::filesystem::is_regular_file(path, ignored))
    return failWrite(path, "is not a regular file");
  std::string temporary = path + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0)
    return failWrite(path, describeErrno());
  std::string problem = writeAndClose(file, contents);
  if (problem.empty() && std::rename(temporary.c_str(), path.c_str()) != 0)
    problem = describeErrno();
  if (problem.empty())
    return absl::OkStatus();
  unlink(temporary.c_str());
  return failWrite(path, problem);
}

} // namespace sc::host
