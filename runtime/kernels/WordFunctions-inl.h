//===-- WordFunctions-inl.h - row functions of vectors ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One type per function of runtime/format/RowFunctions.def that processors
// have, compiled once for each instruction set. Operands and results are
// vectors of floats; functions of i32 look at their bits. Included inside no
// namespace, after hwy/highway.h.

#if defined(SC_RUNTIME_KERNELS_WORDFUNCTIONS_INL_H) ==                         \
    defined(HWY_TARGET_TOGGLE)
#ifdef SC_RUNTIME_KERNELS_WORDFUNCTIONS_INL_H
#undef SC_RUNTIME_KERNELS_WORDFUNCTIONS_INL_H
#else
#define SC_RUNTIME_KERNELS_WORDFUNCTIONS_INL_H
#endif

#include "hwy/highway.h"

#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D> using Ints = hn::Vec<hn::RebindToSigned<D>>;

template <class D> HWY_INLINE Ints<D> toInts(D, hn::Vec<D> words) {
  return hn::BitCast(hn::RebindToSigned<D>(), words);
}

template <class D> HWY_INLINE hn::Vec<D> fromInts(D d, Ints<D> words) {
  return hn::BitCast(d, words);
}

/// 1 where the mask is set, else 0.
template <class D, class Mask> HWY_INLINE hn::Vec<D> toTruth(D d, Mask mask) {
  const hn::RebindToSigned<D> di;
  return fromInts(
      d, hn::IfThenElseZero(hn::RebindMask(di, mask), hn::Set(di, int32_t{1})));
}

/// Function `Name` of vectors `a`, or `a` and `b`, for lanes of `d`.
#define SC_UNARY(Name, expression)                                             \
  struct Name {                                                                \
    static constexpr int kOperands = 1;                                        \
    template <class D, class V = hn::Vec<D>>                                   \
    static HWY_INLINE V apply([[maybe_unused]] D d, V a) {                     \
      return expression;                                                       \
    }                                                                          \
  }
#define SC_BINARY(Name, expression)                                            \
  struct Name {                                                                \
    static constexpr int kOperands = 2;                                        \
    template <class D, class V = hn::Vec<D>>                                   \
    static HWY_INLINE V apply([[maybe_unused]] D d, V a, V b) {                \
      return expression;                                                       \
    }                                                                          \
  }
#define SC_BINARY_INT(Name, function)                                          \
  SC_BINARY(Name, fromInts(d, function(toInts(d, a), toInts(d, b))))
#define SC_COMPARE_INT(Name, function)                                         \
  SC_BINARY(Name, toTruth(d, function(toInts(d, a), toInts(d, b))))

SC_UNARY(CopyWord, a);

SC_BINARY(AddWords, hn::Add(a, b));
SC_BINARY(SubtractWords, hn::Sub(a, b));
SC_BINARY(MultiplyWords, hn::Mul(a, b));
SC_BINARY(DivideWords, hn::Div(a, b));
SC_UNARY(NegateWord, hn::Xor(a, hn::SignBit(d)));
SC_UNARY(AbsWord, hn::AndNot(hn::SignBit(d), a));
SC_UNARY(SqrtWord, hn::Sqrt(a));
SC_UNARY(RsqrtWord, hn::Div(hn::Set(d, 1.0f), hn::Sqrt(a)));

/// Equal numbers differ in the sign of a zero at most: the maximum has a sign
/// that both have, the minimum one that any has. A NaN of `b` fails the
/// comparison that would choose `a`.
SC_BINARY(MaximumWords,
          hn::IfThenElse(hn::IsNaN(a), a,
                         hn::IfThenElse(hn::Eq(a, b), hn::And(a, b),
                                        hn::IfThenElse(hn::Gt(a, b), a, b))));
SC_BINARY(MinimumWords,
          hn::IfThenElse(hn::IsNaN(a), a,
                         hn::IfThenElse(hn::Eq(a, b), hn::Or(a, b),
                                        hn::IfThenElse(hn::Lt(a, b), a, b))));

/// NaN and zeros are neither less nor greater than 0.
SC_UNARY(SignWord,
         hn::IfThenElse(hn::Or(hn::Lt(a, hn::Zero(d)), hn::Gt(a, hn::Zero(d))),
                        hn::Or(hn::And(a, hn::SignBit(d)), hn::Set(d, 1.0f)),
                        a));

SC_UNARY(IsFiniteWord,
         toTruth(d,
                 hn::Lt(hn::AndNot(hn::SignBit(d), a),
                        hn::Set(d, std::numeric_limits<float>::infinity()))));
SC_BINARY(EqualWords, toTruth(d, hn::Eq(a, b)));
/// True for NaN, unlike hn::Ne.
SC_BINARY(NotEqualWords, toTruth(d, hn::Not(hn::Eq(a, b))));
SC_BINARY(LessWords, toTruth(d, hn::Lt(a, b)));
SC_BINARY(LessEqualWords, toTruth(d, hn::Le(a, b)));

struct SelectWords {
  static constexpr int kOperands = 3;
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V apply(D d, V a, V b, V c) {
    const hn::RebindToSigned<D> di;
    const auto isFalse = hn::Eq(toInts(d, a), hn::Zero(di));
    return fromInts(d, hn::IfThenElse(isFalse, toInts(d, c), toInts(d, b)));
  }
};

SC_BINARY_INT(AndInts, hn::And);
SC_BINARY_INT(AddInts, hn::Add);
SC_BINARY_INT(SubtractInts, hn::Sub);
SC_BINARY_INT(MultiplyInts, hn::Mul);
SC_BINARY_INT(MaximumInts, hn::Max);
SC_BINARY_INT(MinimumInts, hn::Min);
SC_COMPARE_INT(EqualInts, hn::Eq);
SC_COMPARE_INT(NotEqualInts, hn::Ne);
SC_COMPARE_INT(LessInts, hn::Lt);
/// Highway has no Le of integers.
SC_BINARY(LessEqualInts,
          toTruth(d, hn::Not(hn::Gt(toInts(d, a), toInts(d, b)))));

SC_UNARY(IntToFloatWord, hn::ConvertTo(d, toInts(d, a)));

/// Toward zero. Conversions of numbers out of range differ among processors, so
/// those are 0 until the limits take their place; NaN stays 0.
struct FloatToIntWord {
  static constexpr int kOperands = 1;
  template <class D, class V = hn::Vec<D>> static HWY_INLINE V apply(D d, V a) {
    const hn::RebindToSigned<D> di;
    const auto end = hn::Set(d, 2147483648.0f);
    const auto begin = hn::Set(d, -2147483648.0f);
    const auto isLarge = hn::Ge(a, end), isSmall = hn::Lt(a, begin);
    const auto isSafe = hn::And(hn::Ge(a, begin), hn::Lt(a, end));
    const auto limit = hn::IfThenElse(hn::RebindMask(di, isSmall),
                                      hn::Set(di, INT32_MIN), hn::Zero(di));
    const auto limits = hn::IfThenElse(hn::RebindMask(di, isLarge),
                                       hn::Set(di, INT32_MAX), limit);
    const auto exact = hn::ConvertTo(di, hn::IfThenElseZero(isSafe, a));
    return fromInts(d, hn::Or(exact, limits));
  }
};

#undef SC_UNARY
#undef SC_BINARY
#undef SC_BINARY_INT
#undef SC_COMPARE_INT

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
