//===-- TextTable.cpp - aligned columns -----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables for people, and numbers as they read them.

#include "TextTable.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <utility>

namespace sc::report {

TextTable::TextTable(std::vector<std::string> titles) {
  for (std::string &title : titles) {
    alignRight.push_back(title.starts_with('>'));
    if (alignRight.back())
      title.erase(0, 1);
  }
  rows.push_back(std::move(titles));
}

void TextTable::add(std::vector<std::string> cells) {
  rows.push_back(std::move(cells));
}

/// Columns as wide as a terminal shows them: bytes that continue a UTF-8
/// sequence take no room.
static size_t getWidth(const std::string &text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

void TextTable::print(std::ostream &os) const {
  std::vector<size_t> widths(alignRight.size());
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], getWidth(row[i]));
  for (const auto &row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      std::string padding(widths[i] - getWidth(row[i]), ' ');
      line += alignRight[i] ? "  " + padding + row[i] : "  " + row[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    os << line << '\n';
  }
}

template <typename... Args>
static std::string formatText(const char *form, Args... args) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), form, args...);
  return text.data();
}

std::string formatCount(int64_t count, std::string_view one,
                        std::string_view many) {
  std::string text = std::to_string(count) + " ";
  text += count == 1 ? one : many;
  return text;
}

std::string formatCount(int64_t count, std::string_view thing) {
  return formatCount(count, thing, std::string(thing) + "s");
}

std::string formatShortBytes(int64_t bytes) {
  const std::array<const char *, 3> units = {"KiB", "MiB", "GiB"};
  double size = static_cast<double>(bytes) / 1024;
  if (size < 1)
    return std::to_string(bytes) + " B";
  size_t unit = 0;
  // 1023.995 would print as 1024.00.
  for (; size >= 1023.995 && unit + 1 < units.size(); ++unit)
    size /= 1024;
  return formatText("%.2f %s", size, units[unit]);
}

std::string formatBytes(int64_t bytes) {
  std::string exact = std::to_string(bytes);
  return bytes < 1024 ? exact : exact + " (" + formatShortBytes(bytes) + ")";
}

std::string formatSeconds(double seconds) {
  if (seconds < 1e-3)
    return formatText("%.3g us", seconds * 1e6);
  return seconds < 1 ? formatText("%.3g ms", seconds * 1e3)
                     : formatText("%.3g s", seconds);
}

std::string formatPercent(int64_t part, int64_t whole) {
  if (whole <= 0)
    return "-";
  double percent =
      100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && percent < 0.005)
    return "<0.01%";
  return formatText("%.2f%%", percent);
}

} // namespace sc::report
