//===-- SampleNarrowTable.cpp - a narrow table for the sample -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two more inputs behind the one of the sample.

#include "test/unit/format/SampleProgram.h"

#include "runtime/format/Types.h"

namespace sc::test {

using namespace sc::format;

static std::unique_ptr<ArgumentT> addInput(ProgramT &program, const char *name,
                                           ElementType type,
                                           std::vector<int64_t> shape,
                                           int64_t offset) {
  auto input = std::make_unique<ArgumentT>();
  input->name = name;
  input->element_type = type;
  input->shape = shape;
  input->buffer = static_cast<int32_t>(program.buffers.size());
  auto buffer = std::make_unique<BufferT>(*program.buffers[kX]);
  buffer->name = name;
  buffer->element_type = type;
  buffer->size = *countBytes(type, shape);
  buffer->shape = std::move(shape);
  buffer->offset = offset;
  program.buffers.push_back(std::move(buffer));
  return input;
}

void addNarrowTable(ProgramT &program) {
  removePlan(program);
  auto table = addInput(program, "users", ElementType::I8, {4, 32}, 512);
  table->narrow = std::make_unique<NarrowRowsT>();
  table->narrow->type = RowType::Int8Affine;
  table->narrow->scale = ScaleKind::Table;
  table->narrow->width = 10;
  table->narrow->low = -1;
  table->narrow->high = 1.5;
  table->narrow->scale_input = 2;
  program.inputs.push_back(std::move(table));
  program.inputs.push_back(
      addInput(program, "users.scale", ElementType::F32, {2}, 640));
}

} // namespace sc::test
