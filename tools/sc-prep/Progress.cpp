//===-- Progress.cpp - a bar for long runs --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ten times a second at most.

#include "tools/sc-prep/Progress.h"

#include "absl/strings/str_format.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace sc::prep {

static constexpr int64_t kWidth = 40;

std::string formatProgress(const std::string &title, int64_t done,
                           int64_t total) {
  const double share =
      total > 0
          ? std::clamp(static_cast<double>(done) / static_cast<double>(total),
                       0.0, 1.0)
          : 1.0;
  const size_t filled =
      static_cast<size_t>(share * static_cast<double>(kWidth));
  return absl::StrFormat("%s [%s%s] %3d %%", title, std::string(filled, '#'),
                         std::string(kWidth - filled, '-'),
                         static_cast<int>(share * 100));
}

Progress::Progress(std::string title)
    : title(std::move(title)), isTerminal(isatty(STDERR_FILENO) == 1),
      next(Clock::now() + std::chrono::milliseconds(250)) {}

Progress::~Progress() { clear(); }

void Progress::update(int64_t done, int64_t total) {
  if (!isTerminal || Clock::now() < next)
    return;
  next = Clock::now() + std::chrono::milliseconds(100);
  isDrawn = true;
  std::fprintf(stderr, "\r%s", formatProgress(title, done, total).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (!isDrawn)
    return;
  // Back to the first column, and erase the line.
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  isDrawn = false;
}

} // namespace sc::prep
