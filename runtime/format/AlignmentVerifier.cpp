//===-- AlignmentVerifier.cpp - vectors that C++ may read -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FlatBuffers aligns vectors of 8-byte elements when it writes, but its
// verifier checks no more than the 4 bytes of their length.

#include "runtime/format/VerifierDetail.h"

namespace sc::format {

using namespace detail;

template <typename T> static bool isAligned(const T *vector) {
  constexpr uintptr_t alignment = 8;
  return !vector || vector->size() == 0 ||
         reinterpret_cast<uintptr_t>(vector->Data()) % alignment == 0;
}

static bool isAligned(const Step &step) {
  if (const Copy *copy = step.body_as_Copy())
    return isAligned(copy->sizes()) && isAligned(copy->source_strides()) &&
           isAligned(copy->destination_strides()) &&
           isAligned(copy->device_offsets());
  if (const Fill *fill = step.body_as_Fill())
    return isAligned(fill->sizes()) && isAligned(fill->strides());
  return true;
}

static bool isAligned(const Task &task) {
  return isAligned(task.sequencer()->instructions()) &&
         std::ranges::all_of(*task.programs(), [](const Code *code) {
           return isAligned(code->instructions());
         });
}

static bool isAligned(const Native &native) {
  return std::ranges::all_of(*native.functions(),
                             [](const NativeFunction *function) {
                               return isAligned(function->operands());
                             });
}

absl::Status verifyAlignment(const Program &program) {
  auto hasAlignedShape = [](const auto *table) {
    return isAligned(table->shape());
  };
  if (std::ranges::all_of(*program.buffers(), hasAlignedShape) &&
      std::ranges::all_of(*program.inputs(), hasAlignedShape) &&
      std::ranges::all_of(*program.outputs(), hasAlignedShape) &&
      std::ranges::all_of(*program.tasks(),
                          [](const Task *task) { return isAligned(*task); }) &&
      std::ranges::all_of(*program.steps(),
                          [](const Step *step) { return isAligned(*step); }) &&
      (!program.native() || isAligned(*program.native())))
    return absl::OkStatus();
  return makeError("corrupt .scx file: a vector of 8-byte elements is not "
                   "aligned");
}

} // namespace sc::format
