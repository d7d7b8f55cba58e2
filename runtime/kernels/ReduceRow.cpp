//===-- ReduceRow.cpp - rows folded to words ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row is folded in its order, so several rows go side by side: their
// chains of dependent operations overlap.

#include "runtime/kernels/RowKernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/ReduceRow.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "runtime/kernels/WordFunctions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using One = hn::CappedTag<float, 1>;

static HWY_INLINE hn::Vec<One> loadWord(const int32_t *word) {
  const One one;
  const hn::RebindToSigned<One> di;
  return hn::BitCast(one, hn::LoadU(di, word));
}

template <class Function>
static HWY_INLINE hn::Vec<One> fold(hn::Vec<One> sum, const int32_t *word) {
  return Function::apply(One(), sum, loadWord(word));
}

static HWY_INLINE void storeWord(hn::Vec<One> word, int32_t *result) {
  const hn::RebindToSigned<One> di;
  hn::StoreU(hn::BitCast(di, word), di, result);
}

template <class Function>
static HWY_INLINE void foldFour(const int32_t *rows, int32_t init,
                                int32_t *result, int64_t words) {
  auto sum0 = loadWord(&init), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  for (int64_t i = 0; i < words; ++i) {
    sum0 = fold<Function>(sum0, rows + i);
    sum1 = fold<Function>(sum1, rows + words + i);
    sum2 = fold<Function>(sum2, rows + 2 * words + i);
    sum3 = fold<Function>(sum3, rows + 3 * words + i);
  }
  storeWord(sum0, result);
  storeWord(sum1, result + 1);
  storeWord(sum2, result + 2);
  storeWord(sum3, result + 3);
}

template <class Function>
static void reduce(const int32_t *rows, int32_t init, int32_t *result,
                   int64_t count, int64_t words) {
  int64_t row = 0;
  for (; row + 4 <= count; row += 4)
    foldFour<Function>(rows + row * words, init, result + row, words);
  for (; row < count; ++row) {
    auto sum = loadWord(&init);
    for (int64_t i = 0; i < words; ++i)
      sum = fold<Function>(sum, rows + row * words + i);
    storeWord(sum, result + row);
  }
}

static void reduceRowsImpl(format::RowFunction function, const int32_t *rows,
                           int32_t init, int32_t *result, int64_t count,
                           int64_t words) {
  using format::RowFunction;
  switch (function) {
#define SC_CASE(function, Type)                                                \
  case RowFunction::function:                                                  \
    return reduce<Type>(rows, init, result, count, words);
    SC_CASE(Add, AddWords)
    SC_CASE(Multiply, MultiplyWords)
    SC_CASE(Maximum, MaximumWords)
    SC_CASE(Minimum, MinimumWords)
    SC_CASE(AndInt, AndInts)
    SC_CASE(AddInt, AddInts)
    SC_CASE(MultiplyInt, MultiplyInts)
    SC_CASE(MaximumInt, MaximumInts)
    SC_CASE(MinimumInt, MinimumInts)
#undef SC_CASE
  default:
    return;
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(reduceRowsImpl);

void reduceRows(format::RowFunction function, const int32_t *rows, int32_t init,
                int32_t *result, int64_t count, int64_t words) {
  HWY_DYNAMIC_DISPATCH(reduceRowsImpl)
  (function, rows, init, result, count, words);
}

} // namespace sc::kernels
#endif // HWY_ONCE
