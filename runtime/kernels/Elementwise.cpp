//===-- Elementwise.cpp - functions of the words of rows ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One loop for each function and each mix of rows and single words. Operands
// that are dense, or one word for all, make one long row.

#include "runtime/kernels/RowsCall.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Elementwise.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "runtime/kernels/WordFunctions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A row, or a word that stands for it.
template <bool kIsOneWord> struct Source {
  const int32_t *words;
  int32_t word;

  explicit HWY_INLINE Source(const int32_t *words)
      : words(words), word(*words) {}

  template <class D> HWY_INLINE hn::Vec<D> load(D d, int64_t at) const {
    const hn::RebindToSigned<D> di;
    if constexpr (kIsOneWord)
      return hn::BitCast(d, hn::Set(di, word));
    else
      return hn::BitCast(d, hn::LoadU(di, words + at));
  }
};

template <class Function, class D, class... Sources>
static HWY_INLINE void applyVector(D d, int32_t *result, int64_t at,
                                   const Sources &...sources) {
  const hn::RebindToSigned<D> di;
  const auto words = Function::apply(d, sources.load(d, at)...);
  hn::StoreU(hn::BitCast(di, words), di, result + at);
}

template <class Function, class... Sources>
static HWY_INLINE void applyRow(int32_t *result, int64_t words,
                                const Sources &...sources) {
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 8> half;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  const int64_t halfLanes = hn::Lanes(half);
  int64_t at = 0;
  for (; at + 4 * lanes <= words; at += 4 * lanes) {
    applyVector<Function>(d, result, at, sources...);
    applyVector<Function>(d, result, at + lanes, sources...);
    applyVector<Function>(d, result, at + 2 * lanes, sources...);
    applyVector<Function>(d, result, at + 3 * lanes, sources...);
  }
  for (; at + lanes <= words; at += lanes)
    applyVector<Function>(d, result, at, sources...);
  for (; at + halfLanes <= words; at += halfLanes)
    applyVector<Function>(half, result, at, sources...);
  for (; at < words; ++at)
    applyVector<Function>(one, result, at, sources...);
}

template <class Function, bool... kIsOneWord, size_t... kOperand>
static HWY_INLINE void applyRows(const RowsCall &call,
                                 std::index_sequence<kOperand...>) {
  for (int64_t row = 0; row < call.count; ++row)
    applyRow<Function>(call.result + row * call.words, call.words,
                       Source<kIsOneWord>(call.getRow(kOperand, row))...);
}

/// Finds the loop for the operands, one after another.
template <class Function, bool... kIsOneWord>
static void apply(const RowsCall &call) {
  constexpr size_t kFound = sizeof...(kIsOneWord);
  if constexpr (kFound == Function::kOperands)
    applyRows<Function, kIsOneWord...>(call,
                                       std::make_index_sequence<kFound>());
  else if (call.operands[kFound].isOneWord)
    apply<Function, kIsOneWord..., true>(call);
  else
    apply<Function, kIsOneWord..., false>(call);
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
