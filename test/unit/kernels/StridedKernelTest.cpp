//===-- StridedKernelTest.cpp - strided copies and fills -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// copyRows, stridedCopy and stridedFill against plain loops.

#include "KernelTest.h"

#include <algorithm>
#include <cstring>
#include <functional>

using namespace sc;
using namespace sc::test;
using kernels::CopyDim;

namespace {

class StridedTest : public testing::Test {
protected:
  int draw(int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  }

  unsigned seed = getSeed();
  std::mt19937 random{seed};
};

std::byte *asBytes(std::vector<uint8_t> &bytes) {
  return reinterpret_cast<std::byte *>(bytes.data());
}

TEST_F(StridedTest, CopyRowsEqualsAPlainLoop) {
  for (int64_t rowBytes : {1, 2, 4, 8, 12, 16, 32, 36, 64, 256})
    for (int64_t rows = 0; rows < 20; ++rows) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      int64_t from = rowBytes + draw(2) * 4, to = rowBytes + draw(2) * 4;
      std::vector<uint8_t> source(static_cast<size_t>(20 * from + 1));
      for (uint8_t &byte : source)
        byte = static_cast<uint8_t>(random());
      std::vector<uint8_t> result(static_cast<size_t>(20 * to)),
          expected = result;
      for (int64_t row = 0; row < rows; ++row)
        std::memcpy(expected.data() + row * to, source.data() + 1 + row * from,
                    static_cast<size_t>(rowBytes));
      kernels::copyRows(asBytes(source) + 1, from, asBytes(result), to, rows,
                        rowBytes);
      EXPECT_EQ(result, expected);
    }
}

void forEachPlace(std::span<const CopyDim> dims, int64_t from, int64_t to,
                  const std::function<void(int64_t, int64_t)> &body) {
  if (dims.empty())
    return body(from, to);
  for (int64_t i = 0; i < dims[0].size; ++i)
    forEachPlace(dims.subspan(1), from + i * dims[0].sourceStride,
                 to + i * dims[0].destinationStride, body);
}

/// Random sizes with the destination dense in a random order of dimensions and
/// the source strided, permuted, repeated or reversed.
struct Case {
  std::vector<CopyDim> dims;
  int64_t sourceFirst = 0;
};

Case makeCase(std::mt19937 &random, int64_t elementBytes) {
  Case result;
  size_t rank = random() % 5;
  for (size_t i = 0; i < rank; ++i)
    result.dims.push_back(
        {static_cast<int64_t>(random() % 4 + (random() % 9 > 0)), 0, 0});
  for (bool isSource : {false, true}) {
    std::vector<size_t> order(rank);
    for (size_t i = 0; i < rank; ++i)
      order[i] = i;
    if (random() % 2)
      std::shuffle(order.begin(), order.end(), random);
    int64_t stride = elementBytes;
    for (size_t i = rank; i-- > 0;) {
      CopyDim &dim = result.dims[order[i]];
      (isSource ? dim.sourceStride : dim.destinationStride) = stride;
      stride *= std::max<int64_t>(1, dim.size);
      if (random() % 4 == 0)
        stride += elementBytes;
    }
  }
  for (CopyDim &dim : result.dims) {
    if (random() % 8 == 0)
      dim.sourceStride = 0;
    if (random() % 8 == 0 && dim.size > 0) {
      result.sourceFirst += dim.sourceStride * (dim.size - 1);
      dim.sourceStride = -dim.sourceStride;
    }
  }
  return result;
}

TEST_F(StridedTest, CopyAndFillEqualPlainLoops) {
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " round " << round);
    int64_t elementBytes = int64_t{1} << draw(4);
    Case test = makeCase(random, elementBytes);
    std::vector<uint8_t> source(1 << 14), result(1 << 14), fill(1 << 14);
    for (uint8_t &byte : source)
      byte = static_cast<uint8_t>(random());
    std::vector<uint8_t> expected = result, expectedFill = fill;
    auto size = static_cast<size_t>(elementBytes);
    forEachPlace(test.dims, test.sourceFirst, 0, [&](int64_t from, int64_t to) {
      std::memcpy(expected.data() + to, source.data() + from, size);
      std::memcpy(expectedFill.data() + to, source.data(), size);
    });
    kernels::stridedCopy(asBytes(source) + test.sourceFirst, asBytes(result),
                         test.dims, elementBytes);
    EXPECT_EQ(result, expected);
    kernels::stridedFill(asBytes(fill), test.dims, {asBytes(source), size});
    EXPECT_EQ(fill, expectedFill);
  }
}

} // namespace
