//===-- PlanDataTest.cpp - what planning decided, for reports -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas with published numbers, and sums of uses.

#include "lib/Report/PlanData.h"
#include "TestProgram.h"
#include "runtime/format/Types.h"

#include "gmock/gmock.h"

#include <limits>

namespace sc::report {
namespace {

using namespace format;
using test::makePlannedProgram;

/// The one sample of E3001 that is published.
static LookupT makePublishedLookup() {
  LookupT lookup;
  lookup.width = 8;
  lookup.samples = 204800;
  lookup.max_ids = 141352;
  lookup.max_unique_ids = 8;
  lookup.sparse_cores = 16;
  return lookup;
}

static std::optional<int64_t> getBytes(const LookupT &lookup, size_t index) {
  TargetT target;
  target.tiles_per_sparse_core = 16;
  return makeFormulas(target, lookup).at(index).formulaBytes;
}

TEST(Formulas, publishedSample) {
  LookupT lookup = makePublishedLookup();
  EXPECT_EQ(*getBytes(lookup, 0) + *getBytes(lookup, 1), 410880);
  EXPECT_EQ(getBytes(lookup, 2), 1696224);
}

TEST(Formulas, splitsDivideTheGatherOperand) {
  LookupT lookup = makePublishedLookup();
  lookup.samples = 528;
  lookup.width = 128;
  EXPECT_EQ(getBytes(lookup, 0), 16896);
  lookup.replicas = 2;
  EXPECT_EQ(getBytes(lookup, 0), 17 * 128 * 4);
  lookup.sample_splits = 2;
  lookup.vector_splits = 4;
  EXPECT_EQ(getBytes(lookup, 0), 9 * 32 * 4);
}

TEST(Formulas, streamedListsHaveWindows) {
  LookupT lookup = makePublishedLookup();
  lookup.row_streaming = true;
  lookup.list_entries = 4096;
  EXPECT_EQ(getBytes(lookup, 2), 24 * 4096);
  EXPECT_EQ(getBytes(lookup, 1), 1280);
  lookup.row_streaming = false;
  lookup.kind = LookupKind::LocalLookup;
  EXPECT_EQ(getBytes(lookup, 2), 12 * 4096);
}

TEST(Formulas, stacksByKind) {
  LookupT lookup = makePublishedLookup();
  TargetT target;
  EXPECT_EQ(getBytes(lookup, 3), 17 * 8 * 16 * 4);
  EXPECT_EQ(makeFormulas(target, lookup).size(), 4u);
  lookup.kind = LookupKind::LocalLookup;
  EXPECT_EQ(makeFormulas(target, lookup).size(), 3u);
  lookup.kind = LookupKind::Update;
  lookup.replicas = 2;
  EXPECT_EQ(makeFormulas(target, lookup).size(), 5u);
  EXPECT_EQ(getBytes(lookup, 3), 24 * 8 * 32 * 4);
  EXPECT_EQ(getBytes(lookup, 4), 2 * 8 * 32 * 4);
}

TEST(Formulas, noNumberForNonsense) {
  LookupT lookup = makePublishedLookup();
  lookup.replicas = lookup.vector_splits = 0;
  EXPECT_EQ(getBytes(lookup, 0), std::nullopt);
  EXPECT_EQ(getBytes(lookup, 1), std::nullopt);
  lookup.replicas = lookup.vector_splits = 1;
  lookup.width = lookup.max_unique_ids = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getBytes(lookup, 0), std::nullopt);
  EXPECT_EQ(getBytes(lookup, 3), std::nullopt);
}

static LookupT makeNarrowLookup(ScaleKind scale, int64_t rowBytes) {
  LookupT lookup = makePublishedLookup();
  lookup.row_type = RowType::Int8;
  lookup.row_scale = scale;
  lookup.width = 128;
  lookup.row_bytes = rowBytes;
  return lookup;
}

static Formula getFormula(const LookupT &lookup, size_t index) {
  TargetT target;
  target.tiles_per_sparse_core = 16;
  return makeFormulas(target, lookup).at(index);
}

TEST(Formulas, narrowStacksHoldStoredRows) {
  LookupT lookup = makeNarrowLookup(ScaleKind::Row, 160);
  Formula stack = getFormula(lookup, 3);
  EXPECT_EQ(stack.symbols, "(2 x B + 4) x U x P x r");
  EXPECT_EQ(stack.inputs, "(2 x 160 + 4) x 8 x 16 x 1");
  EXPECT_EQ(stack.formulaBytes, 324 * 8 * 16);
  // A SparseCore's activations stay f32.
  EXPECT_EQ(getBytes(lookup, 0), 12800 * 128 * 4);
}

TEST(Formulas, narrowWindowsHoldStoredRowsOrSlices) {
  LookupT lookup = makeNarrowLookup(ScaleKind::Row, 160);
  Formula scratch = getFormula(lookup, 1);
  EXPECT_EQ(scratch.symbols, "max(2 x 4 x max(128, w / v), 2 x B, 2 x g + 4 x "
                             "w / v) + 256");
  EXPECT_EQ(scratch.inputs, "max(2 x 4 x max(128, 128 / 1), 2 x 160, 2 x 132 + "
                            "4 x 128 / 1) + 256");
  EXPECT_EQ(scratch.formulaBytes, 1024 + 256);
  lookup.width = 2880;
  lookup.vector_splits = 45; // the whole row for each slice of 64 words
  lookup.row_bytes = 2912;
  EXPECT_EQ(getFormula(lookup, 1).formulaBytes, 2 * 2884 + 4 * 64 + 256);
  lookup.row_scale = ScaleKind::Table;
  lookup.row_bytes = 2880; // whole rows are sent
  EXPECT_EQ(getFormula(lookup, 1).formulaBytes, 2 * 2880 + 256);
  lookup.kind = LookupKind::LocalLookup;
  lookup.vector_splits = 1;
  scratch = getFormula(lookup, 1);
  EXPECT_EQ(scratch.formulaBytes, 2 * 4 * 2880 + 256);
  EXPECT_EQ(scratch.symbols,
            "max(2 x 4 x max(128, w / v), 2 x g + 4 x w / v) + 256");
}

TEST(Formulas, noNumberForNarrowNonsense) {
  LookupT lookup = makeNarrowLookup(ScaleKind::Table, 128);
  lookup.width = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getBytes(lookup, 1), std::nullopt);
  lookup.width = -8;
  EXPECT_EQ(getBytes(lookup, 1), std::nullopt);
  lookup.vector_splits = 0;
  EXPECT_EQ(getBytes(lookup, 1), std::nullopt);
  lookup.row_bytes = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getBytes(lookup, 3), std::nullopt);
  lookup.row_bytes = -1000;
  EXPECT_EQ(getBytes(lookup, 3), std::nullopt);
}

TEST(PlanData, narrowWeightsBesideF32) {
  ProgramT program = test::makeNarrowProgram();
  EXPECT_EQ(formatRows(*program.lookups[0]), "int8,scale=row");
  NarrowWeights weights = addNarrowWeights(program);
  EXPECT_EQ(weights.bytes, 128000);
  EXPECT_EQ(weights.f32Bytes, 128000); // 8 words are 32 bytes
  program.lookups[0]->width = 128;
  program.lookups[0]->row_bytes = 160;
  EXPECT_EQ(addNarrowWeights(program).f32Bytes, 128000 / 160 * 512);
  program.lookups[0]->width = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(addNarrowWeights(program).bytes, 0);
  program.lookups[0]->width /= 4;
  EXPECT_EQ(addNarrowWeights(program).f32Bytes,
            std::numeric_limits<int64_t>::max());
  program.lookups[0]->row_bytes = 0;
  EXPECT_EQ(addNarrowWeights(program).bytes, 0);
  ProgramT f32 = makePlannedProgram();
  EXPECT_FALSE(hasNarrowTable(f32));
  EXPECT_EQ(addNarrowWeights(f32).bytes, 0);
  EXPECT_EQ(formatRows(*f32.lookups[0]), "f32");
}

TEST(PlanData, tablesThenTheRest) {
  ProgramT program = makePlannedProgram();
  auto slots = std::make_unique<HbmUseT>();
  slots->role = HbmRole::Slots;
  slots->table_name = "item";
  slots->bytes = 500;
  slots->padding_bytes = 100;
  program.plan->hbm_uses.push_back(std::move(slots));
  std::vector<TableUse> tables = collectTables(*program.plan);
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(tables[0].name, "user");
  EXPECT_EQ(tables[0].all.bytes, 128000 + 557056);
  EXPECT_EQ(tables[0].all.paddingBytes, 48000);
  EXPECT_EQ(tables[0].all.paddedBytes, 128000);
  EXPECT_EQ(tables[1].name, "item");
  EXPECT_EQ(tables[1].bytesByRole[static_cast<size_t>(HbmRole::Slots)], 500);
  EXPECT_EQ(tables[2].name, "");
  EXPECT_EQ(tables[2].all.bytes, 2048);
  EXPECT_EQ(addUses(*program.plan).bytes, 687104 + 500);
}

TEST(PlanData, rolesAddUp) {
  auto roles = collectRoles(*makePlannedProgram().plan);
  EXPECT_EQ(roles[static_cast<size_t>(HbmRole::Weights)].bytes, 128000);
  EXPECT_EQ(roles[static_cast<size_t>(HbmRole::StackForward)].bytes, 557056);
  EXPECT_EQ(getRoleName(HbmRole::TensorCore), "tensor_core");
  EXPECT_EQ(getRoleName(HbmRole::Gaps), "gaps");
  EXPECT_EQ(formatRole(HbmRole::StackForward), "stack forward");
  EXPECT_EQ(formatRole(HbmRole::TensorCore), "TensorCore");
  EXPECT_EQ(formatRole(static_cast<HbmRole>(200)), "?");
}

TEST(PlanData, fitFollowsThePlan) {
  ProgramT program = makePlannedProgram();
  program.plan->hbm_peak_bytes = 200'000'000'000;
  std::vector<Fit> fits = collectFits(program);
  EXPECT_FALSE(fits[0].fits());
  EXPECT_EQ(fits[1].peakBytes, 7168);
  EXPECT_TRUE(fits[1].fits());
  program.plan.reset();
  EXPECT_EQ(collectFits(program)[0].peakBytes, 687104);
  program.target->usable_hbm_bytes = 0;
  program.target->assumed = {"HBM bytes per device"};
  EXPECT_EQ(collectFits(program)[0].capacityBytes, int64_t(96) << 30);
  EXPECT_TRUE(collectFits(program)[0].isAssumed);
}

TEST(PlanData, tileHoldsAShareOfWhatTilesShare) {
  ProgramT program = makePlannedProgram();
  int64_t before = collectFits(program)[1].peakBytes;
  auto gradients = std::make_unique<BufferT>();
  gradients->name = "gradients";
  gradients->space = MemorySpace::Spmem;
  gradients->buffer_class = BufferClass::Activations;
  gradients->size = 16 * 128 + 4; // of 16 tiles
  gradients->task = 0;
  program.buffers.push_back(std::move(gradients));
  EXPECT_EQ(collectFits(program)[1].peakBytes, before + 129);
  // Tasks run one after another.
  program.buffers.back()->task = 1;
  EXPECT_EQ(collectFits(program)[1].peakBytes, before);
}

TEST(PlanData, differenceOfPeaksIsExplained) {
  ProgramT program = makePlannedProgram();
  EXPECT_EQ(explainHbmDifference(program), "");
  program.plan->hbm_peak_bytes += 851968;
  EXPECT_EQ(explainHbmDifference(program),
            "planned peak of HBM 1539072 (1.47 MiB), by the lifetimes in the "
            "file 687104 (671.00 KiB): stacks of 1 update that the plan counts "
            "and the file leaves out");
  program.lookups.pop_back();
  auto core = std::make_unique<HbmUseT>();
  core->role = HbmRole::TensorCore;
  core->bytes = 851968;
  program.plan->hbm_uses.push_back(std::move(core));
  EXPECT_THAT(explainHbmDifference(program),
              testing::EndsWith("): TensorCore, 851968 (832.00 KiB), for which "
                                "the file has no buffers"));
  program.plan.reset();
  EXPECT_EQ(explainHbmDifference(program), "");
}

TEST(PlanData, tileNeedIsThatOfTheLargest) {
  ProgramT program = makePlannedProgram();
  std::optional<TileNeed> need = findTileNeed(program);
  ASSERT_TRUE(need);
  EXPECT_EQ(need->lookup, program.lookups[0].get());
  EXPECT_EQ(need->neededBytes, 128 + 1280 + 3072);
  EXPECT_EQ(need->windowBytes, 7168 - 4480);
  program.lookups[1]->list_bytes = 10000;
  need = findTileNeed(program);
  EXPECT_EQ(need->lookup, program.lookups[1].get());
  EXPECT_EQ(need->windowBytes, 0);
  program.plan.reset();
  EXPECT_FALSE(findTileNeed(program));
}

} // namespace
} // namespace sc::report
