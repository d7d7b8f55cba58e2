//===-- TestProgram.h - a small executable ----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of reports report about.

#ifndef SC_TEST_UNIT_REPORT_TESTPROGRAM_H
#define SC_TEST_UNIT_REPORT_TESTPROGRAM_H

#include "runtime/format/program_generated.h"

#include <string>

namespace sc::test {

/// One lookup on v5p:2x2x1 between two copies, nothing left out.
format::ProgramT makeProgram();

/// The same with a plan whose numbers agree with the buffers, and with an
/// update of the table that was planned and left out.
format::ProgramT makePlannedProgram();

/// Adds a buffer of f32 words; the caller sets what differs from the default.
format::BufferT &addBuffer(format::ProgramT &program, const std::string &name,
                           format::MemorySpace space,
                           format::BufferClass bufferClass, int64_t words);

/// Adds a step that stands for an operation at `location` without code.
void addLeftOut(format::ProgramT &program, const std::string &operation,
                const std::string &reason, const std::string &location);

/// The planned program without its update, its table stored as
/// int8,scale=row: rows of 32 bytes, 12 of them used.
format::ProgramT makeNarrowProgram();

} // namespace sc::test

#endif // SC_TEST_UNIT_REPORT_TESTPROGRAM_H
