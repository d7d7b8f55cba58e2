//===-- ExplainLogTest.cpp - what would fit, from a log -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pasted log is answered with.

#include "lib/Diagnostics/ExplainLog.h"

#include "PublishedLogs.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string answer(const std::string &log) {
  return answerLog(log).value_or("none");
}

std::string answer(LogMessageKind kind) {
  for (const PublishedLog &log : getPublishedLogs())
    if (log.kind == kind)
      return answer(log.text);
  return "none";
}

std::string replace(std::string text, const std::string &from,
                    const std::string &to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(ExplainLog, replicaCountGetsThePlannersAdvice) {
  std::string text = answer(LogMessageKind::ReplicaCount);
  EXPECT_THAT(text, HasSubstr("E3001: CompileTimeSparseCoreInvalidReplicaCount "
                              "(INVALID_ARGUMENT)\n"));
  EXPECT_THAT(text, HasSubstr("needed per tile: fixed 410880 + row-dependent "
                              "1696224 = 2107104 bytes of 524288, short by: "
                              "1582816\n"));
  EXPECT_THAT(text, HasSubstr("16 tiles per SparseCore, 8 lanes per tile, 1 "
                              "SparseCore that holds the table"));
  EXPECT_THAT(text, HasSubstr("max_ids_per_partition <= 9450 fits"));
  EXPECT_THAT(text, HasSubstr("max_ids_per_partition <= 43050 fits"));
  EXPECT_THAT(text, HasSubstr("--row-streaming"));
  EXPECT_THAT(text, HasSubstr("https://openxla.org/xla/errors/error_3001"));
}

TEST(ExplainLog, replicaCountThatContradictsItself) {
  const std::string &log = getPublishedLogs()[0].text;
  EXPECT_THAT(answer(replace(log, "1696224", "1200")),
              HasSubstr("the numbers of the message do not add up: fixed and "
                        "row-dependent part are 412080 bytes, which do not "
                        "exceed 524288"));
  EXPECT_THAT(answer(replace(log, "_unique_nz_per_row = 8",
                             "_unique_nz_per_row = 141353")),
              HasSubstr("max_unique_nz_per_row 141353 is greater than "
                        "max_nz_per_row 141352"));
  EXPECT_THAT(answer(replace(log, "1696224", "1696225")),
              HasSubstr("the row-dependent part is not 12 bytes"));
  EXPECT_THAT(answer(replace(log, "feature_width = 8",
                             "feature_width = 800000000000000000")),
              HasSubstr("too large for a program; no advice"));
  EXPECT_THAT(answer(replace(log, "sample_count = 204800", "sample_count = 0")),
              HasSubstr("these numbers are no lookup: "));
}

TEST(ExplainLog, replicaCountThatThisPlannerSolves) {
  std::string log = replace(getPublishedLogs()[0].text, "141352", "9000");
  std::string text = answer(replace(log, "1696224", "216000"));
  EXPECT_THAT(text, HasSubstr("this compiler finds a plan"));
}

TEST(ExplainLog, tileAllocation) {
  EXPECT_THAT(answer(LogMessageKind::TileAllocation),
              HasSubstr("words in use: 117265 of 131072, free: 13807, asked "
                        "for: 23440, short by: 9633\n"
                        "bytes: short by 38532 (37.63 KiB) of 524288 (512.00 "
                        "KiB)\n"));
  const std::string &log = getPublishedLogs()[1].text;
  EXPECT_THAT(answer(replace(log, "140704", "120000")),
              HasSubstr("word 120000 is not past word 131071"));
  EXPECT_THAT(answer(replace(log, "23440", "140706")),
              HasSubstr("a buffer of 140706 words cannot end at word 140704"));
}

TEST(ExplainLog, hbmInTotal) {
  std::string text = answer(LogMessageKind::HbmTotal);
  EXPECT_THAT(text, HasSubstr("used: 49.34G of 32.00G, must shrink by: "
                              "17.34G\nin this order, until 17.34G is gone:\n"
                              "  1. --num-serialized-tables=N"));
  EXPECT_THAT(text, HasSubstr("3. chips: at least 2 times as many"));
  EXPECT_THAT(text, Not(HasSubstr("do not add up")));
  EXPECT_THAT(answer(replace(getPublishedLogs()[2].text, "17.34G", "16.34G")),
              HasSubstr("the numbers of the message do not add up: 49.34G less "
                        "32.00G is 17.34G, not 16.34G"));
}

TEST(ExplainLog, hbmThatRoundsToNothingAddsUp) {
  std::string text = answer("Ran out of memory in memory space hbm. Used "
                            "15.75G of 15.75G hbm. Exceeded hbm capacity by "
                            "1.50M.");
  EXPECT_THAT(text, HasSubstr("must shrink by: 1.50M"));
  EXPECT_THAT(text, Not(HasSubstr("do not add up")));
  // 16.13 - 15.48 is 0.65G; published messages print the exact 667.13M.
  EXPECT_THAT(answer("Ran out of memory in memory space hbm. Used 16.13G of "
                     "15.48G hbm. Exceeded hbm capacity by 667.13M."),
              Not(HasSubstr("do not add up")));
}

TEST(ExplainLog, hbmInTotalWithoutItsBeginning) {
  std::string text = answer("RESOURCE_EXHAUSTED: Used 126.45G of 94.75G hbm. "
                            "Exceeded hbm capacity by 31.70G.");
  EXPECT_THAT(text, HasSubstr("E1000: CompileTimeHbmOom"));
  EXPECT_THAT(text, HasSubstr("used: 126.45G of 94.75G, must shrink by: "
                              "31.70G\n"));
  EXPECT_EQ(answer("Used 3.00M of 2.00M vmem. Exceeded vmem capacity by "
                   "1.00M."),
            "none");
}

TEST(ExplainLog, hbmOfBothCores) {
  std::string text = answer(LogMessageKind::HbmParts);
  EXPECT_THAT(text, HasSubstr("needed: 208.92G of 95.74G, must shrink by: "
                              "113.18G\nthe TensorCore leaves 60.92G for the "
                              "SparseCores, which use 174.10G\n"));
  EXPECT_THAT(text, HasSubstr("3. chips: at least 4 times as many, if all of "
                              "174.10G is divided over them"));
  const std::string &log = getPublishedLogs()[3].text;
  text = answer(replace(log, "34.82G", "100.00G"));
  EXPECT_THAT(text, HasSubstr("the TensorCore alone takes all"));
  EXPECT_THAT(text, HasSubstr("no number of chips helps"));
  EXPECT_THAT(answer(replace(log, "174.10G", "1.00G")),
              HasSubstr("34.82G and 1.00G do not exceed 95.74G"));
}

TEST(ExplainLog, allocations) {
  EXPECT_THAT(answer(LogMessageKind::BufferAllocation),
              HasSubstr("asked for: 8.00M, free: 6.43M, short by: 1.57M\n"));
  EXPECT_THAT(answer(LogMessageKind::ProgramAllocation),
              HasSubstr("program 'jit_embedding_pipeline_step_fn' asks for: "
                        "29.49G, free: 147.64M, short by: 29.35G\n"));
  const std::string &log = getPublishedLogs()[4].text;
  EXPECT_THAT(answer(replace(log, "6.43M", "8.00M")),
              HasSubstr("short by: less than is printed"));
  EXPECT_THAT(answer(replace(log, "6.43M", "9.00M")),
              HasSubstr("8.00M fit 9.00M"));
}

TEST(ExplainLog, programAllocationWithoutItsName) {
  const std::string log =
      "Attempting to reserve 29.49G at the bottom of memory. That was not "
      "possible. There are 147.64M free, 0B reserved, and 147.64M reservable.";
  std::string expected = "asked for: 29.49G, free: 147.64M, short by: 29.35G\n";
  EXPECT_THAT(answer(log), HasSubstr("E0101: "));
  EXPECT_THAT(answer(log), HasSubstr(expected));
  EXPECT_THAT(answer("E0101: RuntimeProgramAllocationFailure: " + log),
              HasSubstr(expected));
}

TEST(ExplainLog, inputs) {
  std::string text = answer(LogMessageKind::InputMismatch);
  EXPECT_THAT(text,
              HasSubstr("parameter 2482 is "
                        "bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}, 5242880 bytes; "
                        "given was bf16[16,1280,40]{1,2,0:T(8,128)(2,1)}, "
                        "1638400 bytes\n"));
  EXPECT_THAT(text, HasSubstr("only the layouts differ"));
  EXPECT_THAT(answer(LogMessageKind::InputType),
              Not(HasSubstr("only the layouts differ")));
  EXPECT_THAT(answer(replace(getPublishedLogs()[6].text, "1638400", "5242880")),
              HasSubstr("both sizes are 5242880"));
}

TEST(ExplainLog, limits) {
  EXPECT_THAT(answer(LogMessageKind::MaxIds),
              HasSubstr("table 'user_table' has 320 in a partition, "
                        "max_ids_per_partition is 256: 64 too many\n"
                        "max_ids_per_partition >= 320 would hold this batch"));
  EXPECT_THAT(answer(LogMessageKind::MaxIds), HasSubstr("minibatching"));
  EXPECT_THAT(answer(LogMessageKind::MaxIds), HasSubstr("id dropping"));
  EXPECT_THAT(answer(LogMessageKind::MaxUniqueIds),
              HasSubstr("max_unique_ids_per_partition >= 33"));
  EXPECT_THAT(answer(replace(getPublishedLogs()[10].text, "320", "256")),
              HasSubstr("the observed 256 is not greater than the set 256"));
}

TEST(ExplainLog, tileParts) {
  EXPECT_THAT(
      answer(LogMessageKind::FixedSize),
      HasSubstr("needed: 614656 bytes per tile, there are 524288, short "
                "by: 90368\n"));
  EXPECT_THAT(answer(LogMessageKind::GatherOperand),
              HasSubstr("2 times as many chips"));
}

TEST(ExplainLog, tilePartsWithoutNumbers) {
  for (const char *log :
       {"Gather operand too large...",
        "Fixed size allocations (...) do not fit in TileSpmem (...)"}) {
    std::string text = answer(log);
    EXPECT_THAT(text, HasSubstr("the message has no numbers: how much is "
                                "missing cannot be said; compile the program "
                                "with sc-compile"));
    EXPECT_THAT(text, Not(HasSubstr("cannot be used")));
    EXPECT_THAT(text, HasSubstr("what to do:\n  - use a smaller batch"));
  }
  EXPECT_THAT(answer("Fixed size allocations (614656 bytes) do not"),
              HasSubstr("the numbers cannot be used: the message is cut off"));
}

TEST(ExplainLog, errorsOfOtherTools) {
  std::string text = answer("E1001: CompileTimeScopedVmemOom: Allocation");
  EXPECT_THAT(text, HasSubstr("not reported by these tools"));
  EXPECT_EQ(answer("nothing"), "none");
}

} // namespace
} // namespace sc::test
