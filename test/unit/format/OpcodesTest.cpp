// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of faults, and the tables of instructions and row functions.

#include "runtime/format/Opcodes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

namespace sc::test {
namespace {

using namespace format;

TEST(OpcodesTest, Faults) {
  EXPECT_EQ(describeFault(FaultCode::TooManyIds, 5, 4),
            "more ids in a partition than max_ids_per_partition: 5 > 4");
  EXPECT_EQ(describeFault(FaultCode::TooManyUniqueIds, 5, 4),
            "more distinct ids in a partition than "
            "max_unique_ids_per_partition: 5 > 4");
  EXPECT_EQ(describeFault(FaultCode::RowPointersDescend, 5, 4),
            "row pointers descend: partition start is past its end: 5 > 4");
  EXPECT_EQ(describeFault(FaultCode::RowPointerPastEnd, 5, 4),
            "row pointer is past the end of the COO buffer: 5 > 4");
  EXPECT_EQ(describeFault(FaultCode::MinibatchesOutOfRange, 0, 64),
            "num_minibatches is 0, must be between 1 and 64");
  EXPECT_EQ(describeFault(FaultCode::MinibatchesDisagree, 2, 3),
            "SparseCores that share a table disagree on num_minibatches: 2 and "
            "3");
  EXPECT_EQ(getFaultText(FaultCode::Count), "unknown fault code");
}

TEST(OpcodesTest, OperandsFitARecord) {
  std::set<std::string_view> mnemonics;
  for (int index = 0; index < int(Opcode::Count); ++index) {
    const OpcodeInfo &info = getOpcodeInfo(static_cast<Opcode>(index));
    EXPECT_LE(info.operands.size(), size_t(kMaxOperands)) << info.mnemonic;
    EXPECT_TRUE(mnemonics.insert(info.mnemonic).second) << info.mnemonic;
    std::set<std::string_view> names;
    for (const OperandInfo &operand : info.operands)
      EXPECT_TRUE(names.insert(operand.name).second) << info.mnemonic;
  }
}

TEST(OpcodesTest, RowFunctions) {
  std::set<std::string_view> mnemonics, reductions;
  for (int index = 0; index < int(RowFunction::Count); ++index) {
    auto function = static_cast<RowFunction>(index);
    const RowFunctionInfo &info = getRowFunctionInfo(function);
    EXPECT_TRUE(mnemonics.insert(info.mnemonic).second) << info.mnemonic;
    EXPECT_GE(info.operands, 1) << info.mnemonic;
    EXPECT_LE(info.operands, 3) << info.mnemonic;
    if (!isReduction(function))
      continue;
    EXPECT_EQ(info.operands, 2) << info.mnemonic;
    reductions.insert(info.mnemonic);
  }
  EXPECT_THAT(reductions,
              testing::UnorderedElementsAre(
                  "add", "multiply", "maximum", "minimum", "and_int", "add_int",
                  "multiply_int", "maximum_int", "minimum_int"));
}

} // namespace
} // namespace sc::test
