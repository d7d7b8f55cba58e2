// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of buffers and views.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::BufferClass;
using format::BufferT;
using format::ElementType;
using format::MemorySpace;
using format::ProgramT;

TEST(BufferVerifierTest, Enums) {
  EXPECT_REJECTED(p.buffers[kXs]->space = MemorySpace(2),
                  "buffer 2 'xs': unknown memory space 2");
  EXPECT_REJECTED(p.buffers[kXs]->buffer_class = BufferClass(9),
                  "buffer 2 'xs': unknown buffer class 9");
  EXPECT_REJECTED(p.buffers[kXs]->element_type = ElementType(13),
                  "buffer 2 'xs': unknown element type 13");
}

TEST(BufferVerifierTest, Shape) {
  EXPECT_REJECTED(p.buffers[kXs]->shape.assign(33, 1),
                  "buffer 2 'xs': rank is 33, must be between 0 and 32");
  EXPECT_REJECTED(p.buffers[kXs]->shape[1] = -1,
                  "buffer 2 'xs': dimension is -1, must be between 0 and "
                  "70368744177664");
  EXPECT_REJECTED((p.buffers[kXs]->shape = {1ll << 40, 1ll << 40}),
                  "buffer 2 'xs': size of f32[1099511627776x1099511627776] "
                  "does not fit 64 bits");
  EXPECT_REJECTED(p.buffers[kXs]->size = 40,
                  "buffer 2 'xs': size 40 does not equal the size of f32[2x8] "
                  "(64 bytes)");
}

TEST(BufferVerifierTest, Owner) {
  EXPECT_REJECTED(p.buffers[kXs]->task = 1,
                  "buffer 2 'xs': task is 1, must be between -1 and 0");
  EXPECT_REJECTED(p.buffers[kX]->task = 0,
                  "buffer 0 'x': a buffer of a task cannot be in host");
  EXPECT_REJECTED(p.buffers[kList]->task = -1,
                  "buffer 6 'list': a buffer of the host schedule cannot be in "
                  "tilespmem");
}

TEST(BufferVerifierTest, Instances) {
  EXPECT_REJECTED(p.buffers[kXs]->instances = 3,
                  "buffer 2 'xs': instances is 3, must be 1 or 2, the "
                  "SparseCores of a device");
  EXPECT_REJECTED(p.buffers[kX]->instances = 2,
                  "buffer 0 'x': instances is 2, must be 1 in host");
  EXPECT_REJECTED(p.buffers[kStack]->stride = 256,
                  "buffer 8 'stack': stride is 256, must be 0 with one "
                  "instance");
  EXPECT_REJECTED(p.buffers[kXs]->stride = 32,
                  "buffer 2 'xs': stride 32 is less than size 64");
}

TEST(BufferVerifierTest, Place) {
  EXPECT_REJECTED(p.buffers[kStack]->offset = -4,
                  "buffer 8 'stack': offset -4 is negative");
  EXPECT_REJECTED(p.buffers[kStack]->offset = 258,
                  "buffer 8 'stack': offset 258 is not a multiple of 4");
  EXPECT_REJECTED((p.buffers[kStack]->offset = 260,
                   p.buffers[kStack]->element_type = ElementType::I64,
                   p.buffers[kStack]->shape = {32}),
                  "buffer 8 'stack': offset 260 is not a multiple of 8");
  EXPECT_REJECTED(p.buffers[kXs]->stride = 66,
                  "buffer 2 'xs': stride 66 is not a multiple of 4");
}

TEST(BufferVerifierTest, Capacity) {
  EXPECT_REJECTED(p.buffers[kStack]->offset = 4000,
                  "buffer 8 'stack': offset 4000, size 256 and stride 0 end "
                  "past the 4096 bytes of hbm");
  EXPECT_REJECTED(p.buffers[kXs]->stride = INT64_MAX - 3,
                  "buffer 2 'xs': offset 0, size 64 and stride "
                  "9223372036854775804 end past the 4096 bytes of hbm");
  EXPECT_REJECTED(p.buffers[kWindow]->offset = 1024,
                  "buffer 5 'window': offset 1024, size 64 and stride 0 end "
                  "past the 1024 bytes of tilespmem");
  EXPECT_REJECTED(p.buffers[kPointers]->offset = 500,
                  "buffer 7 'pointers': offset 500, size 16 and stride 0 end "
                  "past the 512 bytes of smem");
  EXPECT_REJECTED(p.buffers[kX]->offset = 1ll << 46,
                  "buffer 0 'x': offset 70368744177664, size 256 and stride 0 "
                  "end past the 70368744177664 bytes of host");
  // All of HBM, where the usable part is not known.
  EXPECT_ACCEPTED(
      (p.target->usable_hbm_bytes = 0, p.buffers[kTable]->offset = 4096));
  EXPECT_REJECTED(
      (p.target->usable_hbm_bytes = 0, p.buffers[kStack]->offset = 8000),
      "buffer 8 'stack': offset 8000, size 256 and stride 0 end "
      "past the 8192 bytes of hbm");
  // HBM of unpublished size.
  EXPECT_ACCEPTED((p.target->hbm_bytes = p.target->usable_hbm_bytes = 0,
                   p.buffers[kTable]->offset = 8192));
}

TEST(BufferVerifierTest, Lifetime) {
  EXPECT_REJECTED(p.buffers[kXs]->first_use = 6,
                  "buffer 2 'xs': first_use is 6, must be between 0 and 5");
  EXPECT_REJECTED(p.buffers[kList]->last_use = 2,
                  "buffer 6 'list': last_use is 2, must be between 1 and 1");
  EXPECT_REJECTED(p.buffers[kTable]->last_use = -1,
                  "buffer 9 'table': last_use is -1, must be between 0 and 5");
  // A task's buffers in HBM count steps.
  EXPECT_REJECTED(p.buffers[kStack]->first_use = -1,
                  "buffer 8 'stack': first_use is -1, must be between 0 and 5");
  EXPECT_REJECTED(p.buffers[kStack]->first_use = 6,
                  "buffer 8 'stack': first_use is 6, must be between 0 and 5");
  EXPECT_REJECTED(p.buffers[kStack]->last_use = 6,
                  "buffer 8 'stack': last_use is 6, must be between 3 and 5");
  EXPECT_REJECTED(p.buffers[kTable]->location = -2,
                  "buffer 9 'table': location is -2, must be between -1 and "
                  "1");
}

TEST(ViewVerifierTest, Parent) {
  EXPECT_REJECTED(p.buffers[kXsFlat]->parent = 10,
                  "buffer 4 'xs_flat': parent is 10, must be between -1 and "
                  "9");
  EXPECT_REJECTED(p.buffers[kTable]->parent = kXsFlat,
                  "buffer 9 'table': parent buffer 4 'xs_flat' is itself a "
                  "view");
  EXPECT_REJECTED(p.buffers[kXsFlat]->parent = kXsFlat,
                  "buffer 4 'xs_flat': parent buffer 4 'xs_flat' is itself a "
                  "view");
  EXPECT_REJECTED(p.buffers[kXsFlat]->parent = kX,
                  "buffer 4 'xs_flat' is in hbm, its parent buffer 0 'x' in "
                  "host");
  EXPECT_REJECTED(p.buffers[kXsFlat]->parent = kStack,
                  "buffer 4 'xs_flat' belongs to task -1, its parent buffer 8 "
                  "'stack' to task 0");
}

TEST(ViewVerifierTest, Extent) {
  EXPECT_REJECTED(p.buffers[kXsFlat]->offset = 32,
                  "buffer 4 'xs_flat' does not lie within its parent buffer 2 "
                  "'xs'");
  EXPECT_REJECTED((p.buffers[kXs]->offset = 640),
                  "buffer 4 'xs_flat' does not lie within its parent buffer 2 "
                  "'xs'");
  // Instances with gaps between them: a view may have the same instances or
  // lie in the first.
  auto makeGaps = [](ProgramT &p, int64_t shape, int instances) {
    p.buffers[kXs]->offset = 1024;
    p.buffers[kXs]->stride = 128;
    BufferT &view = *p.buffers[kXsFlat];
    view.offset = 1024;
    view.shape = {shape, 8};
    view.size = shape * 32;
    view.instances = instances;
    view.stride = instances > 1 ? 128 : 0;
    p.steps.resize(2);
    p.buffers[kStack]->first_use = p.buffers[kStack]->last_use = 1;
    for (auto &buffer : p.buffers)
      if (buffer->task < 0)
        buffer->last_use = 1;
  };
  EXPECT_EQ(loadChanged([&](ProgramT &p) { makeGaps(p, 2, 1); }), "");
  EXPECT_EQ(loadChanged([&](ProgramT &p) { makeGaps(p, 2, 2); }), "");
  std::string error = "buffer 4 'xs_flat' does not lie within its parent "
                      "buffer 2 'xs'";
  EXPECT_EQ(loadChanged([&](ProgramT &p) { makeGaps(p, 4, 1); }), error);
  EXPECT_EQ(loadChanged([&](ProgramT &p) { makeGaps(p, 4, 2); }), error);
}

/// Moves a list of the task to the Spmem of its SparseCore.
void moveToSpmem(ProgramT &p, int64_t offset) {
  removePlan(p);
  p.buffers.push_back(std::make_unique<BufferT>(*p.buffers[kList]));
  BufferT &buffer = *p.buffers.back();
  buffer.name = "shared";
  buffer.space = format::MemorySpace::Spmem;
  buffer.offset = offset;
}

// Two tiles of 1024 bytes, of which 64 are lists and windows.
TEST(BufferVerifierTest, SpmemTakesAPartOfEachTile) {
  EXPECT_ACCEPTED(moveToSpmem(p, 2 * 960 - 64));
  EXPECT_REJECTED(moveToSpmem(p, 2 * 960 - 60),
                  "task 0 'lookup': TileSpmem ends at 64 and Spmem at 1924, "
                  "which is 962 bytes of each of 2 tiles; together 1026 bytes, "
                  "a tile has 1024");
  EXPECT_REJECTED((moveToSpmem(p, 2 * 960 - 64), p.buffers[kList]->offset = 4),
                  "task 0 'lookup': TileSpmem ends at 68 and Spmem at 1920, "
                  "which is 960 bytes of each of 2 tiles; together 1028 bytes, "
                  "a tile has 1024");
  EXPECT_REJECTED(moveToSpmem(p, 2048),
                  "buffer 10 'shared': offset 2048, size 64 and stride 0 end "
                  "past the 2048 bytes of spmem");
}

TEST(BufferVerifierTest, LifetimesInSpmemArePrograms) {
  EXPECT_REJECTED((moveToSpmem(p, 0), p.buffers[10]->last_use = 2),
                  "buffer 10 'shared': last_use is 2, must be between 1 and "
                  "1");
}

TEST(ViewVerifierTest, Lifetime) {
  EXPECT_REJECTED(p.buffers[kXs]->last_use = 4,
                  "buffer 4 'xs_flat' lives from 0 to 5, its parent buffer 2 "
                  "'xs' from 0 to 4");
  EXPECT_REJECTED((p.buffers[kXsFlat]->task = 0, p.buffers[kXs]->last_use = 2),
                  "step 2: destination buffer 4 'xs_flat' belongs to task 0, "
                  "must belong to the host schedule");
  EXPECT_REJECTED((p.buffers[kXsFlat]->task = 0, p.buffers[kXs]->last_use = 2,
                   p.steps[kCopyIn]->body.AsCopy()->destination = kXs),
                  "buffer 4 'xs_flat' is used by launches from step 3 to 3, "
                  "its parent buffer 2 'xs' lives from 0 to 2");
}

} // namespace
} // namespace sc::test
