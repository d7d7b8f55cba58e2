//===-- Report.h - what the compiler decided --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports about an executable, from the executable alone. Peaks are computed
// from the lifetimes in it, so they cannot differ from what runs.

#ifndef SC_REPORT_REPORT_H
#define SC_REPORT_REPORT_H

#include "runtime/format/program_generated.h"

#include <cstdint>
#include <iosfwd>
#include <string>

namespace sc {

/// Version of the JSON report; docs/Report.md is its schema.
inline constexpr int kReportVersion = 2;

/// Prints the report for people: sections of aligned columns. `program` obeys
/// the rules of the verifier; `fileBytes` is the size of its file, 0 if
/// unknown.
void printTextReport(const format::ProgramT &program, std::ostream &os,
                     int64_t fileBytes = 0);

/// The report for programs: one JSON object, indented, without a final newline.
std::string makeJsonReport(const format::ProgramT &program,
                           int64_t fileBytes = 0);

/// The report as one HTML page: tables, and drawn maps of HBM and TileSpmem. It
/// holds no script and loads nothing.
std::string makeHtmlReport(const format::ProgramT &program,
                           int64_t fileBytes = 0);

} // namespace sc

#endif // SC_REPORT_REPORT_H
