//===-- TestProgram.cpp - a small executable ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built by hand with the object API of the schema.

#include "TestProgram.h"

#include <memory>
#include <utility>

namespace sc::test {

using namespace format;

BufferT &addBuffer(ProgramT &program, const std::string &name,
                   MemorySpace space, BufferClass bufferClass, int64_t words) {
  auto buffer = std::make_unique<BufferT>();
  buffer->name = name;
  buffer->space = space;
  buffer->buffer_class = bufferClass;
  buffer->element_type = ElementType::F32;
  buffer->shape = {words};
  buffer->size = 4 * words;
  program.buffers.push_back(std::move(buffer));
  return *program.buffers.back();
}

template <typename Body>
static void addStep(ProgramT &program, Body body, int32_t location = -1) {
  auto step = std::make_unique<StepT>();
  step->body.Set(std::move(body));
  step->location = location;
  program.steps.push_back(std::move(step));
}

void addLeftOut(ProgramT &program, const std::string &operation,
                const std::string &reason, const std::string &location) {
  LeftOutT leftOut;
  leftOut.operation = operation;
  leftOut.reason = reason;
  int32_t index = -1;
  if (!location.empty()) {
    index = static_cast<int32_t>(program.locations.size());
    program.locations.push_back(location);
  }
  addStep(program, leftOut, index);
}

static std::unique_ptr<TargetT> makeTarget() {
  auto target = std::make_unique<TargetT>();
  target->name = "v5p";
  target->topology = {2, 2, 1};
  target->devices = 4;
  target->sparse_cores_per_device = 4;
  target->tiles_per_sparse_core = 16;
  target->f32_lanes = 8;
  target->tile_spmem_bytes = 524288;
  target->smem_bytes = 32768;
  target->hbm_bytes = int64_t(96) << 30;
  target->usable_hbm_bytes = 102800042229;
  target->dma_granule_bytes = 32;
  return target;
}

static std::unique_ptr<CodeT> makeCode(const std::string &name, size_t count) {
  auto code = std::make_unique<CodeT>();
  code->name = name;
  code->instructions.resize(count);
  return code;
}

static std::unique_ptr<TaskT> makeTask() {
  auto task = std::make_unique<TaskT>();
  task->name = "lookup_user";
  task->sequencer = makeCode("sequencer", 9);
  task->programs.push_back(makeCode("send_ids", 21));
  task->programs.push_back(makeCode("combine", 34));
  task->devices_per_group = 4;
  task->groups = {0, 1, 2, 3};
  return task;
}

static std::unique_ptr<LookupT> makeLookup() {
  auto lookup = std::make_unique<LookupT>();
  lookup->task = 0;
  lookup->table_name = "user";
  lookup->max_ids = 256;
  lookup->max_unique_ids = 128;
  lookup->width = 8;
  lookup->samples = 64;
  lookup->table_rows = 1000;
  lookup->sparse_cores = 16;
  lookup->window_rows = 64;
  lookup->window_buffers = 2;
  return lookup;
}

static void addBuffers(ProgramT &program) {
  using Space = MemorySpace;
  addBuffer(program, "table", Space::Host, BufferClass::Argument, 64000)
      .last_use = 2;
  addBuffer(program, "table_shard", Space::Hbm, BufferClass::Argument, 32000)
      .last_use = 2;
  BufferT &result =
      addBuffer(program, "out", Space::Hbm, BufferClass::Result, 512);
  result.offset = 128000;
  result.first_use = 1;
  result.last_use = 2;
  BufferT &view =
      addBuffer(program, "out_view", Space::Hbm, BufferClass::Result, 512);
  view.parent = 2;
  BufferT &stack =
      addBuffer(program, "receive", Space::Hbm, BufferClass::Stack, 16384);
  stack.task = 0;
  stack.offset = 130048;
  stack.instances = 4;
  stack.stride = 65536;
  stack.first_use = stack.last_use = 1;
  BufferT &list =
      addBuffer(program, "list", Space::TileSpmem, BufferClass::List, 768);
  list.task = 0;
  list.last_use = 1;
  BufferT &window = addBuffer(program, "send_window", Space::TileSpmem,
                              BufferClass::Window, 1024);
  window.task = 0;
  window.offset = 3072;
  BufferT &activations = addBuffer(program, "activations", Space::TileSpmem,
                                   BufferClass::Activations, 32);
  activations.task = 0;
  activations.offset = 3072;
  activations.first_use = activations.last_use = 1;
}

ProgramT makeProgram() {
  ProgramT program;
  program.format_version = 1;
  program.compiler_version = "sc 0.1.0";
  program.source_name = "model.mlir";
  program.target = makeTarget();
  program.tasks.push_back(makeTask());
  program.lookups.push_back(makeLookup());
  addBuffers(program);
  addStep(program, CopyT());
  addStep(program, LaunchT());
  addStep(program, CopyT());
  return program;
}

static std::unique_ptr<HbmUseT> makeUse(HbmRole role, const std::string &table,
                                        int64_t bytes, int64_t paddingBytes) {
  auto use = std::make_unique<HbmUseT>();
  use->role = role;
  use->table_name = table;
  use->bytes = bytes;
  use->padding_bytes = paddingBytes;
  return use;
}

static std::unique_ptr<PlanT> makePlan() {
  auto plan = std::make_unique<PlanT>();
  auto addPeak = [&](MemorySpace space, BufferClass bufferClass,
                     int64_t bytes) {
    auto peak = std::make_unique<PlannedPeakT>();
    peak->space = space;
    peak->buffer_class = bufferClass;
    peak->bytes = bytes;
    plan->peaks.push_back(std::move(peak));
  };
  addPeak(MemorySpace::TileSpmem, BufferClass::List, 3072);
  addPeak(MemorySpace::TileSpmem, BufferClass::Activations, 128);
  addPeak(MemorySpace::TileSpmem, BufferClass::Window, 4096);
  addPeak(MemorySpace::Hbm, BufferClass::Argument, 128000);
  addPeak(MemorySpace::Hbm, BufferClass::Result, 2048);
  addPeak(MemorySpace::Hbm, BufferClass::Stack, 557056);
  addPeak(MemorySpace::Host, BufferClass::Argument, 256000);
  plan->hbm_uses.push_back(makeUse(HbmRole::Weights, "user", 128000, 48000));
  plan->hbm_uses.push_back(makeUse(HbmRole::Other, "", 2048, 0));
  plan->hbm_uses.push_back(
      makeUse(HbmRole::StackForward, "user", 4 * 139264, 0));
  plan->hbm_peak_bytes = 128000 + 2048 + 4 * 139264;
  plan->seconds = 2.5e-5;
  return plan;
}

static void planLookup(LookupT &lookup) {
  lookup.limits_source = "custom call";
  lookup.list_entries = 256;
  lookup.gather_operand_bytes = 128;
  lookup.scratch_bytes = 1280;
  lookup.list_bytes = 3072;
  lookup.stack_forward_bytes = 139264;
  lookup.hbm_traffic_bytes = 200000;
  lookup.gather_traffic_bytes = 65536;
  lookup.exchange_traffic_bytes = 61440;
  lookup.seconds = 1.25e-5;
}

ProgramT makePlannedProgram() {
  ProgramT program = makeProgram();
  BufferT &stack = *program.buffers[4];
  stack.shape = {34816};
  stack.size = stack.stride = 139264;
  LookupT &lookup = *program.lookups[0];
  planLookup(lookup);
  auto update = std::make_unique<LookupT>(lookup);
  update->kind = LookupKind::Update;
  update->task = -1;
  update->limits_source = "limits.json";
  update->stack_forward_bytes = 0;
  update->stack_backward_bytes = 196608;
  update->exchange_bytes = 16384;
  update->merge_entries = 1024;
  update->optimizer_rows = 64;
  update->serialized = true;
  program.lookups.push_back(std::move(update));
  program.plan = makePlan();
  program.plan->serialized_tables = 1;
  program.target->hbm_bytes_per_second = 2760000000000;
  program.target->assumed = {"Smem bytes per tile"};
  return program;
}

ProgramT makeNarrowProgram() {
  ProgramT program = makePlannedProgram();
  program.lookups.pop_back();
  LookupT &lookup = *program.lookups[0];
  lookup.row_type = RowType::Int8;
  lookup.row_scale = ScaleKind::Row;
  lookup.row_bytes = 32;
  return program;
}

} // namespace sc::test
