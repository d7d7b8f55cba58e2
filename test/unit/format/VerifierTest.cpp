// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of the target, tasks, arguments and lookups.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

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

TEST(LookupVerifierTest, Fields) {
  EXPECT_REJECTED(p.lookups[0]->task = 1,
                  "lookup 0 'users': task is 1, must be between 0 and 0");
  EXPECT_REJECTED(p.lookups[0]->width = 0,
                  "lookup 0 'users': width is 0, must be between 1 and "
                  "70368744177664");
  for (auto field :
       {&format::LookupT::max_ids, &format::LookupT::width,
        &format::LookupT::max_unique_ids, &format::LookupT::samples,
        &format::LookupT::table_rows, &format::LookupT::window_rows})
    EXPECT_NE(loadChanged(
                  [field](format::ProgramT &p) { (*p.lookups[0]).*field = 0; }),
              "");
  for (auto field :
       {&format::LookupT::sparse_cores, &format::LookupT::window_buffers})
    EXPECT_NE(loadChanged(
                  [field](format::ProgramT &p) { (*p.lookups[0]).*field = 0; }),
              "");
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
                   p.locations.clear()));
}

TEST(VerifierTest, NothingToChooseFrom) {
  EXPECT_REJECTED((p.buffers.clear(), p.tasks.clear(), p.steps.clear()),
                  "input 0 'features': buffer is 0, but there is nothing to "
                  "choose");
}

} // namespace
} // namespace sc::test
