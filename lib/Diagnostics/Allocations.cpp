//===-- Allocations.cpp - what fills HBM ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest uses of HBM, as lines that add up.

#include "lib/Diagnostics/Allocations.h"

#include "lib/Diagnostics/Format.h"
#include "runtime/format/Types.h"

#include <algorithm>
#include <tuple>

namespace sc {

static constexpr size_t kMaxLines = 8;

namespace {
struct Line {
  std::string what;
  int64_t bytes = 0;
};
} // namespace

std::string formatRole(HbmRole role) {
  static_assert(static_cast<int>(HbmRole::Gaps) ==
                static_cast<int>(format::HbmRole::MAX));
  return format::formatRole(static_cast<format::HbmRole>(role));
}

/// Splits padding off; largest first, without empty lines.
static std::vector<Line> makeLines(std::span<const HbmUse> uses) {
  std::vector<Line> lines;
  for (const HbmUse &use : uses) {
    std::string owner = use.table.empty() ? "" : "table '" + use.table + "' ";
    std::string what = owner + formatRole(use.role);
    int64_t padding = std::clamp<int64_t>(use.paddingBytes, 0, use.bytes);
    lines.push_back({what, use.bytes - padding});
    lines.push_back({what + " padding", padding});
  }
  std::erase_if(lines, [](const Line &line) { return line.bytes == 0; });
  std::ranges::sort(lines, {}, [](const Line &line) {
    return std::tuple(-line.bytes, line.what);
  });
  return lines;
}

std::string formatLargestAllocations(std::span<const HbmUse> uses,
                                     int64_t totalBytes) {
  std::string text = "largest allocations";
  auto print = [&](const std::string &what, int64_t bytes) {
    text += "\n  " + what + ": " + formatExactBytes(bytes);
  };
  std::vector<Line> lines = makeLines(uses);
  size_t count = std::min(lines.size(), kMaxLines);
  int64_t others = totalBytes;
  for (size_t i = 0; i < count; ++i) {
    print(lines[i].what, lines[i].bytes);
    others = std::max<int64_t>(0, others - lines[i].bytes);
  }
  if (others != 0)
    print(lines.size() > count
              ? std::to_string(lines.size() - count) + " others"
              : "others",
          others);
  print("total", totalBytes);
  return text;
}

} // namespace sc
