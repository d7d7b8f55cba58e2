//===-- SampleProgram.cpp - a small valid executable ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No field has its default where another value is possible.

#include "test/unit/format/SampleProgram.h"

#include "runtime/format/Types.h"

#include <array>

namespace sc::test {

using namespace sc::format;

format::Instruction makeInstruction(Opcode opcode,
                                    std::initializer_list<int64_t> operands,
                                    uint16_t registers, int location) {
  std::array<int64_t, kMaxOperands> words = {};
  std::ranges::copy(operands, words.begin());
  return Instruction(static_cast<uint16_t>(opcode), registers, location,
                     flatbuffers::span<const int64_t, kMaxOperands>(words));
}

static void addBuffer(ProgramT &program, const char *name, MemorySpace space,
                      BufferClass bufferClass, ElementType type,
                      std::vector<int64_t> shape, int64_t offset) {
  auto buffer = std::make_unique<BufferT>();
  buffer->name = name;
  buffer->space = space;
  buffer->buffer_class = bufferClass;
  buffer->element_type = type;
  buffer->size = *countBytes(type, shape);
  buffer->shape = std::move(shape);
  buffer->offset = offset;
  buffer->location = 0;
  program.buffers.push_back(std::move(buffer));
}

static void addBuffers(ProgramT &program) {
  using Space = MemorySpace;
  using Class = BufferClass;
  auto f32 = ElementType::F32, i32 = ElementType::I32;
  addBuffer(program, "x", Space::Host, Class::Argument, f32, {8, 8}, 0);
  addBuffer(program, "y", Space::Host, Class::Result, f32, {8, 8}, 256);
  addBuffer(program, "xs", Space::Hbm, Class::Temporary, f32, {2, 8}, 0);
  addBuffer(program, "ys", Space::Hbm, Class::Temporary, f32, {2, 8}, 128);
  addBuffer(program, "xs_flat", Space::Hbm, Class::Temporary, f32, {4, 8}, 0);
  addBuffer(program, "window", Space::TileSpmem, Class::Window, f32, {16}, 0);
  addBuffer(program, "list", Space::TileSpmem, Class::List, i32, {16}, 0);
  addBuffer(program, "pointers", Space::Smem, Class::RowPointers, i32, {4}, 16);
  addBuffer(program, "stack", Space::Hbm, Class::Stack, i32, {64}, 256);
  addBuffer(program, "table", Space::Hbm, Class::Temporary, f32, {8}, 512);
  for (int buffer : {kXs, kYs}) {
    program.buffers[buffer]->instances = 2;
    program.buffers[buffer]->stride = 64;
  }
  program.buffers[kXsFlat]->parent = kXs;
  for (int buffer : {kWindow, kList, kPointers, kStack})
    program.buffers[buffer]->task = 0;
  program.buffers[kList]->first_use = 1;
  program.buffers[kList]->last_use = 1;
  program.buffers[kPointers]->last_use = 1;
  program.buffers[kStack]->first_use = kLaunch;
  program.buffers[kStack]->last_use = kLaunch;
}

static std::unique_ptr<CodeT> makeCode(const char *name, int numRegisters,
                                       std::vector<Instruction> instructions) {
  auto code = std::make_unique<CodeT>();
  code->name = name;
  code->num_registers = numRegisters;
  code->instructions = std::move(instructions);
  return code;
}

static std::unique_ptr<CodeT> makeSequencer() {
  return makeCode(
      "main", 1,
      {makeInstruction(Opcode::SkipIfZero, {0, 3}),
       makeInstruction(Opcode::AllToAll, {kStack, kStack, 64, 2, 16, 0, 4}),
       makeInstruction(Opcode::Wait, {4}, 0, 1),
       makeInstruction(Opcode::Loop, {0, 0, 1, 1, 6}),
       makeInstruction(Opcode::Launch, {0}),
       makeInstruction(Opcode::Barrier, {}),
       makeInstruction(Opcode::EndLoop, {3}),
       makeInstruction(Opcode::ClearFlags, {4, 4})});
}

/// The first tile copies its SparseCore's instance.
static std::unique_ptr<CodeT> makeCopyProgram() {
  return makeCode(
      "copy", 2,
      {makeInstruction(Opcode::TileId, {0}),
       makeInstruction(Opcode::Equal, {1, 0, 0}, 0b010),
       makeInstruction(Opcode::SkipIfZero, {1, 6}, 0b01),
       makeInstruction(Opcode::Dma, {kXs, 0, kWindow, 0, 64, -1, 1}, 0, 1),
       makeInstruction(Opcode::WaitDma, {1}),
       makeInstruction(Opcode::Dma, {kWindow, 0, kYs, 0, 64, -1, -1})});
}

/// Streams, lists and rows after those of makeListProgram.
static void addRowInstructions(std::vector<Instruction> &instructions) {
  auto add = [&](Opcode opcode, std::initializer_list<int64_t> operands) {
    instructions.push_back(makeInstruction(opcode, operands));
  };
  add(Opcode::Store, {kList, 1, -2});
  add(Opcode::ScatterRows, {kList, 32, kList, 0, 1, kStack, 0, 16, 4, 16, 0});
  add(Opcode::Merge, {0, 1, kStack, 64, 4, 2, kList, kList, kList, kList, 3});
  add(Opcode::Sort, {kList, kList, kList, 16, 4});
  add(Opcode::LowerBound, {2, kStack, 32, 4, 5});
  add(Opcode::SegmentSum,
      {kList, 0, 2, kList, 32, kList, -1, kList, 16, 1, 16});
  add(Opcode::Fill, {kList, 0, 4, -1});
  add(Opcode::Elementwise, {int64_t(RowFunction::Select), kList, 0, kList, 4,
                            kList, 8, kList, 12, 1, 16, 0b010011});
  add(Opcode::ReduceRow,
      {int64_t(RowFunction::Maximum), kList, 0, kList, 16, kList, 4, 1, 16});
  add(Opcode::Snap, {kList, 16, 1, 16, -1, 1, 16});
  add(Opcode::Widen, {int64_t(RowType::Int8Affine), kList, 16, 12, kList, 4, 8,
                      kList, 32, 1, 16});
}

/// Never launched: the other kinds of operands.
static std::unique_ptr<CodeT> makeListProgram() {
  std::unique_ptr<CodeT> code = makeCode(
      "lists", 3,
      {makeInstruction(Opcode::Runs, {0, kList, 0, 4, kList, 0, kList, 1}),
       makeInstruction(Opcode::Select,
                       {1, kList, kList, kList, 16, 4, 0, 4, 4, 1, -1, 0}),
       makeInstruction(Opcode::GatherRows,
                       {kStack, 0, 16, 4, kList, 0, 1, kList, 32, 16, 0}),
       makeInstruction(Opcode::AxpyIndexed,
                       {kList, 0, 1, kList, 32, kList, 16, kList, 16, 1, 16}),
       makeInstruction(Opcode::DmaRows,
                       {kList, 0, 16, kStack, 0, 16, 2, 16, 3, 0}),
       makeInstruction(Opcode::FaultIf, {0, 1, 0, 4}, 0b0101),
       makeInstruction(Opcode::Jump, {8}),
       makeInstruction(Opcode::Move, {2, 7}),
       makeInstruction(Opcode::Signal, {-1, 0, 1}),
       makeInstruction(Opcode::Load, {2, kPointers, 3}),
       makeInstruction(Opcode::LoadFlag, {2, 7}, 0, 1)});
  addRowInstructions(code->instructions);
  return code;
}

static void addTask(ProgramT &program) {
  auto task = std::make_unique<TaskT>();
  task->name = "lookup";
  task->sequencer = makeSequencer();
  task->programs.push_back(makeCopyProgram());
  task->programs.push_back(makeListProgram());
  task->num_flags = 8;
  task->num_dma_flags = 2;
  task->devices_per_group = 2;
  task->groups = {1, 0};
  task->location = 1;
  program.tasks.push_back(std::move(task));
}

template <typename Body> static void addStep(ProgramT &program, Body body) {
  auto step = std::make_unique<StepT>();
  step->body.Set(std::move(body));
  step->location = 1;
  program.steps.push_back(std::move(step));
}

static CopyT makeCopy(int source, int destination) {
  CopyT copy;
  copy.source = source;
  copy.destination = destination;
  copy.sizes = {4, 8};
  copy.source_strides = {8, 1};
  copy.destination_strides = {8, 1};
  copy.device_offsets = {0, 32};
  return copy;
}

static void addSteps(ProgramT &program, bool leftOut) {
  ConstantT constant;
  constant.destination = kTable;
  constant.data.assign(32, 1);
  addStep(program, std::move(constant));
  FillT fill;
  fill.destination = kYs;
  fill.sizes = {32};
  fill.strides = {1};
  fill.value = {0, 0, 0, 63};
  addStep(program, std::move(fill));
  addStep(program, makeCopy(kX, kXsFlat));
  addStep(program, LaunchT());
  addStep(program, makeCopy(kYs, kY));
  if (leftOut) {
    LeftOutT body;
    body.operation = "stablehlo.sort";
    body.reason = "not needed";
    addStep(program, std::move(body));
  }
  for (auto &buffer : program.buffers)
    if (buffer->task < 0)
      buffer->last_use = int(program.steps.size()) - 1;
}

static void addContract(ProgramT &program) {
  auto input = std::make_unique<ArgumentT>();
  input->name = "features";
  input->element_type = ElementType::F32;
  input->shape = {8, 8};
  input->buffer = kX;
  input->sharding = "devices=[2,1]";
  auto output = std::make_unique<ArgumentT>(*input);
  output->name = "result";
  output->buffer = kY;
  program.inputs.push_back(std::move(input));
  program.outputs.push_back(std::move(output));
}

static void addTarget(ProgramT &program) {
  program.target = std::make_unique<TargetT>();
  TargetT &target = *program.target;
  target.name = "test";
  target.topology = {2, 1};
  target.devices = 2;
  target.sparse_cores_per_device = 2;
  target.tiles_per_sparse_core = 2;
  target.f32_lanes = 8;
  target.tile_spmem_bytes = 1024;
  target.smem_bytes = 512;
  target.hbm_bytes = 8192;
  target.usable_hbm_bytes = 4096;
  target.dma_granule_bytes = 32;
  target.hbm_bytes_per_second = 1000000;
  target.assumed = {"Smem", "DMA granule"};
}

ProgramT makeSample(bool leftOut) {
  ProgramT program;
  program.format_version = kFormatVersion;
  program.compiler_version = "sc 0.1";
  program.source_name = "sample.mlir";
  program.source_hash = 0x123456789abcdef0;
  program.locations = {"model.py:1:2", "model.py:3:4"};
  addTarget(program);
  addBuffers(program);
  addTask(program);
  addSteps(program, leftOut);
  addContract(program);
  addLookups(program);
  addPlan(program);
  return program;
}

std::vector<uint8_t> pack(const ProgramT &program) {
  flatbuffers::FlatBufferBuilder builder;
  FinishProgramBuffer(builder, Program::Pack(builder, &program));
  return {builder.GetBufferPointer(),
          builder.GetBufferPointer() + builder.GetSize()};
}

void addNativeCall(ProgramT &program) {
  auto function = std::make_unique<NativeFunctionT>();
  function->symbol = "sc_native0";
  function->operands = {{ElementType::F32, false, 64},
                        {ElementType::F32, true, 64}};
  program.native = std::make_unique<NativeT>();
  program.native->code = {1, 2, 3};
  program.native->hash = 0x1234;
  program.native->architecture = "x86_64";
  program.native->features = {"avx2", "fma"};
  program.native->functions.push_back(std::move(function));
  NativeCallT call;
  call.buffers = {kX, kY};
  program.steps[kLeftOut]->body.Set(std::move(call));
}

} // namespace sc::test
