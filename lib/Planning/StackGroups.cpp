//===-- StackGroups.cpp - which tables share a stack ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Greedy, in the order of the tables.

#include "sc/Planning/StackGroups.h"

#include "sc/Planning/TablePadding.h"

#include <limits>
#include <map>
#include <utility>

namespace sc {

int64_t getActivationBytes(const StackTable &table) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  int64_t bytes = 0;
  std::optional<int64_t> width = getPaddedWidth(table.width);
  if (!width || __builtin_mul_overflow(*width, table.samples, &bytes) ||
      __builtin_mul_overflow(bytes, 4, &bytes))
    return kMax;
  return bytes;
}

std::vector<std::vector<size_t>> groupTables(std::span<const StackTable> tables,
                                             int64_t maxActivationBytes) {
  struct OpenStack {
    size_t group;
    int64_t bytes;
  };
  std::map<std::pair<int64_t, std::string>, OpenStack> open;
  std::vector<std::vector<size_t>> groups;
  for (size_t i = 0; i < tables.size(); ++i) {
    int64_t bytes = getActivationBytes(tables[i]);
    std::pair key(getPaddedWidth(tables[i].width).value_or(0),
                  tables[i].optimizer);
    auto found = open.find(key);
    bool joins = found != open.end() && bytes <= maxActivationBytes &&
                 found->second.bytes <= maxActivationBytes - bytes;
    if (!joins) {
      open[key] = {groups.size(), bytes};
      groups.push_back({i});
      continue;
    }
    found->second.bytes += bytes;
    groups[found->second.group].push_back(i);
  }
  return groups;
}

} // namespace sc
