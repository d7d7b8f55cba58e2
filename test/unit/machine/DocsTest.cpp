//===-- DocsTest.cpp - the pages name everything -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/Counters.md and docs/Instructions.md against the tables in the code.

#include "runtime/format/Opcodes.h"
#include "runtime/machine/Counters.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

using namespace sc;
using testing::HasSubstr;

namespace {

std::string readPage(const std::string &name) {
  std::ifstream file(std::string(SC_DOCS_DIR) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(DocsTest, CountersPageHasEveryDefinition) {
  std::string page = readPage("Counters.md");
  for (const runtime::CounterInfo &info : runtime::getCounterInfos())
    EXPECT_THAT(page, HasSubstr("| `" + std::string(info.name) + "` | " +
                                info.unit + " | " + info.definition + " |"));
}

TEST(DocsTest, InstructionsPageHasEveryOperand) {
  std::string page = readPage("Instructions.md");
  for (int i = 0; i < static_cast<int>(format::Opcode::Count); ++i) {
    const format::OpcodeInfo &info =
        format::getOpcodeInfo(static_cast<format::Opcode>(i));
    std::string mnemonic(info.mnemonic);
    // The scalar operations of two operands share a line without operands.
    std::string operands;
    for (const format::OperandInfo &operand : info.operands)
      operands += (operands.empty() ? "" : ", ") + std::string(operand.name);
    bool isListed = operands != "result, lhs, rhs" && !operands.empty();
    std::string separator = isListed ? " " : "";
    EXPECT_THAT(page, HasSubstr("`" + mnemonic + separator +
                                (isListed ? operands : "") + "`"));
  }
}

} // namespace
