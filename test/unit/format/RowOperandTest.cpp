// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One operand out of range at a time, of the instructions on rows.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::Opcode;
using format::ProgramT;
using format::RowFunction;
using format::RowType;

/// Instructions of program 1 of the sample.
enum Instruction : int {
  kStore = 11,
  kScatter,
  kMerge,
  kSort,
  kLowerBound,
  kSegmentSum,
  kFillWords,
  kElementwise,
  kReduceRow,
  kSnap,
  kWiden
};

using Changes = std::initializer_list<std::pair<int, int64_t>>;

/// The error with operands of an instruction set to values, from its mnemonic
/// on; "" if that is accepted.
std::string loadOperands(Instruction index, Changes changes) {
  std::string error = loadChanged([&](ProgramT &program) {
    auto &code = *program.tasks[0]->programs[1];
    for (auto [operand, value] : changes)
      code.instructions[size_t(index)].mutable_operands()->Mutate(
          static_cast<uint16_t>(operand), value);
  });
  size_t at = error.find("instruction ");
  return error.substr(at == std::string::npos ? 0 : at + 12);
}

std::string loadOperand(Instruction index, int operand, int64_t value) {
  return loadOperands(index, {{operand, value}});
}

TEST(RowOperandTest, Spaces) {
  EXPECT_EQ(loadOperand(kStore, 0, kPointers),
            "11 store: buffer: buffer 7 'pointers' cannot be in smem");
  EXPECT_EQ(loadOperand(kScatter, 5, kList),
            "12 scatter_rows: destination: buffer 6 'list' cannot be in "
            "tilespmem");
  EXPECT_EQ(loadOperand(kScatter, 0, kStack),
            "12 scatter_rows: source: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kMerge, 2, kList),
            "13 merge: lists: buffer 6 'list' cannot be in tilespmem");
  EXPECT_EQ(loadOperand(kMerge, 8, kStack),
            "13 merge: slots: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kSort, 2, kStack),
            "14 sort: gains: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kLowerBound, 1, kList), "");
  EXPECT_EQ(loadOperand(kLowerBound, 1, kPointers),
            "15 lower_bound: ids: buffer 7 'pointers' cannot be in smem");
  EXPECT_EQ(loadOperand(kSegmentSum, 3, kStack),
            "16 segment_sum: rows: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kFillWords, 0, kStack),
            "17 fill: destination: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kElementwise, 7, kStack),
            "18 elementwise: c: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kReduceRow, 5, kStack),
            "19 reduce_row: init: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kSnap, 0, kStack),
            "20 snap: rows: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kWiden, 1, kStack),
            "21 widen: source: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kWiden, 4, kStack),
            "21 widen: scales: buffer 8 'stack' cannot be in hbm");
  EXPECT_EQ(loadOperand(kWiden, 7, kStack),
            "21 widen: destination: buffer 8 'stack' cannot be in hbm");
}

TEST(RowOperandTest, RowsOfASumMayBeInSpmem) {
  auto load = [](int operand) {
    return loadChanged([&](ProgramT &p) {
      removePlan(p);
      p.buffers.push_back(std::make_unique<format::BufferT>(*p.buffers[kList]));
      p.buffers[10]->space = format::MemorySpace::Spmem;
      p.tasks[0]
          ->programs[1]
          ->instructions[kSegmentSum]
          .mutable_operands()
          ->Mutate(static_cast<uint16_t>(operand), 10);
    });
  };
  EXPECT_EQ(load(3), "");
  EXPECT_EQ(load(0), "task 0 'lookup' program 1 'lists' instruction 16 "
                     "segment_sum: result: buffer 10 'list' cannot be in "
                     "spmem");
}

TEST(RowOperandTest, Registers) {
  EXPECT_EQ(loadOperand(kMerge, 1, 3),
            "13 merge: distinct is register 3, the program has 3");
}

TEST(RowOperandTest, Counts) {
  EXPECT_EQ(loadOperand(kScatter, 8, -1),
            "12 scatter_rows: destination_rows is -1, must be between 0 and "
            "70368744177664");
  EXPECT_EQ(loadOperand(kMerge, 4, 0),
            "13 merge: list_slots is 0, must be between 1 and 70368744177664");
  EXPECT_EQ(loadOperand(kMerge, 5, 0),
            "13 merge: num_lists is 0, must be between 1 and 70368744177664");
  EXPECT_EQ(loadOperand(kMerge, 10, -1),
            "13 merge: capacity is -1, must be between 0 and 70368744177664");
  EXPECT_EQ(loadOperand(kSegmentSum, 2, -1),
            "16 segment_sum: first is -1, must be between 0 and "
            "70368744177664");
  EXPECT_EQ(loadOperand(kSnap, 6, 1),
            "20 snap: buckets is 1, must be between 2 and 70368744177664");
  EXPECT_EQ(loadOperand(kWiden, 9, -1),
            "21 widen: count is -1, must be between 0 and 70368744177664");
  EXPECT_EQ(loadOperand(kScatter, 10, 2),
            "12 scatter_rows: flag is 2, must be between -1 and 1");
}

TEST(RowOperandTest, Words) {
  EXPECT_EQ(loadOperand(kFillWords, 3, INT32_MIN), "");
  EXPECT_EQ(loadOperand(kFillWords, 3, int64_t(INT32_MAX) + 1),
            "17 fill: word is 2147483648, must be between -2147483648 and "
            "2147483647");
  EXPECT_EQ(loadOperand(kSnap, 4, int64_t(INT32_MIN) - 1),
            "20 snap: low is -2147483649, must be between -2147483648 and "
            "2147483647");
}

TEST(RowOperandTest, Offsets) {
  EXPECT_EQ(loadOperand(kScatter, 6, 260),
            "12 scatter_rows: destination_offset is 260, must be between 0 "
            "and 256");
  EXPECT_EQ(loadOperand(kScatter, 7, 6),
            "12 scatter_rows: destination_stride is 6, must be a multiple of "
            "4");
  EXPECT_EQ(loadOperand(kMerge, 3, 260),
            "13 merge: lists_offset is 260, must be between 0 and 256");
  EXPECT_EQ(loadOperand(kSort, 3, 68),
            "14 sort: offset is 68, must be between 0 and 64");
  EXPECT_EQ(loadOperand(kElementwise, 6, 68),
            "18 elementwise: b_offset is 68, must be between 0 and 64");
  EXPECT_EQ(loadOperand(kWiden, 2, 68),
            "21 widen: source_offset is 68, must be between 0 and 64");
  EXPECT_EQ(loadOperand(kWiden, 3, 6),
            "21 widen: source_stride is 6, must be a multiple of 4");
  EXPECT_EQ(loadOperand(kWiden, 5, 2),
            "21 widen: scales_offset is 2, must be a multiple of 4");
  EXPECT_EQ(loadOperand(kWiden, 6, -4),
            "21 widen: scales_stride is -4, must be between 0 and "
            "70368744177664");
  EXPECT_EQ(loadOperand(kWiden, 8, 68),
            "21 widen: destination_offset is 68, must be between 0 and 64");
}

// The offset of the entries is within each of their lists that is there.
TEST(RowOperandTest, OffsetsOfEntries) {
  auto load = [](int operand) {
    return loadChanged([&](ProgramT &p) {
      removePlan(p);
      p.buffers.push_back(std::make_unique<format::BufferT>(*p.buffers[kList]));
      p.buffers[10]->offset = 64;
      p.buffers[10]->shape = {2};
      p.buffers[10]->size = 8;
      p.tasks[0]
          ->programs[1]
          ->instructions[kSegmentSum]
          .mutable_operands()
          ->Mutate(static_cast<uint16_t>(operand), 10);
    });
  };
  for (int operand : {5, 6, 7})
    EXPECT_EQ(load(operand),
              "task 0 'lookup' program 1 'lists' instruction 16 segment_sum: "
              "entries_offset is 16, must be between 0 and 8");
}

TEST(RowOperandTest, IndicesAndGainsAreOptional) {
  EXPECT_EQ(loadOperands(kSegmentSum, {{6, kList}, {7, -1}}), "");
  EXPECT_EQ(loadOperand(kSegmentSum, 5, -1),
            "16 segment_sum: slots is -1, must be between 0 and 9");
}

TEST(RowOperandTest, AFunctionHasItsOperands) {
  auto copy = int64_t(RowFunction::Copy), add = int64_t(RowFunction::Add);
  EXPECT_EQ(loadOperands(kElementwise, {{0, add}, {7, -1}, {8, 0}, {11, 3}}),
            "");
  EXPECT_EQ(
      loadOperands(kElementwise,
                   {{0, copy}, {5, -1}, {6, 0}, {7, -1}, {8, 0}, {11, 3}}),
      "");
  EXPECT_EQ(loadOperand(kElementwise, 0, add),
            "18 elementwise: c is 6, but add has 2 operands");
  EXPECT_EQ(loadOperands(kElementwise, {{0, copy}, {7, -1}, {8, 0}}),
            "18 elementwise: b is 6, but copy has 1 operand");
  EXPECT_EQ(loadOperands(kElementwise, {{7, -1}, {8, 0}}),
            "18 elementwise: c is -1, but select has 3 operands");
  EXPECT_EQ(loadOperand(kElementwise, 3, -1),
            "18 elementwise: a is -1, must be between 0 and 9");
  EXPECT_EQ(loadOperands(kElementwise, {{0, add}, {7, -1}}),
            "18 elementwise: c_offset is 12, must be between 0 and 0");
}

TEST(RowOperandTest, OnlyOperandsThatAreThereAreBroadcast) {
  auto add = int64_t(RowFunction::Add);
  EXPECT_EQ(loadOperand(kElementwise, 11, 63), "");
  EXPECT_EQ(loadOperand(kElementwise, 11, 64),
            "18 elementwise: broadcast is 64, must be between 0 and 63");
  EXPECT_EQ(loadOperands(kElementwise, {{0, add}, {7, -1}, {8, 0}, {11, 16}}),
            "18 elementwise: broadcast is 16, must be between 0 and 15");
}

TEST(RowOperandTest, Functions) {
  EXPECT_EQ(loadOperand(kElementwise, 0, int64_t(RowFunction::Count)),
            "18 elementwise: function is " +
                std::to_string(int64_t(RowFunction::Count)) +
                ", must be between 0 and " +
                std::to_string(int64_t(RowFunction::Count) - 1));
  EXPECT_EQ(loadOperand(kReduceRow, 0, int64_t(RowFunction::AddInt)), "");
  EXPECT_EQ(loadOperand(kReduceRow, 0, int64_t(RowFunction::Subtract)),
            "19 reduce_row: function subtract cannot fold a row");
}

TEST(RowOperandTest, RowTypes) {
  for (RowType type : {RowType::Fp8E4M3, RowType::Fp8E5M2, RowType::Int8})
    EXPECT_EQ(loadOperand(kWiden, 0, int64_t(type)), "");
  EXPECT_EQ(loadOperand(kWiden, 0, 0),
            "21 widen: type is 0, must be between 1 and 5");
  EXPECT_EQ(loadOperand(kWiden, 0, 6),
            "21 widen: type is 6, must be between 1 and 5");
  EXPECT_EQ(
      loadChanged([](ProgramT &program) {
        program.tasks[0]->programs[1]->instructions[kWiden].mutate_registers(1);
      }),
      "task 0 'lookup' program 1 'lists' instruction 21 widen: type "
      "cannot be a register");
}

TEST(RowOperandTest, ScalesGoWithTheRowType) {
  auto load = [](RowType type, int64_t offset, int64_t stride) {
    return loadOperands(
        kWiden, {{0, int64_t(type)}, {4, -1}, {5, offset}, {6, stride}});
  };
  EXPECT_EQ(load(RowType::BF16, 0, 0), "");
  EXPECT_EQ(load(RowType::Fp8E4M3, 0, 0), "");
  EXPECT_EQ(load(RowType::Fp8E5M2, 0, 0), "");
  EXPECT_EQ(load(RowType::Int8, 0, 0),
            "21 widen: scales is -1, but int8 needs a scale");
  EXPECT_EQ(load(RowType::Int8Affine, 0, 0),
            "21 widen: scales is -1, but int8_affine needs a scale");
  EXPECT_EQ(load(RowType::BF16, 4, 0),
            "21 widen: scales_offset is 4, must be between 0 and 0");
  EXPECT_EQ(load(RowType::BF16, 0, 4),
            "21 widen: scales_stride must be 0 where there are no scales");
  EXPECT_EQ(loadOperand(kWiden, 0, int64_t(RowType::BF16)),
            "21 widen: scales is 6, but bf16 has no scale");
}

} // namespace
} // namespace sc::test
