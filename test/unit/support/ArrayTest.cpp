// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation, and dtypes in numpy's spelling.

#include "runtime/support/Array.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace sc::runtime {
namespace {

using format::ElementType;

TEST(ArrayTest, IsZeroedAndAligned) {
  for (int64_t rows : {1, 3, 1 << 20}) {
    absl::StatusOr<Array> array = Array::create(ElementType::F32, {rows, 5});
    ASSERT_TRUE(array.ok()) << array.status();
    std::span<float> elements = array->getElements<float>();
    EXPECT_EQ(elements.size(), size_t(rows) * 5);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(elements.data()) % 64, 0u);
    EXPECT_TRUE(std::ranges::all_of(elements, [](float x) { return x == 0; }));
  }
}

TEST(ArrayTest, MayBeEmpty) {
  absl::StatusOr<Array> array = Array::create(ElementType::I64, {0, 4});
  ASSERT_TRUE(array.ok());
  EXPECT_TRUE(array->buffer.getBytes().empty());
}

TEST(ArrayTest, SizesThatDoNotFit) {
  EXPECT_EQ(Array::create(ElementType::F32, {1ll << 40, 1ll << 40})
                .status()
                .message(),
            "the size of f32[1099511627776x1099511627776] does not fit 64 "
            "bits");
  EXPECT_EQ(AlignedBytes::create(-1).status().message(),
            "cannot allocate -1 bytes");
  EXPECT_EQ(AlignedBytes::create(INT64_MAX).status().message(),
            "cannot allocate 9223372036854775807 bytes");
}

TEST(ArrayTest, EveryTypeHasANumpyName) {
  for (ElementType type : format::EnumValuesElementType()) {
    std::optional<NumpyType> parsed = parseNumpyType(getNumpyType(type));
    ASSERT_TRUE(parsed) << format::EnumNameElementType(type);
    EXPECT_TRUE(isReadAs(parsed->type, type));
    EXPECT_EQ(parsed->type == type, type != ElementType::F8E5M2);
    EXPECT_FALSE(parsed->isBigEndian);
  }
}

TEST(ArrayTest, NumpyNames) {
  EXPECT_TRUE(parseNumpyType(">f4")->isBigEndian);
  EXPECT_FALSE(parseNumpyType(">i1")->isBigEndian);
  EXPECT_EQ(parseNumpyType("=u8")->type, ElementType::U64);
  EXPECT_EQ(parseNumpyType("|V2")->type, ElementType::BF16);
  EXPECT_EQ(parseNumpyType("bfloat16")->type, ElementType::BF16);
  // As ml_dtypes saves them.
  EXPECT_EQ(parseNumpyType("<V1")->type, ElementType::F8E4M3FN);
  EXPECT_EQ(parseNumpyType("<f1")->type, ElementType::F8E5M2);
  EXPECT_FALSE(parseNumpyType(">f1")->isBigEndian);
  for (std::string_view descr : {"", "<", "f4", "|O", "<U857", "<c8", "<i2"})
    EXPECT_FALSE(parseNumpyType(descr)) << descr;
}

TEST(ArrayTest, VoidIsEitherKindOfFp8) {
  // numpy loads "|V1", but not the "<f1" of ml_dtypes.
  EXPECT_EQ(getNumpyType(ElementType::F8E4M3FN), "|V1");
  EXPECT_EQ(getNumpyType(ElementType::F8E5M2), "|V1");
  EXPECT_TRUE(isReadAs(ElementType::F8E4M3FN, ElementType::F8E5M2));
  EXPECT_FALSE(isReadAs(ElementType::F8E5M2, ElementType::F8E4M3FN));
  EXPECT_TRUE(isReadAs(ElementType::I8, ElementType::I8));
  EXPECT_FALSE(isReadAs(ElementType::I8, ElementType::F8E5M2));
  EXPECT_FALSE(isReadAs(ElementType::F8E4M3FN, ElementType::U8));
}

} // namespace
} // namespace sc::runtime
