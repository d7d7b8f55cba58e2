//===-- AdviceTest.cpp - the nearest settings of a lookup that fit --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The published sample, and one problem for each knob.

#include "PlanningTest.h"

#include "sc/Planning/Advice.h"

namespace sc {
namespace {

using testing::ElementsAre;

static std::vector<Advice> advise(const LookupProblem &problem,
                                  const PlanOptions &options = {}) {
  return adviseLookup(problem, options, fail(problem, options));
}

static std::vector<std::string> getTexts(const std::vector<Advice> &advice) {
  std::vector<std::string> texts;
  for (const Advice &item : advice)
    texts.push_back(item.text);
  return texts;
}

static Advice find(const std::vector<Advice> &advice, Knob knob) {
  for (const Advice &item : advice)
    if (item.knob == knob)
      return item;
  ADD_FAILURE() << "no advice on " << getKnobName(knob);
  return {};
}

TEST(Advice, publishedSample) {
  std::vector<Advice> advice = advise(makePublishedLookup());
  EXPECT_THAT(
      getTexts(advice),
      ElementsAre("max_ids_per_partition <= 9450 fits at this split",
                  "max_ids_per_partition <= 43050 fits with 64 replicas per "
                  "SparseCore",
                  "no value of max_unique_ids_per_partition alone fits",
                  "no value of samples per SparseCore alone fits",
                  "no value of chips alone fits",
                  "no value of feature width alone fits",
                  "--num-serialized-tables alone does not help TileSpmem",
                  "--row-streaming fits",
                  "--sample-splitting alone does not fit"));
  EXPECT_EQ(advice[0].value, 9450);
  EXPECT_EQ(advice[1].value, 43050);
  EXPECT_EQ(advice[1].current, 141352);
  EXPECT_EQ(advice[2].value, std::nullopt);
  EXPECT_EQ(advice[6].value, std::nullopt);
  EXPECT_EQ(advice[7].value, 1);
}

TEST(Advice, maxIdsAtTheLastTriedSplit) {
  LookupProblem problem = makeLookup();
  problem.samples = 16 * 64 * 1000;
  problem.maxIds = 43000;
  std::vector<Advice> advice = advise(problem);
  EXPECT_EQ(advice[0].text, "max_ids_per_partition <= 40917 fits with 64 "
                            "replicas per SparseCore");
  EXPECT_EQ(advice[1].knob, Knob::MaxUniqueIds);
}

TEST(Advice, uniqueIdsAreLoweredToTheIds) {
  LookupProblem problem = makePublishedLookup();
  problem.maxUniqueIds = 20000;
  EXPECT_EQ(advise(problem)[0].text,
            "max_ids_per_partition <= 9450 fits at this split, with "
            "max_unique_ids_per_partition lowered to it");
  EXPECT_EQ(advise(problem)[1].text,
            "max_ids_per_partition <= 43050 fits with 64 replicas per "
            "SparseCore");
}

TEST(Advice, batchAndChips) {
  LookupProblem problem = makeLookup();
  problem.samples = 16 * 64 * 20000; // 640000 bytes of 8 words in 64 replicas
  std::vector<Advice> advice = advise(problem);
  int64_t samples = (524288 - 1280 - 12 * 256) / 32 * 16 * 64;
  EXPECT_EQ(find(advice, Knob::Batch).value, samples);
  EXPECT_EQ(find(advice, Knob::Batch).text,
            "samples per SparseCore <= " + std::to_string(samples) +
                " fits with 64 replicas per SparseCore");
  EXPECT_EQ(find(advice, Knob::Chips).text,
            "chips >= 2 fits with 64 replicas per SparseCore");
  EXPECT_EQ(find(advice, Knob::MaxIds).text,
            "no value of max_ids_per_partition alone fits");
  EXPECT_EQ(find(advice, Knob::SampleSplitting).value, 1);
  EXPECT_EQ(find(advice, Knob::RowStreaming).value, std::nullopt);
}

TEST(Advice, largestBatchAcrossReplicaCounts) {
  LookupProblem problem = makeLookup();
  problem.tiles = 1;
  problem.isRowCoupled = true;
  problem.maxIds = problem.maxUniqueIds = 8;
  problem.tileSpmemBytes = 1280 + 96 + 32; // one sample at once
  problem.samples = 7;                     // 4 replicas of 2
  EXPECT_EQ(find(advise(problem), Knob::Batch).value, 4);
  problem.samples = 100;
  EXPECT_EQ(find(advise(problem), Knob::Batch).value, 64);
}

TEST(Advice, widthOfACoupledUpdate) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::Update;
  problem.isRowCoupled = true;
  problem.samples = 16;
  problem.width = 1 << 20;
  std::vector<Advice> advice = advise(problem);
  // 4 w of G, 12 w of windows; 140 of cursors, totals, lists and a row's id.
  EXPECT_EQ(find(advice, Knob::Width).value, (524288 - 140) / 16 / 8 * 8);
}

TEST(Advice, switchesThatAreOnAreNotAdvised) {
  LookupProblem problem = makeLookup();
  problem.tileSpmemBytes = 1000;
  for (const Advice &item :
       advise(problem, {.sampleSplitting = true, .rowStreaming = true})) {
    EXPECT_NE(item.knob, Knob::RowStreaming);
    EXPECT_NE(item.knob, Knob::SampleSplitting);
    EXPECT_EQ(item.value, std::nullopt);
  }
}

TEST(Advice, localFormHasFewKnobs) {
  LookupProblem problem = makeLookup();
  problem.kind = LookupKind::LocalLookup;
  problem.samples = 16 * 20000;
  std::vector<Advice> advice = advise(problem);
  ASSERT_EQ(advice.size(), 2u);
  EXPECT_EQ(advice[0].knob, Knob::Batch);
  EXPECT_EQ(advice[0].value, (524288 - 1280 - 96) / 32 * 16);
  EXPECT_EQ(advice[1].knob, Knob::Width);
  EXPECT_EQ(advice[1].value, std::nullopt);
}

TEST(Advice, contradictionsHaveNone) {
  LookupProblem problem = makeLookup();
  problem.maxUniqueIds = 512;
  EXPECT_TRUE(advise(problem).empty());
}

TEST(Advice, knobNames) {
  EXPECT_STREQ(getKnobName(Knob::MaxIds), "max_ids");
  EXPECT_STREQ(getKnobName(Knob::MaxUniqueIds), "max_unique_ids");
  EXPECT_STREQ(getKnobName(Knob::Batch), "batch");
  EXPECT_STREQ(getKnobName(Knob::Chips), "chips");
  EXPECT_STREQ(getKnobName(Knob::Width), "width");
  EXPECT_STREQ(getKnobName(Knob::SerializedTables), "serialized_tables");
  EXPECT_STREQ(getKnobName(Knob::RowStreaming), "row_streaming");
  EXPECT_STREQ(getKnobName(Knob::SampleSplitting), "sample_splitting");
}

} // namespace
} // namespace sc
