//===-- Statistics.h - printing what batches need ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for people, JSON for programs; docs/Prep.md has the schema.

#ifndef SC_TOOLS_SC_PREP_STATISTICS_H
#define SC_TOOLS_SC_PREP_STATISTICS_H

#include "runtime/host/IdFrequencies.h"
#include "tools/sc-prep/Summary.h"

#include <iosfwd>

namespace sc::prep {

/// Version of the JSON form.
inline constexpr int kStatisticsVersion = 1;

/// 0 of nothing.
inline double getPercent(int64_t part, int64_t whole) {
  return whole > 0
             ? 100.0 * static_cast<double>(part) / static_cast<double>(whole)
             : 0;
}

/// `tables` are the logical tables, each as a stack of its own.
void printStatisticsText(const Summary &stacks, const Summary &tables,
                         std::ostream &os);
void printFrequenciesText(const std::vector<host::TableFrequencies> &tables,
                          std::ostream &os);

/// Both together; `frequencies` may be empty.
void printStatisticsJson(const Summary &stacks, const Summary &tables,
                         const std::vector<host::TableFrequencies> &frequencies,
                         std::ostream &os);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_STATISTICS_H
