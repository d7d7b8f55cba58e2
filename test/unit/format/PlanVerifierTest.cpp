// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of the plan: peaks are those of the lifetimes, sums add up.

#include "test/unit/format/VerifierTest.h"

#include <cmath>

namespace sc::test {
namespace {

using format::BufferClass;
using format::BufferT;
using format::HbmRole;
using format::MemorySpace;
using format::PlannedPeakT;
using format::ProgramT;

void addPeak(ProgramT &p, MemorySpace space, BufferClass bufferClass,
             int64_t bytes) {
  auto peak = std::make_unique<PlannedPeakT>();
  peak->space = space;
  peak->buffer_class = bufferClass;
  peak->bytes = bytes;
  p.plan->peaks.push_back(std::move(peak));
}

void removePeak(ProgramT &p, int peak) {
  p.plan->peaks.erase(p.plan->peaks.begin() + peak);
}

TEST(PlanVerifierTest, APlanIsOptional) { EXPECT_ACCEPTED(removePlan(p)); }

TEST(PlanVerifierTest, WrongPeak) {
  EXPECT_REJECTED(p.plan->peaks[kTemporaryPeak]->bytes = 287,
                  "plan: 287 bytes of class temporary in hbm, the lifetimes of "
                  "the buffers give 288");
  EXPECT_REJECTED(p.plan->peaks[kStackPeak]->bytes = 512,
                  "plan: 512 bytes of class stack in hbm, the lifetimes of the "
                  "buffers give 256");
  EXPECT_REJECTED(p.plan->peaks[kListPeak]->bytes = INT64_MAX,
                  "plan: 9223372036854775807 bytes of class list in tilespmem, "
                  "the lifetimes of the buffers give 64");
}

TEST(PlanVerifierTest, MissingPeak) {
  EXPECT_REJECTED(removePeak(p, kPointersPeak),
                  "plan: 0 bytes of class row_pointers in smem, the lifetimes "
                  "of the buffers give 16");
  EXPECT_REJECTED(removePeak(p, kArgumentPeak),
                  "plan: 0 bytes of class argument in host, the lifetimes of "
                  "the buffers give 256");
}

TEST(PlanVerifierTest, ExtraPeak) {
  EXPECT_REJECTED(addPeak(p, MemorySpace::Hbm, BufferClass::Scratch, 4),
                  "plan: 4 bytes of class scratch in hbm, the lifetimes of the "
                  "buffers give 0");
  EXPECT_ACCEPTED(addPeak(p, MemorySpace::Hbm, BufferClass::Scratch, 0));
}

TEST(PlanVerifierTest, PeakOfAClassOccursOnce) {
  EXPECT_REJECTED(addPeak(p, MemorySpace::Hbm, BufferClass::Stack, 256),
                  "plan: two peaks of class stack in hbm");
  // The same class in another memory is another peak.
  EXPECT_REJECTED(addPeak(p, MemorySpace::Host, BufferClass::Stack, 256),
                  "plan: 256 bytes of class stack in host, the lifetimes of "
                  "the buffers give 0");
}

TEST(PlanVerifierTest, PeakFields) {
  EXPECT_REJECTED(p.plan->peaks[kStackPeak]->bytes = -1,
                  "plan: bytes of a peak is -1, must be between 0 and "
                  "9223372036854775807");
  EXPECT_REJECTED(p.plan->peaks[kStackPeak]->space = MemorySpace(2),
                  "plan: unknown memory space 2 of a peak");
  EXPECT_REJECTED(p.plan->peaks[kStackPeak]->buffer_class = BufferClass(9),
                  "plan: unknown buffer class 9 of a peak");
  // Also where no byte is planned.
  EXPECT_REJECTED(addPeak(p, MemorySpace::Hbm, BufferClass(9), 0),
                  "plan: unknown buffer class 9 of a peak");
}

TEST(PlanVerifierTest, PeaksFollowLifetimes) {
  // The table dies before the launch and `late` is born after it: at no moment
  // do both live, so only the larger counts.
  auto addLate = [](ProgramT &p, int32_t firstUse) {
    p.buffers[kTable]->last_use = kLaunch;
    p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kTable]));
    BufferT &late = *p.buffers.back();
    late.name = "late";
    late.shape = {16};
    late.size = 64;
    late.offset = 1024;
    late.first_use = firstUse;
    late.last_use = kLeftOut;
  };
  EXPECT_EQ(loadChanged([&](ProgramT &p) {
              addLate(p, kCopyOut);
              p.plan->peaks[kTemporaryPeak]->bytes = 128 + 128 + 64;
            }),
            "");
  EXPECT_EQ(loadChanged([&](ProgramT &p) {
              addLate(p, kLaunch);
              p.plan->peaks[kTemporaryPeak]->bytes = 128 + 128 + 64;
            }),
            "plan: 320 bytes of class temporary in hbm, the lifetimes of the "
            "buffers give 352");
}

TEST(PlanVerifierTest, StacksOfOneStepAddUp) {
  auto addStack = [](ProgramT &p) {
    p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kStack]));
    p.buffers.back()->offset = 1024;
  };
  EXPECT_EQ(loadChanged(addStack),
            "plan: 256 bytes of class stack in hbm, the lifetimes of the "
            "buffers give 512");
  EXPECT_EQ(loadChanged([&](ProgramT &p) {
              addStack(p);
              p.plan->peaks[kStackPeak]->bytes = 512;
            }),
            "");
}

TEST(PlanVerifierTest, UseFields) {
  EXPECT_REJECTED(p.plan->hbm_uses[0]->role = HbmRole(10),
                  "plan: role of a use of HBM is 10, must be between 0 and 9");
  EXPECT_REJECTED(p.plan->hbm_uses[1]->bytes = -1,
                  "plan: bytes of a use of HBM is -1, must be between 0 and "
                  "9223372036854775807");
  EXPECT_REJECTED(p.plan->hbm_uses[0]->padding_bytes = 33,
                  "plan: padding of a use of HBM is 33, must be between 0 and "
                  "32");
  EXPECT_REJECTED(p.plan->hbm_uses[0]->padding_bytes = -1,
                  "plan: padding of a use of HBM is -1, must be between 0 and "
                  "32");
  EXPECT_ACCEPTED(p.plan->hbm_uses[0]->padding_bytes = 32);
}

TEST(PlanVerifierTest, UsesAddUp) {
  EXPECT_REJECTED(p.plan->hbm_uses[1]->bytes = 255,
                  "plan: the uses of HBM add up to 643 bytes, the peak is 644");
  EXPECT_REJECTED(p.plan->hbm_peak_bytes = 645,
                  "plan: the uses of HBM add up to 644 bytes, the peak is 645");
  EXPECT_REJECTED(p.plan->hbm_uses.clear(),
                  "plan: the uses of HBM add up to 0 bytes, the peak is 644");
}

TEST(PlanVerifierTest, UsesFit64Bits) {
  // 2^63 - 1, and one more.
  EXPECT_ACCEPTED((p.plan->hbm_uses[0]->bytes = INT64_MAX - 612,
                   p.plan->hbm_peak_bytes = INT64_MAX));
  EXPECT_REJECTED((p.plan->hbm_uses[0]->bytes = INT64_MAX - 611,
                   p.plan->hbm_peak_bytes = INT64_MIN),
                  "plan: the uses of HBM exceed 64 bits");
}

TEST(PlanVerifierTest, ProgramFields) {
  EXPECT_REJECTED(p.plan->parallel_iterations = 0,
                  "plan: parallel_iterations is 0, must be between 1 and "
                  "2147483647");
  EXPECT_REJECTED(p.plan->serialized_tables = -1,
                  "plan: serialized_tables is -1, must be between 0 and "
                  "2147483647");
  EXPECT_REJECTED(p.plan->tensor_core_hbm_bytes = -1,
                  "plan: tensor_core_hbm_bytes is -1, must be between 0 and "
                  "644");
  EXPECT_REJECTED(p.plan->tensor_core_hbm_bytes = 645,
                  "plan: tensor_core_hbm_bytes is 645, must be between 0 and "
                  "644");
  EXPECT_REJECTED(p.plan->seconds = -1,
                  "plan: seconds is -1, must be finite and not negative");
  EXPECT_REJECTED(p.plan->seconds = std::nan(""),
                  "plan: seconds is nan, must be finite and not negative");
}

} // namespace
} // namespace sc::test
