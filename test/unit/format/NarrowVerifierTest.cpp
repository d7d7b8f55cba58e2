//===-- NarrowVerifierTest.cpp - rules of narrow tables -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row formats, types and scales of inputs.

#include "test/unit/format/VerifierTest.h"

#include <limits>

namespace sc::test {
namespace {

using format::ElementType;
using format::NarrowRowsT;
using format::RowType;
using format::ScaleKind;

NarrowRowsT &getRows(format::ProgramT &p) { return *p.inputs[1]->narrow; }

void setBuckets(format::ProgramT &p, float low, float high, int64_t buckets) {
  NarrowRowsT &rows = getRows(p);
  rows.scale = ScaleKind::Bucket;
  rows.scale_input = -1;
  rows.low = low;
  rows.high = high;
  rows.buckets = buckets;
}

#define EXPECT_NARROW_REJECTED(statements, text)                               \
  EXPECT_REJECTED((addNarrowTable(p), statements),                             \
                  std::string("input 1 'users': ") + (text))
#define EXPECT_NARROW_ACCEPTED(statements)                                     \
  EXPECT_ACCEPTED((addNarrowTable(p), statements))

TEST(NarrowVerifierTest, Accepted) {
  EXPECT_ACCEPTED(addNarrowTable(p));
  EXPECT_NARROW_ACCEPTED(setBuckets(p, -1, 1, 256));
  EXPECT_NARROW_ACCEPTED((getRows(p).low = 0, getRows(p).high = 0));
}

TEST(NarrowVerifierTest, Format) {
  EXPECT_NARROW_REJECTED(getRows(p).type = RowType::F32,
                         "f32,scale=table,range=-1:1.5 is no row format of a "
                         "narrow table");
  EXPECT_NARROW_REJECTED(getRows(p).type = RowType(6),
                         "?,scale=table,range=-1:1.5 is no row format of a "
                         "narrow table");
  EXPECT_NARROW_REJECTED(
      getRows(p).scale = ScaleKind::None,
      "int8_affine,range=-1:1.5 is no row format of a narrow "
      "table");
  EXPECT_NARROW_REJECTED(getRows(p).scale = ScaleKind(4),
                         "int8_affine,scale=?,range=-1:1.5 is no row format of "
                         "a narrow table");
  EXPECT_NARROW_REJECTED(
      getRows(p).low = std::numeric_limits<float>::quiet_NaN(),
      "int8_affine,scale=table is no row format of a narrow table");
  EXPECT_NARROW_REJECTED(
      getRows(p).high = std::numeric_limits<float>::infinity(),
      "int8_affine,scale=table,range=-1:inf is no row format of a narrow "
      "table");
  EXPECT_NARROW_REJECTED(getRows(p).width = 0,
                         "width is 0, must be between 1 and 1073741824");
}

TEST(NarrowVerifierTest, Buckets) {
  EXPECT_NARROW_REJECTED(getRows(p).buckets = 2,
                         "buckets is 2, must be between 0 and 0");
  EXPECT_NARROW_REJECTED(setBuckets(p, -1, 1, 257),
                         "buckets is 257, must be between 2 and 256");
  EXPECT_NARROW_REJECTED(setBuckets(p, -1, 1, 1),
                         "buckets is 1, must be between 2 and 256");
  EXPECT_NARROW_REJECTED(setBuckets(p, 1, 1, 16),
                         "buckets from 1 to 1, their step must be positive and "
                         "finite");
  EXPECT_NARROW_REJECTED(setBuckets(p, -3e38f, 3e38f, 2),
                         "buckets from -3e+38 to 3e+38, their step must be "
                         "positive and finite");
}

TEST(NarrowVerifierTest, Type) {
  EXPECT_NARROW_REJECTED(getRows(p).width = 33,
                         "is i8[4x32], rows of int8_affine,scale=table,"
                         "range=-1:1.5 have 64 elements of i8");
  EXPECT_NARROW_REJECTED(getRows(p).type = RowType::Fp8E5M2,
                         "is i8[4x32], rows of fp8_e5m2,scale=table,"
                         "range=-1:1.5 have 32 elements of f8E5M2");
}

TEST(NarrowVerifierTest, Scale) {
  EXPECT_NARROW_REJECTED(getRows(p).scale_input = -1,
                         "scale_input is -1, must be between 0 and 2");
  EXPECT_NARROW_REJECTED(getRows(p).scale_input = 3,
                         "scale_input is 3, must be between 0 and 2");
  EXPECT_NARROW_REJECTED(getRows(p).scale_input = 0,
                         "scale_input is of type f32[8x8], must have 2 f32 "
                         "words");
  EXPECT_NARROW_REJECTED(getRows(p).type = RowType::Int8,
                         "scale_input is of type f32[2], must have 1 f32 "
                         "words");
  EXPECT_NARROW_REJECTED((setBuckets(p, -1, 1, 16), getRows(p).scale_input = 2),
                         "scale_input is 2, must be between -1 and -1");
}

void shareScale(format::ProgramT &p) {
  addNarrowTable(p);
  auto copy = std::make_unique<format::ArgumentT>(*p.inputs[1]);
  copy->name = "items";
  copy->buffer = static_cast<int32_t>(p.buffers.size());
  p.buffers.push_back(
      std::make_unique<format::BufferT>(*p.buffers[p.inputs[1]->buffer]));
  p.buffers.back()->offset = 768;
  p.inputs.push_back(std::move(copy));
}

TEST(NarrowVerifierTest, ScaleOfTwoTables) {
  EXPECT_REJECTED(shareScale(p), "input 3 'items': scale_input is the scale of "
                                 "another table already");
}

TEST(NarrowVerifierTest, Output) {
  EXPECT_REJECTED(p.outputs[0]->narrow = std::make_unique<NarrowRowsT>(),
                  "output 'result' is a narrow table, which only inputs are");
}

TEST(NarrowVerifierTest, Lookups) {
  EXPECT_REJECTED(p.lookups[0]->row_type = RowType(6),
                  "lookup 0 'users': row_type is 6, must be between 0 and 5");
  EXPECT_REJECTED(p.lookups[0]->row_scale = ScaleKind(4),
                  "lookup 0 'users': row_scale is 4, must be between 0 and 3");
  EXPECT_REJECTED(p.lookups[0]->row_bytes = -1,
                  "lookup 0 'users': row_bytes is -1, must be between 0 and "
                  "9223372036854775807");
}

} // namespace
} // namespace sc::test
