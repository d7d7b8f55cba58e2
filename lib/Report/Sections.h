//===-- Sections.h - the tables of a report ---------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reports for people show, in sections: the text and the HTML report
// print the same tables.

#ifndef SC_LIB_REPORT_SECTIONS_H
#define SC_LIB_REPORT_SECTIONS_H

#include "TextTable.h"
#include "runtime/format/program_generated.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sc::report {

struct Section {
  std::string id; // unique, a word
  std::string title;
  TextTable table;
  std::vector<std::string> notes = {}; // each a line below the table
  std::string whenEmpty = "none";      // instead of a table without rows
};

/// Names and values of the program and its target.
std::vector<std::pair<std::string, std::string>>
makeHead(const format::ProgramT &program, int64_t fileBytes);

/// Lookups, memory, tasks, schedule, and what was left out.
Section makeLookupSection(const format::ProgramT &program);
Section makeMemorySection(const format::ProgramT &program);
Section makeBiggestSection(const format::ProgramT &program);
Section makeTaskSection(const format::ProgramT &program);
Section makeScheduleSection(const format::ProgramT &program);
Section makeLeftOutSection(const format::ProgramT &program);

/// What planning decided; nothing without a plan.
std::vector<Section> makePlanSections(const format::ProgramT &program);

/// Numbers of the machine that no source states; nothing if there are none.
std::vector<Section> makeAssumedSections(const format::TargetT &target);

/// A limit, "none" for 0: the local form has none.
std::string formatLimit(int64_t limit);

/// Formats a capacity: bytes, and whether they are assumed; "-" if unknown.
std::string formatCapacity(int64_t bytes, bool isAssumed);

} // namespace sc::report

#endif // SC_LIB_REPORT_SECTIONS_H
