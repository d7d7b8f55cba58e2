//===-- TextReport.cpp - the report for people ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints one section after another; each has a heading and aligned columns.

#include "sc/Report/Report.h"

#include "Sections.h"

#include <ostream>

namespace sc {

using namespace report;

/// Values start in one column.
static constexpr size_t kHeadWidth = 12;

static void printHead(const format::ProgramT &program, std::ostream &os,
                      int64_t fileBytes) {
  for (const auto &[name, value] : makeHead(program, fileBytes))
    os << name << ':' << std::string(kHeadWidth - name.size() - 1, ' ') << value
       << '\n';
}

static void print(const Section &section, std::ostream &os) {
  os << '\n' << section.title << '\n';
  if (section.table.isEmpty())
    os << "  " << section.whenEmpty << '\n';
  else
    section.table.print(os);
  for (const std::string &note : section.notes)
    os << "  " << note << '\n';
}

static void print(const std::vector<Section> &sections, std::ostream &os) {
  for (const Section &section : sections)
    print(section, os);
}

void printTextReport(const format::ProgramT &program, std::ostream &os,
                     int64_t fileBytes) {
  printHead(program, os, fileBytes);
  print(makeLookupSection(program), os);
  print(makePlanSections(program), os);
  print(makeMemorySection(program), os);
  print(makeBiggestSection(program), os);
  print(makeTaskSection(program), os);
  print(makeScheduleSection(program), os);
  print(makeAssumedSections(*program.target), os);
  print(makeLeftOutSection(program), os);
}

} // namespace sc
