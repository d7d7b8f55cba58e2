//===-- NearestName.cpp - what a misspelt name was to be ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edit distance over short texts; names as messages print them.

#include "sc/Target/NearestName.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace sc {

static constexpr size_t kLongestCompared = 128;
static constexpr size_t kLongestShown = 100;

size_t computeEditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t substituted = diagonal + (a[i] != b[j] ? 2 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

static std::string toLower(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string_view findNearestName(std::string_view text,
                                 const std::vector<std::string_view> &names,
                                 size_t edits) {
  std::string lower = toLower(text.substr(0, kLongestCompared));
  std::string_view nearest;
  size_t fewest = std::min(edits, lower.size());
  for (std::string_view name : names) {
    size_t needed =
        computeEditDistance(lower, toLower(name.substr(0, kLongestCompared)));
    if (needed >= fewest)
      continue;
    fewest = needed;
    nearest = name;
  }
  return nearest;
}

std::string describeNearest(std::string_view text,
                            const std::vector<std::string_view> &names) {
  // Two edits are one wrong letter; long names may have more wrong.
  size_t edits = std::max<size_t>(3, text.size() / 3 + 1);
  std::string_view nearest = findNearestName(text, names, edits);
  if (nearest.empty())
    return ";";
  return "; did you mean '" + std::string(nearest) + "'?";
}

/// The length of `name` to show, which cuts no UTF-8 sequence.
static size_t getShownLength(std::string_view name) {
  if (name.size() <= kLongestShown)
    return name.size();
  size_t length = kLongestShown;
  while (length > 0 && (static_cast<unsigned char>(name[length]) >> 6) == 2)
    --length;
  return length;
}

std::string quoteName(std::string_view name) {
  size_t length = getShownLength(name);
  std::string quoted = "'";
  for (char c : name.substr(0, length))
    quoted += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  return quoted + (length < name.size() ? "…'" : "'");
}

std::string joinNames(const std::vector<std::string_view> &names) {
  std::string joined;
  for (std::string_view name : names)
    joined += (joined.empty() ? "" : ", ") + std::string(name);
  return joined;
}

std::string listNames(const std::set<std::string> &names) {
  constexpr size_t kMostNamed = 16;
  if (names.empty())
    return "none";
  std::string text;
  size_t count = 0;
  for (const std::string &name : names) {
    if (count == kMostNamed)
      break;
    text += (count++ == 0 ? "" : ", ") + quoteName(name);
  }
  if (names.size() > count)
    text += " and " + std::to_string(names.size() - count) + " more";
  return text;
}

} // namespace sc
