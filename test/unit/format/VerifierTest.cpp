// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of the target, tasks, arguments and lookups.

#include "test/unit/format/VerifierTest.h"

#include "absl/strings/str_cat.h"

#include <cmath>
#include <utility>

namespace sc::test {
namespace {

using format::LookupKind;
using format::LookupT;
using testing::EndsWith;

TEST(TargetVerifierTest, Counts) {
  EXPECT_REJECTED(p.target->devices = 0,
                  "target: devices is 0, must be between 1 and 1048576");
  EXPECT_REJECTED(p.target->sparse_cores_per_device = 65,
                  "target: sparse_cores_per_device is 65, must be between 1 "
                  "and 64");
  EXPECT_REJECTED(p.target->tiles_per_sparse_core = 0,
                  "target: tiles_per_sparse_core is 0, must be between 1 and "
                  "1024");
  EXPECT_REJECTED(p.target->f32_lanes = 0,
                  "target: f32_lanes is 0, must be between 1 and 1024");
}

TEST(TargetVerifierTest, Capacities) {
  EXPECT_REJECTED(p.target->tile_spmem_bytes = 0,
                  "target: tile_spmem_bytes is 0, must be between 1 and "
                  "70368744177664");
  EXPECT_REJECTED(p.target->smem_bytes = -1,
                  "target: smem_bytes is -1, must be between 1 and "
                  "70368744177664");
  EXPECT_REJECTED(p.target->hbm_bytes = -1,
                  "target: hbm_bytes is -1, must be between 0 and "
                  "70368744177664");
  EXPECT_ACCEPTED(p.target->hbm_bytes = 0);
  EXPECT_REJECTED(p.target->usable_hbm_bytes = -1,
                  "target: usable_hbm_bytes is -1, must be between 0 and 8192");
  EXPECT_REJECTED(p.target->usable_hbm_bytes = 8193,
                  "target: usable_hbm_bytes is 8193, must be between 0 and "
                  "8192");
  EXPECT_REJECTED(
      (p.target->hbm_bytes = 0, p.target->usable_hbm_bytes = (1ll << 46) + 1),
      "target: usable_hbm_bytes is 70368744177665, must be between "
      "0 and 70368744177664");
  EXPECT_ACCEPTED(p.target->usable_hbm_bytes = 8192);
  EXPECT_ACCEPTED(p.target->usable_hbm_bytes = 0);
  EXPECT_REJECTED(p.target->dma_granule_bytes = 0,
                  "target: dma_granule_bytes is 0, must be between 1 and "
                  "1048576");
  EXPECT_REJECTED(p.target->hbm_bytes_per_second = -1,
                  "target: hbm_bytes_per_second is -1, must be between 0 and "
                  "9223372036854775807");
  EXPECT_ACCEPTED(p.target->hbm_bytes_per_second = 0);
}

TEST(TargetVerifierTest, Topology) {
  EXPECT_REJECTED(p.target->topology.clear(),
                  "target: number of topology axes is 0, must be between 1 "
                  "and 8");
  EXPECT_REJECTED(p.target->topology[0] = 0,
                  "target: topology axis is 0, must be between 1 and 1048576");
  EXPECT_REJECTED((p.target->topology = {1 << 20, 2}),
                  "target: topology has more than 1048576 chips");
  EXPECT_REJECTED((p.target->topology = {3}),
                  "target: 2 devices do not fit 3 chips; a chip has 1 to 8 "
                  "devices");
  EXPECT_ACCEPTED((p.target->topology = {1, 1}));
}

TEST(TaskVerifierTest, Counts) {
  EXPECT_REJECTED(p.tasks[0]->num_flags = -1,
                  "task 0 'lookup': num_flags is -1, must be between 0 and "
                  "1048576");
  EXPECT_REJECTED(p.tasks[0]->num_dma_flags = 4097,
                  "task 0 'lookup': num_dma_flags is 4097, must be between 0 "
                  "and 4096");
  EXPECT_REJECTED(p.tasks[0]->location = 2,
                  "task 0 'lookup': location is 2, must be between -1 and 1");
}

TEST(TaskVerifierTest, Groups) {
  EXPECT_REJECTED(p.tasks[0]->devices_per_group = 0,
                  "task 0 'lookup': devices_per_group is 0, must be between 1 "
                  "and 2");
  EXPECT_REJECTED((p.tasks[0]->groups = {}),
                  "task 0 'lookup': 0 devices do not divide into groups of 2");
  EXPECT_REJECTED((p.tasks[0]->groups = {0}),
                  "task 0 'lookup': 1 devices do not divide into groups of 2");
  EXPECT_REJECTED((p.tasks[0]->groups = {0, 1, 0, 1}),
                  "task 0 'lookup': groups name 4 devices, the target has 2");
  EXPECT_REJECTED((p.tasks[0]->groups = {0, 2}),
                  "task 0 'lookup': device of a group is 2, must be between 0 "
                  "and 1");
  EXPECT_REJECTED((p.tasks[0]->groups = {1, 1}),
                  "task 0 'lookup': device 1 occurs twice in the groups");
}

TEST(TaskVerifierTest, NamesAreEscapedAndCut) {
  EXPECT_REJECTED((p.tasks[0]->name = "a\nb", p.tasks[0]->location = 2),
                  "task 0 'a\\nb': location is 2, must be between -1 and 1");
  std::string error = loadChanged([](format::ProgramT &p) {
    p.tasks[0]->name = std::string(100000, 'a');
    p.tasks[0]->location = 2;
  });
  EXPECT_LT(error.size(), 300u);
  EXPECT_THAT(error, EndsWith("a...': location is 2, must be between -1 and "
                              "1"));
}

TEST(ArgumentVerifierTest, Buffer) {
  EXPECT_REJECTED(p.inputs[0]->buffer = 10,
                  "input 0 'features': buffer is 10, must be between 0 and 9");
  EXPECT_REJECTED(p.inputs[0]->buffer = kXs,
                  "input 0 'features': buffer 2 'xs' is in hbm, must be in "
                  "host");
}

TEST(ArgumentVerifierTest, Type) {
  EXPECT_REJECTED((p.inputs[0]->shape = {8, 9}),
                  "input 0 'features' has type f32[8x9], but buffer 0 'x' has "
                  "type f32[8x8]");
  EXPECT_REJECTED(p.outputs[0]->element_type = format::ElementType::I32,
                  "output 0 'result' has type i32[8x8], but buffer 1 'y' has "
                  "type f32[8x8]");
}

TEST(ArgumentVerifierTest, Lifetime) {
  EXPECT_REJECTED(p.buffers[kX]->first_use = 1,
                  "input 0 'features': buffer 0 'x' lives from step 1, an "
                  "input must live from step 0");
  EXPECT_REJECTED(p.buffers[kY]->last_use = 4,
                  "output 0 'result': buffer 1 'y' lives until step 4, an "
                  "output must live until the last step 5");
}

TEST(ArgumentVerifierTest, InputsDoNotShareABuffer) {
  EXPECT_REJECTED(
      p.inputs.push_back(std::make_unique<format::ArgumentT>(*p.inputs[0])),
      "input 1 'features': buffer 0 'x' already holds another "
      "input");
  // An output may be an input, or another output.
  EXPECT_ACCEPTED(p.outputs[0]->buffer = kX);
}

TEST(LookupVerifierTest, Kind) {
  EXPECT_REJECTED(p.lookups[0]->kind = LookupKind(3),
                  "lookup 0 'users': kind is 3, must be between 0 and 2");
}

TEST(LookupVerifierTest, Task) {
  EXPECT_REJECTED(p.lookups[0]->task = 1,
                  "lookup 0 'users': task is 1, must be between -1 and 0");
  EXPECT_REJECTED(p.lookups[0]->task = -2,
                  "lookup 0 'users': task is -2, must be between -1 and 0");
  // Only a plan knows lookups that are left out.
  EXPECT_ACCEPTED((p.plan.reset(), p.lookups.pop_back()));
  EXPECT_REJECTED(p.plan.reset(),
                  "lookup 1 'users': task is -1, must be between 0 and 0");
}

TEST(LookupVerifierTest, Location) {
  EXPECT_REJECTED(p.lookups[1]->location = 2,
                  "lookup 1 'users': location is 2, must be between -1 and 1");
}

TEST(LookupVerifierTest, Limits) {
  EXPECT_REJECTED(p.lookups[0]->max_ids = 0,
                  "lookup 0 'users': max_ids is 0, must be between 1 and "
                  "9223372036854775807");
  EXPECT_REJECTED(p.lookups[1]->max_unique_ids = 0,
                  "lookup 1 'users': max_unique_ids is 0, must be between 1 "
                  "and 9223372036854775807");
  EXPECT_ACCEPTED((p.lookups[0]->kind = LookupKind::LocalLookup,
                   p.lookups[0]->max_ids = 0,
                   p.lookups[0]->max_unique_ids = 0));
  EXPECT_REJECTED((p.lookups[0]->kind = LookupKind::LocalLookup,
                   p.lookups[0]->max_ids = -1),
                  "lookup 0 'users': max_ids is -1, must be between 0 and "
                  "9223372036854775807");
}

/// The error for the sample with `value` in `field` of its first lookup.
template <typename T> std::string loadField(T LookupT::*field, T value) {
  return loadChanged(
      [=](format::ProgramT &p) { (*p.lookups[0]).*field = value; });
}

std::string getRangeError(const char *name, int value, int least) {
  return absl::StrCat("lookup 0 'users': ", name, " is ", value,
                      ", must be between ", least, " and 9223372036854775807");
}

TEST(LookupVerifierTest, PositiveSizes) {
  const std::pair<const char *, int64_t LookupT::*> wide[] = {
      {"width", &LookupT::width},
      {"samples", &LookupT::samples},
      {"table_rows", &LookupT::table_rows},
      {"window_rows", &LookupT::window_rows}};
  for (auto [name, field] : wide)
    EXPECT_EQ(loadField<int64_t>(field, 0), getRangeError(name, 0, 1));
  const std::pair<const char *, int32_t LookupT::*> narrow[] = {
      {"sparse_cores", &LookupT::sparse_cores},
      {"replicas", &LookupT::replicas},
      {"vector_splits", &LookupT::vector_splits},
      {"sample_splits", &LookupT::sample_splits},
      {"window_buffers", &LookupT::window_buffers}};
  for (auto [name, field] : narrow)
    EXPECT_EQ(loadField<int32_t>(field, 0), getRangeError(name, 0, 1));
}

TEST(LookupVerifierTest, SizesThatMayBeZero) {
  const std::pair<const char *, int64_t LookupT::*> sizes[] = {
      {"list_entries", &LookupT::list_entries},
      {"gather_operand_bytes", &LookupT::gather_operand_bytes},
      {"scratch_bytes", &LookupT::scratch_bytes},
      {"list_bytes", &LookupT::list_bytes},
      {"stack_forward_bytes", &LookupT::stack_forward_bytes},
      {"stack_backward_bytes", &LookupT::stack_backward_bytes},
      {"exchange_bytes", &LookupT::exchange_bytes},
      {"hbm_traffic_bytes", &LookupT::hbm_traffic_bytes},
      {"gather_traffic_bytes", &LookupT::gather_traffic_bytes},
      {"exchange_traffic_bytes", &LookupT::exchange_traffic_bytes},
      {"merge_entries", &LookupT::merge_entries},
      {"optimizer_rows", &LookupT::optimizer_rows}};
  for (auto [name, field] : sizes) {
    EXPECT_EQ(loadField<int64_t>(field, 0), "") << name;
    EXPECT_EQ(loadField<int64_t>(field, INT64_MAX), "") << name;
    EXPECT_EQ(loadField<int64_t>(field, -1), getRangeError(name, -1, 0));
  }
}

TEST(LookupVerifierTest, Seconds) {
  std::string message = "lookup 0 'users': seconds is ";
  std::string rule = ", must be finite and not negative";
  EXPECT_EQ(loadField(&LookupT::seconds, -0.5), message + "-0.5" + rule);
  EXPECT_EQ(loadField(&LookupT::seconds, HUGE_VAL), message + "inf" + rule);
  EXPECT_EQ(loadField(&LookupT::seconds, std::nan("")), message + "nan" + rule);
  EXPECT_EQ(loadField(&LookupT::seconds, 0.0), "");
  // Packing drops a zero, so a negative one is written in place.
  std::vector<uint8_t> bytes = pack(makeSample());
  auto *program = format::GetMutableProgram(bytes.data());
  ASSERT_TRUE(
      program->mutable_lookups()->GetMutableObject(0)->mutate_seconds(-0.0));
  EXPECT_EQ(format::Executable::load(bytes).status().message(),
            message + "-0" + rule);
}

TEST(VerifierTest, VectorsAreAligned) {
  std::vector<uint8_t> bytes = pack(makeSample());
  auto *program = format::GetMutableProgram(bytes.data());
  auto *buffer = reinterpret_cast<flatbuffers::Table *>(
      program->mutable_buffers()->GetMutableObject(kXs));
  // Points the shape 4 bytes further, to a vector of 2 elements of garbage.
  auto *field = reinterpret_cast<flatbuffers::uoffset_t *>(
      const_cast<uint8_t *>(buffer->GetAddressOf(format::Buffer::VT_SHAPE)));
  *field += 4;
  EXPECT_EQ(format::Executable::load(bytes).status().message(),
            "corrupt .scx file: a vector of 8-byte elements is not aligned");
}

TEST(VerifierTest, AProgramMayBeEmpty) {
  EXPECT_ACCEPTED((p.buffers.clear(), p.tasks.clear(), p.steps.clear(),
                   p.inputs.clear(), p.outputs.clear(), p.lookups.clear(),
                   p.locations.clear(), p.target->assumed.clear(),
                   p.plan.reset()));
  EXPECT_ACCEPTED((p.buffers.clear(), p.tasks.clear(), p.steps.clear(),
                   p.inputs.clear(), p.outputs.clear(), p.lookups.clear(),
                   p.locations.clear(), p.plan->peaks.clear(),
                   p.plan->hbm_uses.clear(), p.plan->hbm_peak_bytes = 0,
                   p.plan->tensor_core_hbm_bytes = 0));
}

TEST(VerifierTest, NothingToChooseFrom) {
  EXPECT_REJECTED((p.buffers.clear(), p.tasks.clear(), p.steps.clear()),
                  "input 0 'features': buffer is 0, but there is nothing to "
                  "choose");
}

} // namespace
} // namespace sc::test
