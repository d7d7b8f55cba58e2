//===-- Progress.h - a bar for long runs ------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On a terminal only: files and pipes stay clean.

#ifndef SC_TOOLS_SC_PREP_PROGRESS_H
#define SC_TOOLS_SC_PREP_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace sc::prep {

/// One line on the error stream, drawn over itself and removed at the end.
/// Nothing is drawn in the first quarter of a second, or if the stream is no
/// terminal.
class Progress {
public:
  /// `title` says what is done: "batches".
  explicit Progress(std::string title);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void update(int64_t done, int64_t total);
  /// Removes the line, before something else is printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  std::string title;
  bool isTerminal;
  bool isDrawn = false;
  Clock::time_point next; // when to draw
};

/// "batches [##########----------]  50 %".
std::string formatProgress(const std::string &title, int64_t done,
                           int64_t total);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_PROGRESS_H
