//===-- LeftOut.cpp - operations that the compiler left out ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups the steps that stand for operations without code.

#include "ReportData.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sc::report {

using namespace format;

std::vector<LeftOutGroup> collectLeftOut(const ProgramT &program) {
  std::vector<LeftOutGroup> groups;
  std::map<std::pair<std::string, std::string>, size_t> indices;
  std::set<std::pair<size_t, std::string>> seen;
  for (const auto &step : program.steps) {
    const LeftOutT *leftOut = step->body.AsLeftOut();
    if (!leftOut)
      continue;
    auto [entry, isNew] = indices.emplace(
        std::pair(leftOut->operation, leftOut->reason), groups.size());
    if (isNew)
      groups.push_back({leftOut->operation, leftOut->reason, 0, {}});
    LeftOutGroup &group = groups[entry->second];
    group.steps += 1;
    std::string location = getLocation(program, step->location);
    if (seen.emplace(entry->second, location).second)
      group.locations.push_back(std::move(location));
  }
  return groups;
}

} // namespace sc::report
