//===-- Printer.h - an executable as text -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `sc-translate --scx-to-text` prints.

#ifndef SC_RUNTIME_FORMAT_PRINTER_H
#define SC_RUNTIME_FORMAT_PRINTER_H

#include "runtime/format/program_generated.h"

#include <string>

namespace sc::format {

/// Every field of every table of a verified program, by its name in
/// program.fbs; a buffer, a step and an instruction take a line each.
std::string toText(const Program &program);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_PRINTER_H
