//===-- SampleProgram.h - a small valid executable --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program with every table and every kind of operand, to be changed in one
// place by each test.

#ifndef SC_TEST_UNIT_FORMAT_SAMPLEPROGRAM_H
#define SC_TEST_UNIT_FORMAT_SAMPLEPROGRAM_H

#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"

#include <initializer_list>
#include <vector>

namespace sc::test {

/// Buffers of the sample.
enum SampleBuffer : int {
  kX,        // host f32[8x8], the input
  kY,        // host f32[8x8], the output
  kXs,       // HBM f32[2x8], an instance for each SparseCore
  kYs,       // HBM f32[2x8], the same
  kXsFlat,   // HBM f32[4x8], a view of xs
  kWindow,   // TileSpmem f32[16], program 0
  kList,     // TileSpmem i32[16], program 1
  kPointers, // Smem i32[4]
  kStack,    // HBM i32[64] of the task
  kTable,    // HBM f32[8], a constant
};

/// Steps of the sample.
enum SampleStep : int {
  kConstant,
  kFill,
  kCopyIn,
  kLaunch,
  kCopyOut,
  kLeftOut
};

/// Planned peaks of the sample.
enum SamplePeak : int {
  kArgumentPeak,
  kResultPeak,
  kTemporaryPeak,
  kStackPeak,
  kWindowPeak,
  kListPeak,
  kPointersPeak
};

/// Two devices of two SparseCores of two tiles copy their input to their
/// output. Without `leftOut` it runs.
format::ProgramT makeSample(bool leftOut = true);

/// Replaces the step kLeftOut by a call of native code on x and y.
void addNativeCall(format::ProgramT &program);

/// Adds inputs 1 and 2: a table in int8_affine of 4 rows of 10 values, and its
/// scale. Removes the plan.
void addNarrowTable(format::ProgramT &program);

/// Removes the plan and the lookup that only a plan may have, for a change of
/// sizes or lifetimes that is not about the plan.
void removePlan(format::ProgramT &program);

/// Parts of makeSample: the lookups, and the plan.
void addLookups(format::ProgramT &program);
void addPlan(format::ProgramT &program);

std::vector<uint8_t> pack(const format::ProgramT &program);

/// An instruction whose operands `registers` are registers.
format::Instruction makeInstruction(format::Opcode opcode,
                                    std::initializer_list<int64_t> operands,
                                    uint16_t registers = 0, int location = -1);

} // namespace sc::test

#endif // SC_TEST_UNIT_FORMAT_SAMPLEPROGRAM_H
