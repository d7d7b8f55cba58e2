// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of the host schedule.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::CopyT;
using format::ElementType;
using format::FillT;
using format::ProgramT;

CopyT &getCopy(ProgramT &p, int step = kCopyIn) {
  return *p.steps[step]->body.AsCopy();
}

FillT &getFill(ProgramT &p) { return *p.steps[kFill]->body.AsFill(); }

TEST(StepVerifierTest, Kind) {
  std::vector<uint8_t> bytes = pack(makeSample());
  auto *program = format::GetMutableProgram(bytes.data());
  auto *step = program->mutable_steps()->GetMutableObject(0);
  auto *table = reinterpret_cast<flatbuffers::Table *>(step);
  ASSERT_TRUE(table->SetField<uint8_t>(format::Step::VT_BODY_TYPE, 77, 0));
  EXPECT_EQ(format::Executable::load(bytes).status().message(),
            "step 0: unknown kind 77");
}

TEST(StepVerifierTest, Location) {
  EXPECT_REJECTED(p.steps[2]->location = 5,
                  "step 2: location is 5, must be between -1 and 1");
}

TEST(StepVerifierTest, Buffers) {
  EXPECT_REJECTED(getCopy(p).source = 10,
                  "step 2: source is 10, must be between 0 and 9");
  EXPECT_REJECTED(getCopy(p).destination = kStack,
                  "step 2: destination buffer 8 'stack' belongs to task 0, "
                  "must belong to the host schedule");
  EXPECT_REJECTED(p.buffers[kTable]->first_use = 1,
                  "step 0: destination buffer 9 'table' lives from step 1 to "
                  "5");
  EXPECT_REJECTED((p.buffers[kX]->last_use = 1),
                  "step 2: source buffer 0 'x' lives from step 0 to 1");
}

TEST(StepVerifierTest, CopyElements) {
  EXPECT_REJECTED((p.buffers[kXsFlat]->element_type = ElementType::F16,
                   p.buffers[kXsFlat]->size = 64),
                  "step 2: copies f32 to f16: elements differ in size");
  EXPECT_ACCEPTED(p.buffers[kXsFlat]->element_type = ElementType::I32);
}

TEST(StepVerifierTest, CopyShape) {
  EXPECT_REJECTED(getCopy(p).source_strides = {1},
                  "step 2: source has 1 strides for 2 sizes");
  EXPECT_REJECTED(getCopy(p).destination_strides = {1},
                  "step 2: destination has 1 strides for 2 sizes");
  EXPECT_REJECTED(getCopy(p).sizes.assign(33, 1),
                  "step 2: rank is 33, must be between 0 and 32");
  EXPECT_REJECTED(getCopy(p).sizes[0] = -4, "step 2: size -4 is negative");
}

TEST(StepVerifierTest, CopyReach) {
  EXPECT_REJECTED(getCopy(p).destination_offset = 1,
                  "step 2: destination reaches elements 1 to 32 of buffer 4 "
                  "'xs_flat', which has 32");
  EXPECT_REJECTED(getCopy(p).destination_offset = -1,
                  "step 2: destination reaches elements -1 to 30 of buffer 4 "
                  "'xs_flat', which has 32");
  EXPECT_REJECTED(getCopy(p).destination_strides[0] = INT64_MAX / 2,
                  "step 2: destination stride is 4611686018427387903, must be "
                  "between -70368744177664 and 70368744177664");
  EXPECT_REJECTED(getCopy(p).source_offset = INT64_MIN,
                  "step 2: source offset is -9223372036854775808, must be "
                  "between -70368744177664 and 70368744177664");
  EXPECT_REJECTED(getCopy(p, kCopyOut).source_strides[0] = 16,
                  "step 4: source reaches elements 0 to 55 of buffer 3 'ys', "
                  "which has 32");
}

TEST(StepVerifierTest, ReachMustFit64Bits) {
  EXPECT_REJECTED(
      (p.buffers[kY]->offset = 1ll << 41, p.buffers[kX]->shape = {1ll << 38},
       p.buffers[kX]->size = 1ll << 40, p.inputs.clear(),
       getCopy(p).source = kX, getCopy(p).destination = kX,
       getCopy(p).device_offsets = {}, getCopy(p).sizes = {1ll << 37, 1},
       getCopy(p).source_strides = {1ll << 46, 1}),
      "step 2: source stride 70368744177664 times size "
      "137438953472 does not fit 64 bits");
}

TEST(StepVerifierTest, CopyMayTurnAxesAround) {
  EXPECT_ACCEPTED((getCopy(p).destination_strides = {-8, 1},
                   getCopy(p).destination_offset = 24));
  EXPECT_ACCEPTED((getCopy(p).source_strides = {0, 0}));
  EXPECT_ACCEPTED(
      (getCopy(p).sizes = {0, 8}, getCopy(p).destination_offset = 1000));
}

TEST(StepVerifierTest, WritesEachElementOnce) {
  EXPECT_REJECTED(getCopy(p).destination_strides[0] = 0,
                  "step 2: destination stride 0 writes an element 4 times");
  EXPECT_REJECTED(
      (getCopy(p).destination_strides = {1, 1}, getCopy(p).sizes = {16, 16}),
      "step 2: writes 256 elements, but buffer 4 'xs_flat' has "
      "32");
  EXPECT_REJECTED((getCopy(p).sizes = {INT64_MAX, INT64_MAX}),
                  "step 2: writes too many elements, but buffer 4 'xs_flat' "
                  "has 32");
}

TEST(StepVerifierTest, CopyDevices) {
  EXPECT_REJECTED(getCopy(p).device_offsets = {},
                  "step 2: has 0 device_offsets, the target has 2 devices");
  EXPECT_REJECTED(getCopy(p).device_offsets[1] = 33,
                  "step 2: device_offsets[1] is 33: elements 0 to 31 shifted "
                  "by it leave buffer 0 'x', which has 64");
  EXPECT_REJECTED(getCopy(p, kCopyOut).device_offsets[0] = -2,
                  "step 4: device_offsets[0] is -2: elements 0 to 31 shifted "
                  "by it leave buffer 1 'y', which has 64");
  EXPECT_REJECTED(getCopy(p).device_offsets[1] = INT64_MAX,
                  "step 2: device_offsets[1] is 9223372036854775807: elements "
                  "0 to 31 shifted by it leave buffer 0 'x', which has 64");
  EXPECT_ACCEPTED(getCopy(p).device_offsets[1] = -1);
  // Also where there is nothing to copy.
  EXPECT_REJECTED(
      (getCopy(p).device_offsets[1] = 65, getCopy(p).sizes = {0, 8}),
      "step 2: device_offsets[1] is 65: elements 0 to 7 shifted "
      "by it leave buffer 0 'x', which has 64");
  EXPECT_REJECTED(getCopy(p).source = kYs,
                  "step 2: device_offsets need one side in host and one in "
                  "hbm");
}

TEST(StepVerifierTest, CopyWithinOneAllocation) {
  EXPECT_REJECTED((getCopy(p).source = kXs, getCopy(p).device_offsets = {}),
                  "step 2: source bytes [0, 128) and destination bytes [0, "
                  "128) of buffer 2 'xs' overlap");
  EXPECT_ACCEPTED((getCopy(p).source = kXs, getCopy(p).device_offsets = {},
                   getCopy(p).sizes = {2, 8},
                   getCopy(p).destination_offset = 16));
}

TEST(StepVerifierTest, GapsBetweenInstances) {
  auto change = [](ProgramT &p, std::vector<int64_t> sizes,
                   std::vector<int64_t> strides) {
    p.buffers[kYs]->offset = 1024;
    p.buffers[kYs]->stride = 128;
    getFill(p).sizes = sizes;
    getFill(p).strides = strides;
    getCopy(p, kCopyOut).sizes = {2, 8};
  };
  EXPECT_EQ(loadChanged([&](ProgramT &p) { change(p, {2, 16}, {32, 1}); }), "");
  EXPECT_EQ(loadChanged([&](ProgramT &p) { change(p, {2, 17}, {31, 1}); }),
            "step 1: destination reaches past the 16 elements of an instance "
            "of buffer 3 'ys'");
  EXPECT_EQ(loadChanged([&](ProgramT &p) { change(p, {2, 17}, {32, 1}); }),
            "step 1: destination reaches elements 0 to 48 of buffer 3 'ys', "
            "which has 48");
}

TEST(StepVerifierTest, Fill) {
  EXPECT_REJECTED(getFill(p).value = {1},
                  "step 1: value has 1 bytes, an element of buffer 3 'ys' has "
                  "4");
  EXPECT_REJECTED(getFill(p).offset = 1,
                  "step 1: destination reaches elements 1 to 32 of buffer 3 "
                  "'ys', which has 32");
  EXPECT_REJECTED(getFill(p).strides = {},
                  "step 1: destination has 0 strides for 1 sizes");
}

TEST(StepVerifierTest, Constant) {
  EXPECT_REJECTED(p.steps[kConstant]->body.AsConstant()->data.resize(31),
                  "step 0: constant has 31 bytes, buffer 9 'table' has 32");
}

TEST(StepVerifierTest, Launch) {
  EXPECT_REJECTED(p.steps[kLaunch]->body.AsLaunch()->task = 1,
                  "step 3: task is 1, must be between 0 and 0");
}

} // namespace
} // namespace sc::test
