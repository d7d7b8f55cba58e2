//===-- SamplePlan.cpp - the plan of the sample --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups, peaks and uses of HBM, counted by hand.

#include "test/unit/format/SampleProgram.h"

namespace sc::test {

using namespace sc::format;

static std::unique_ptr<LookupT> makeLookup() {
  auto lookup = std::make_unique<LookupT>();
  lookup->task = 0;
  lookup->table_name = "users";
  lookup->limits_source = "limits.json";
  lookup->max_ids = 16;
  lookup->max_unique_ids = 12;
  lookup->width = 8;
  lookup->samples = 4;
  lookup->table_rows = 100;
  lookup->sparse_cores = 4;
  lookup->replicas = 2;
  lookup->vector_splits = 3;
  lookup->sample_splits = 4;
  lookup->row_streaming = true;
  lookup->serialized = true;
  lookup->window_rows = 2;
  lookup->window_buffers = 3;
  lookup->list_entries = 5;
  lookup->gather_operand_bytes = 128;
  lookup->scratch_bytes = 72;
  lookup->list_bytes = 120;
  lookup->stack_forward_bytes = 192;
  lookup->stack_backward_bytes = 96;
  lookup->exchange_bytes = 48;
  lookup->hbm_traffic_bytes = 4000;
  lookup->gather_traffic_bytes = 3000;
  lookup->exchange_traffic_bytes = 2000;
  lookup->merge_entries = 6;
  lookup->optimizer_rows = 7;
  lookup->row_type = RowType::Int8;
  lookup->row_scale = ScaleKind::Row;
  lookup->row_bytes = 32;
  lookup->seconds = 0.125;
  lookup->location = 1;
  return lookup;
}

/// One that is compiled, and one that is left out.
void addLookups(ProgramT &program) {
  program.lookups.push_back(makeLookup());
  auto update = makeLookup();
  update->kind = LookupKind::Update;
  update->task = -1;
  update->location = 0;
  program.lookups.push_back(std::move(update));
}

static void addPeak(PlanT &plan, MemorySpace space, BufferClass bufferClass,
                    int64_t bytes) {
  auto peak = std::make_unique<PlannedPeakT>();
  peak->space = space;
  peak->buffer_class = bufferClass;
  peak->bytes = bytes;
  plan.peaks.push_back(std::move(peak));
}

static void addUse(PlanT &plan, HbmRole role, const char *table, int64_t bytes,
                   int64_t padding) {
  auto use = std::make_unique<HbmUseT>();
  use->role = role;
  use->table_name = table;
  use->bytes = bytes;
  use->padding_bytes = padding;
  plan.hbm_uses.push_back(std::move(use));
}

/// The peaks are those of addBuffers, in the order of SamplePeak.
void addPlan(ProgramT &program) {
  using Space = MemorySpace;
  using Class = BufferClass;
  program.plan = std::make_unique<PlanT>();
  PlanT &plan = *program.plan;
  addPeak(plan, Space::Host, Class::Argument, 256);
  addPeak(plan, Space::Host, Class::Result, 256);
  // Two instances of xs and of ys, and the table; xs_flat is a view.
  addPeak(plan, Space::Hbm, Class::Temporary, 2 * 64 + 2 * 64 + 32);
  addPeak(plan, Space::Hbm, Class::Stack, 256);
  addPeak(plan, Space::TileSpmem, Class::Window, 64);
  addPeak(plan, Space::TileSpmem, Class::List, 64);
  addPeak(plan, Space::Smem, Class::RowPointers, 16);
  addUse(plan, HbmRole::Weights, "users", 32, 8);
  addUse(plan, HbmRole::Inputs, "", 256, 0);
  addUse(plan, HbmRole::StackForward, "users", 256, 0);
  addUse(plan, HbmRole::TensorCore, "", 100, 0);
  plan.hbm_peak_bytes = 644;
  plan.serialized_tables = 1;
  plan.parallel_iterations = 2;
  plan.tensor_core_hbm_bytes = 100;
  plan.seconds = 0.25;
}

void removePlan(ProgramT &program) {
  program.plan.reset();
  std::erase_if(program.lookups,
                [](const auto &lookup) { return lookup->task < 0; });
}

} // namespace sc::test
