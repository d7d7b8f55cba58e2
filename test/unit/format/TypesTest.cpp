// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and sizes of element types.

#include "runtime/format/Types.h"

#include "gtest/gtest.h"

namespace sc::format {
namespace {

std::optional<int64_t> count(std::vector<int64_t> shape) {
  return countElements(shape);
}

TEST(TypesTest, EveryElementTypeHasNameAndSize) {
  for (ElementType type : EnumValuesElementType()) {
    EXPECT_NE(getElementName(type), "?");
    EXPECT_GT(getElementBytes(type), 0);
  }
  EXPECT_EQ(getElementName(ElementType(99)), "?");
  EXPECT_EQ(getElementBytes(ElementType(99)), 0);
}

TEST(TypesTest, EverySpaceAndClassHasAName) {
  for (MemorySpace space : EnumValuesMemorySpace())
    EXPECT_NE(getSpaceName(space), "?");
  for (BufferClass bufferClass : EnumValuesBufferClass())
    EXPECT_NE(getClassName(bufferClass), "?");
  EXPECT_EQ(getSpaceName(MemorySpace(7)), "?");
  EXPECT_EQ(getClassName(BufferClass(99)), "?");
}

TEST(TypesTest, FormatsShapes) {
  EXPECT_EQ(formatType(ElementType::F32, std::vector<int64_t>{32, 8}),
            "f32[32x8]");
  EXPECT_EQ(formatType(ElementType::BF16, {}), "bf16[]");
}

TEST(TypesTest, CountsElements) {
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({3, 4}), 12);
  EXPECT_EQ(count({3, 0, INT64_MAX / 4}), 0);
  EXPECT_EQ(count({0, INT64_MAX, INT64_MAX}), std::nullopt);
  EXPECT_EQ(count({-1}), std::nullopt);
  EXPECT_EQ(count({1 << 30, 1 << 30, 16}), std::nullopt);
}

TEST(TypesTest, BytesMustFit) {
  std::vector<int64_t> shape = {INT64_MAX / 4};
  EXPECT_TRUE(countBytes(ElementType::F32, shape));
  EXPECT_FALSE(countBytes(ElementType::F64, shape));
}

} // namespace
} // namespace sc::format
