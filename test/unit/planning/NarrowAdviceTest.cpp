//===-- NarrowAdviceTest.cpp - programs with narrow tables ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks of narrow rows in HBM, and when storing tables narrow is advised.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"

namespace sc {
namespace {

using format::ScaleKind;
using Kind = HbmScaling::Kind;

static std::optional<Advice> find(const ProgramProblem &problem, Knob knob) {
  for (const Advice &item : adviseProgram(problem, fail(problem)))
    if (item.knob == knob)
      return item;
  return std::nullopt;
}

constexpr int64_t kRows = 10000; // of a device

static HbmResident makeWeights(const LookupProblem &lookup) {
  HbmResident weights;
  weights.name = "weights";
  weights.role = HbmRole::Weights;
  weights.table = lookup.table;
  weights.bytes = kRows * format::getRowBytes(lookup.rowFormat, lookup.width);
  weights.scaling = {Kind::TableRows, lookup.table, kRows / 4, lookup.width,
                     lookup.rowFormat};
  return weights;
}

/// A lookup of rows of 128 values and its table.
static ProgramProblem makeProgram(const format::RowFormat &rows) {
  ProgramProblem program;
  LookupProblem lookup = makeLookup();
  lookup.width = 128;
  lookup.maxUniqueIds = 16;
  lookup.rowFormat = rows;
  lookup.canStoreNarrow = true;
  program.lookups = {lookup};
  program.lookupSteps = {0};
  program.residents = {makeWeights(lookup)};
  program.options.maxReplicas = 1;
  return program;
}

/// Of ids, send and receive on 4 SparseCores, for 16 ids of 4.
static int64_t getStack(int64_t rowBytes) {
  return (2 * rowBytes + 4) * 16 * 4 * 4;
}

TEST(NarrowProgram, stackBuffersAreStoredRows) {
  ProgramPlan found = plan(makeProgram(makeInt8(ScaleKind::Row)));
  ASSERT_EQ(found.stackBuffers.size(), 3u);
  EXPECT_EQ(found.stackBuffers[0].bytes, 16 * 4 * 4 * 4);
  EXPECT_EQ(found.stackBuffers[1].bytes, 160 * 16 * 4 * 4);
  EXPECT_EQ(found.stackBuffers[2].bytes, 160 * 16 * 4 * 4);
  EXPECT_EQ(found.hbmPeakBytes, 160 * kRows + getStack(160));
}

TEST(NarrowProgram, formatsTellLookupsApart) {
  ProgramProblem program = makeProgram(makeInt8());
  program.lookups.push_back(makeProgram(makeInt8(ScaleKind::Row)).lookups[0]);
  program.lookups.push_back(makeProgram({}).lookups[0]);
  program.lookupSteps = {0, 1, 2};
  ProgramPlan found = plan(program);
  EXPECT_EQ(found.lookups[0].stackForwardBytes * 4, getStack(128));
  EXPECT_EQ(found.lookups[1].stackForwardBytes * 4, getStack(160));
  EXPECT_EQ(found.lookups[2].stackForwardBytes * 4, getStack(512));
}

/// Of a program whose tables are int8: a quarter, and a word for the scale.
constexpr int64_t kInt8Bytes = 128 * kRows + 260 * 16 * 4 * 4 + 4;

TEST(NarrowAdvice, quarterOfTheBytesFits) {
  ProgramProblem program = makeProgram({});
  program.usableHbmBytes = kInt8Bytes;
  std::optional<Advice> advice = find(program, Knob::QuantizeTables);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->value, 1);
  EXPECT_EQ(advice->text, "--quantize-tables=int8 fits");
  program.usableHbmBytes = kInt8Bytes - 1;
  advice = find(program, Knob::QuantizeTables);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->value, std::nullopt);
  EXPECT_EQ(advice->text, "--quantize-tables=int8 alone does not fit");
  EXPECT_STREQ(getKnobName(advice->knob), "quantize_tables");
}

TEST(NarrowAdvice, serializationIsNamed) {
  ProgramProblem program = makeProgram({});
  for (int64_t i : {1, 2}) {
    program.lookups.push_back(program.lookups[0]);
    program.lookupSteps.push_back(i);
  }
  program.residents[0].lastStep = 2;
  program.usableHbmBytes = kInt8Bytes;
  std::optional<Advice> advice = find(program, Knob::QuantizeTables);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->text,
            "--quantize-tables=int8 fits with 3 serialized tables");
}

/// The table came with 60 words: narrow rows need no padded copy of it.
TEST(NarrowAdvice, copiesThatPadGoAway) {
  ProgramProblem program = makeProgram({});
  HbmResident unpadded = program.residents[0];
  unpadded.role = HbmRole::Other;
  unpadded.bytes = kRows * 4 * 124;
  unpadded.scaling.width = 124;
  program.residents.push_back(unpadded);
  program.usableHbmBytes = kInt8Bytes;
  EXPECT_EQ(find(program, Knob::QuantizeTables)->value, 1);
  // Others are as wide as the table, and shrink with it.
  program.residents[1] = program.residents[0];
  program.residents[1].role = HbmRole::Other;
  EXPECT_EQ(find(program, Knob::QuantizeTables)->value, std::nullopt);
  program.usableHbmBytes = kInt8Bytes + 128 * kRows;
  EXPECT_EQ(find(program, Knob::QuantizeTables)->value, 1);
}

TEST(NarrowAdvice, activationsStayF32) {
  ProgramProblem program = makeProgram({});
  HbmResident samples = program.residents[0];
  samples.role = HbmRole::Other;
  samples.bytes = 4 * 64 * 128 * 4;
  samples.scaling = {Kind::Samples, samples.table, 64, 128};
  program.residents.push_back(samples);
  program.usableHbmBytes = kInt8Bytes + samples.bytes;
  EXPECT_EQ(find(program, Knob::QuantizeTables)->value, 1);
  program.usableHbmBytes -= 1;
  EXPECT_EQ(find(program, Knob::QuantizeTables)->value, std::nullopt);
}

TEST(NarrowAdvice, programsThatCannotUseItGetNone) {
  ProgramProblem program = makeProgram(makeInt8(ScaleKind::Row));
  program.usableHbmBytes = 1000;
  EXPECT_EQ(find(program, Knob::QuantizeTables), std::nullopt)
      << "is int8 already";
  program = makeProgram({});
  program.usableHbmBytes = 1000;
  program.lookups[0].width = 1;
  EXPECT_EQ(find(program, Knob::QuantizeTables), std::nullopt)
      << "rows of one word";
  program.lookups[0].width = 128;
  ASSERT_TRUE(find(program, Knob::QuantizeTables));
  program.lookups.push_back(program.lookups[0]);
  program.lookups[1].kind = LookupKind::Update;
  program.lookupSteps = {0, 1};
  EXPECT_EQ(find(program, Knob::QuantizeTables), std::nullopt) << "is updated";
}

TEST(NarrowAdvice, widthCountsStoredRows) {
  ProgramProblem program = makeProgram(makeInt8());
  program.usableHbmBytes = 96 * kRows + getStack(96);
  std::optional<Advice> advice = find(program, Knob::Width);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->value, 96);
  // Rows of 72 values take as much.
  program.usableHbmBytes -= 1;
  EXPECT_EQ(find(program, Knob::Width)->value, 64);
}

} // namespace
} // namespace sc
