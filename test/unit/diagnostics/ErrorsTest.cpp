//===-- ErrorsTest.cpp - the error catalogue ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published texts, to the character.

#include "runtime/format/Errors.h"

#include "gtest/gtest.h"

namespace sc::format {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;
constexpr int64_t kGiB = int64_t{1} << 30;

/// Bytes that print as that many hundredths of a GiB.
constexpr int64_t gib(int64_t hundredths) { return hundredths * kGiB / 100; }

TEST(Errors, codesNamesAndStatuses) {
  const ErrorInfo &error = getError(ErrorCode::E3001);
  EXPECT_EQ(error.code, "E3001");
  EXPECT_EQ(error.name, "CompileTimeSparseCoreInvalidReplicaCount");
  EXPECT_EQ(error.status, "INVALID_ARGUMENT");
  EXPECT_EQ(getErrorLink(error), "https://openxla.org/xla/errors/error_3001");
  EXPECT_EQ(getError(ErrorCode::E0200).status, "INTERNAL");
  EXPECT_EQ(getError(ErrorCode::E2001).status, "UNIMPLEMENTED");
  EXPECT_EQ(getErrors().size(), 12u);
}

TEST(Errors, tableIsSortedAndFindable) {
  for (size_t i = 0; i < getErrors().size(); ++i) {
    const ErrorInfo &error = getErrors()[i];
    EXPECT_EQ(static_cast<size_t>(error.id), i);
    EXPECT_EQ(findError(error.code), &error);
    if (i > 0) {
      EXPECT_LT(getErrors()[i - 1].code, error.code);
    }
  }
  EXPECT_EQ(findError("E9999"), nullptr);
  EXPECT_EQ(findError(""), nullptr);
}

TEST(Errors, form) {
  EXPECT_EQ(formatError(ErrorCode::E1000, "message"),
            "E1000: CompileTimeHbmOom:\nmessage\nSee "
            "https://openxla.org/xla/errors/error_1000 for more details.");
}

TEST(Errors, bytes) {
  EXPECT_EQ(formatErrorBytes(0), "0B");
  EXPECT_EQ(formatErrorBytes(1), "1B");
  EXPECT_EQ(formatErrorBytes(1023), "1023B");
  EXPECT_EQ(formatErrorBytes(1024), "1.00K");
  EXPECT_EQ(formatErrorBytes(1054), "1.03K");
  EXPECT_EQ(formatErrorBytes(kMiB - 1), "1.00M"); // not 1024.00K
  EXPECT_EQ(formatErrorBytes(154811760), "147.64M");
  EXPECT_EQ(formatErrorBytes(31664646840), "29.49G");
  EXPECT_EQ(formatErrorBytes(INT64_MAX), "8.00E");
  EXPECT_EQ(formatErrorBytes(-8 * kMiB), "-8.00M");
  EXPECT_EQ(formatErrorBytes(INT64_MIN), "-8.00E");
}

TEST(Errors, replicaCount) {
  EXPECT_EQ(
      describeReplicaCount({.maxIds = 141352,
                            .maxUniqueIds = 8,
                            .width = 8,
                            .samples = 204800,
                            .vectorSplits = 1,
                            .sampleSplits = 1,
                            .fixedSizeBytes = 410880,
                            .rowDependentBytes = 1696224,
                            .tileSpmemBytes = 524288}),
      "No viable logical replica count for the embedding table with metadata: "
      "max_nz_per_row = 141352, max_unique_nz_per_row = 8, feature_width = 8, "
      "sample_count = 204800 (last tried split factor for vector splitting = "
      "1, last tried split factor for sample dimension splitting = 1, "
      "fixed_size_allocation_bytes = 410880, "
      "row_dependent_size_allocation_bytes = 1696224, total_spmem_size_bytes "
      "= 524288)");
}

TEST(Errors, tileAllocation) {
  EXPECT_EQ(describeTileAllocation(117265, 23440, 131072, 201),
            "'memref.alloca' op current allocation offset upper bound (140704 "
            "words) exceeds the legitimate user allocatable offset upper bound "
            "(131071 words) in memory space 201 when allocating 23440 words.");
  EXPECT_NE(describeTileAllocation(INT64_MAX, INT64_MAX, 1, 201)
                .find("(18446744073709551613 words)"),
            std::string::npos);
}

TEST(Errors, hbmOfTensorCoreAndSparseCore) {
  EXPECT_EQ(describeHbmOom(gib(3482) + 50, gib(17410) + 50, gib(9574) + 50),
            "TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, "
            "exceeding available bytes: 95.74G");
  // In whole GiB these would not exceed anything.
  EXPECT_EQ(describeHbmOom(kGiB / 2, kGiB / 2 + 1, kGiB),
            "TPU TensorCore Hbm usage: 536870912B, SparseCore Hbm usage "
            "536870913B, exceeding available bytes: 1073741824B");
}

TEST(Errors, hbmInTotal) {
  EXPECT_EQ(describeHbmOom(gib(4934) + 50, 32 * kGiB),
            "XLA:TPU compile permanent error. Ran out of memory in memory "
            "space hbm. Used 49.34G of 32.00G hbm. Exceeded hbm capacity by "
            "17.34G.");
}

TEST(Errors, hbmExcessIsOfThePrintedNumbers) {
  // 1.004 + 0.004: 15.01 - 14.00 is 1.01, though the excess is 1.008.
  EXPECT_NE(describeHbmOom(14 * kGiB + gib(100) + kGiB * 8 / 1000, 14 * kGiB)
                .find("Used 15.01G of 14.00G hbm. Exceeded hbm capacity by "
                      "1.01G."),
            std::string::npos);
  // Terabytes stay in the unit of the capacity.
  EXPECT_NE(describeHbmOom(2048 * kGiB, gib(9574) + 50)
                .find("Used 2048.00G of 95.74G hbm. Exceeded hbm capacity by "
                      "1952.26G."),
            std::string::npos);
  EXPECT_NE(describeHbmOom(32 * kGiB + kMiB, 32 * kGiB)
                .find("Used 32769.00M of 32768.00M hbm. Exceeded hbm capacity "
                      "by 1.00M."),
            std::string::npos);
}

TEST(Errors, bufferAllocation) {
  EXPECT_EQ(describeBufferAllocation(8 * kMiB, 6742344, "0x0x1_HBM0"),
            "Attempting to allocate 8.00M. That was not possible. There are "
            "6.43M free.; (0x0x1_HBM0)");
  EXPECT_EQ(describeBufferAllocation(8 * kMiB, 8 * kMiB - 1024, "0x0x0_HBM0"),
            "Attempting to allocate 8192.00K. That was not possible. There are "
            "8191.00K free.; (0x0x0_HBM0)");
}

TEST(Errors, programAllocation) {
  EXPECT_EQ(describeProgramAllocation("jit_embedding_pipeline_step_fn",
                                      31664646840, 154811760, 0, 154811760),
            "Error loading program 'jit_embedding_pipeline_step_fn': "
            "Attempting to reserve 29.49G at the bottom of memory. That was "
            "not possible. There are 147.64M free, 0B reserved, and 147.64M "
            "reservable.");
  EXPECT_NE(describeProgramAllocation("p", 2048, 1024, 512, 512)
                .find("There are 1.00K free, 512B reserved, and 512B "
                      "reservable."),
            std::string::npos);
}

TEST(Errors, inputMismatch) {
  // 16 * 1280 * 40 padded to 128 * 2 bytes; 16 * 40 * 1280 * 2 bytes.
  EXPECT_EQ(describeInputMismatch(2482, 16 * 1280 * 128 * 2,
                                  "bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}",
                                  16 * 40 * 1280 * 2,
                                  "bf16[16,1280,40]{1,2,0:T(8,128)(2,1)}"),
            "expected parameter 2482 of size 5242880 "
            "(bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}) but got buffer with "
            "incompatible "
            "size 1638400 (bf16[16,1280,40]{1,2,0:T(8,128)(2,1)})");
  EXPECT_EQ(describeInputMismatch(0, 24, "f32[2,3]{1,0}", 24, "f32[3,2]{1,0}"),
            "expected parameter 0 of size 24 (f32[2,3]{1,0}) but got buffer of "
            "that size with another type (f32[3,2]{1,0})");
}

TEST(Errors, withoutCode) {
  EXPECT_EQ(describeFixedSize(614656, 524288),
            "Fixed size allocations (614656 bytes) do not fit in TileSpmem "
            "(524288 bytes)");
  EXPECT_EQ(describeGatherOperand(819200, 524288),
            "Gather operand too large: 819200 bytes per tile, TileSpmem has "
            "524288 bytes");
}

} // namespace
} // namespace sc::format
