//===-- Elementwise.cpp - functions of the words of rows ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One loop for each function. Operands that are dense, or one word for all,
// make one long row.

#include "runtime/kernels/RowsCall.h"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Elementwise.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "runtime/kernels/WordFunctions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The most lanes of a vector here.
static constexpr int64_t kMostLanes = 16;

/// A row, or copies of the word that stands for it: one loop then does for all
/// mixes of them.
struct Source {
  const int32_t *words;
  int64_t step; // 0: the same words again and again

  template <class D> HWY_INLINE hn::Vec<D> load(D d, int64_t at) const {
    const hn::RebindToSigned<D> di;
    return hn::BitCast(d, hn::LoadU(di, words + at * step));
  }
};

template <class Function, class D, size_t... kOperand>
static HWY_INLINE void applyVector(D d, int32_t *result, int64_t at,
                                   const Source *sources,
                                   std::index_sequence<kOperand...>) {
  const hn::RebindToSigned<D> di;
  const auto words = Function::apply(d, sources[kOperand].load(d, at)...);
  hn::StoreU(hn::BitCast(di, words), di, result + at);
}

template <class Function>
static HWY_INLINE void applyRow(int32_t *result, int64_t words,
                                const Source *sources) {
  constexpr auto operands = std::make_index_sequence<Function::kOperands>();
  const hn::CappedTag<float, kMostLanes> d;
  const hn::CappedTag<float, 8> half;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  const int64_t halfLanes = hn::Lanes(half);
  int64_t at = 0;
  for (; at + lanes <= words; at += lanes)
    applyVector<Function>(d, result, at, sources, operands);
  for (; at + halfLanes <= words; at += halfLanes)
    applyVector<Function>(half, result, at, sources, operands);
  for (; at < words; ++at)
    applyVector<Function>(one, result, at, sources, operands);
}

template <class Function> static void apply(const RowsCall &call) {
  alignas(64) int32_t copies[Function::kOperands][kMostLanes];
  Source sources[Function::kOperands];
  for (int64_t row = 0; row < call.count; ++row) {
    for (size_t operand = 0; operand < Function::kOperands; ++operand) {
      const int32_t *words = call.getRow(operand, row);
      sources[operand] = {words, 1};
      if (!call.operands[operand].isOneWord)
        continue;
      std::fill_n(copies[operand], kMostLanes, *words);
      sources[operand] = {copies[operand], 0};
    }
    applyRow<Function>(call.result + row * call.words, call.words, sources);
  }
}

static void elementwiseImpl(format::RowFunction function,
                            const RowsCall &call) {
  using format::RowFunction;
  switch (function) {
#define SC_CASE(function, Type)                                                \
  case RowFunction::function:                                                  \
    return apply<Type>(call);
    SC_CASE(Copy, CopyWord)
    SC_CASE(Add, AddWords)
    SC_CASE(Subtract, SubtractWords)
    SC_CASE(Multiply, MultiplyWords)
    SC_CASE(Divide, DivideWords)
    SC_CASE(Maximum, MaximumWords)
    SC_CASE(Minimum, MinimumWords)
    SC_CASE(Negate, NegateWord)
    SC_CASE(Abs, AbsWord)
    SC_CASE(Sign, SignWord)
    SC_CASE(Sqrt, SqrtWord)
    SC_CASE(Rsqrt, RsqrtWord)
    SC_CASE(IsFinite, IsFiniteWord)
    SC_CASE(Equal, EqualWords)
    SC_CASE(NotEqual, NotEqualWords)
    SC_CASE(Less, LessWords)
    SC_CASE(LessEqual, LessEqualWords)
    SC_CASE(Select, SelectWords)
    SC_CASE(AndInt, AndInts)
    SC_CASE(AddInt, AddInts)
    SC_CASE(SubtractInt, SubtractInts)
    SC_CASE(MultiplyInt, MultiplyInts)
    SC_CASE(MaximumInt, MaximumInts)
    SC_CASE(MinimumInt, MinimumInts)
    SC_CASE(EqualInt, EqualInts)
    SC_CASE(NotEqualInt, NotEqualInts)
    SC_CASE(LessInt, LessInts)
    SC_CASE(LessEqualInt, LessEqualInts)
    SC_CASE(IntToFloat, IntToFloatWord)
    SC_CASE(FloatToInt, FloatToIntWord)
#undef SC_CASE
  default:
    return applyLibraryFunction(function, call);
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(elementwiseImpl);

/// Where a row is one word, or the only one, an operand may be said to be dense
/// or one word for all.
static void simplify(RowsCall &call) {
  for (RowOperand &operand : call.operands) {
    if (call.count == 1)
      operand.isOneRow = operand.isOneWord;
    if (call.words == 1)
      operand.isOneWord = operand.isOneRow;
  }
}

/// Whether row after row is one long row for every operand.
static bool isLinear(const RowsCall &call) {
  for (const RowOperand &operand : call.operands)
    if (operand.isOneRow != operand.isOneWord)
      return false;
  return true;
}

void elementwise(format::RowFunction function, const RowOperands &operands,
                 int32_t *result, int64_t count, int64_t words) {
  if (count == 0 || words == 0)
    return;
  RowsCall call{operands, result, count, words};
  simplify(call);
  if (isLinear(call)) {
    call.words *= call.count;
    call.count = 1;
  }
  HWY_DYNAMIC_DISPATCH(elementwiseImpl)(function, call);
}

} // namespace sc::kernels
#endif // HWY_ONCE
