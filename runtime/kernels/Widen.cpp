//===-- Widen.cpp - f32 rows from narrow ones -----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/NarrowTables.md defines the value of every code. Product and sum are
// rounded apart.

#include "runtime/format/FloatCodes.h"
#include "runtime/kernels/RowKernels.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels/Widen.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#ifndef SC_RUNTIME_KERNELS_WIDEN_ROW_SCALE
#define SC_RUNTIME_KERNELS_WIDEN_ROW_SCALE
namespace sc::kernels {

/// The words that scale a row; 1 and 0 where it has none.
struct RowScale {
  float scale = 1;
  float low = 0;
};

} // namespace sc::kernels
#endif // SC_RUNTIME_KERNELS_WIDEN_ROW_SCALE

HWY_BEFORE_NAMESPACE();
namespace sc::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Each kind of row turns a vector of codes from `codes` on into floats.
struct Bf16Row {
  explicit Bf16Row(const RowScale &) {}

  template <class D>
  HWY_INLINE hn::Vec<D> widen(D d, const std::byte *codes) const {
    const hn::Rebind<uint16_t, D> d16;
    const hn::RebindToUnsigned<D> d32;
    const auto *halves = reinterpret_cast<const uint16_t *>(codes);
    const auto bits = hn::PromoteTo(d32, hn::LoadU(d16, halves));
    return hn::BitCast(d, hn::ShiftLeft<16>(bits));
  }
  static constexpr int64_t kCodeBytes = 2;
};

template <class D>
static HWY_INLINE hn::Vec<hn::RebindToSigned<D>>
loadInt8(const std::byte *codes) {
  const hn::Rebind<int8_t, D> d8;
  const hn::RebindToSigned<D> d32;
  const auto *bytes = reinterpret_cast<const int8_t *>(codes);
  return hn::PromoteTo(d32, hn::LoadU(d8, bytes));
}

struct Int8Row {
  explicit Int8Row(const RowScale &words) : words(words) {}

  template <class D>
  HWY_INLINE hn::Vec<D> widen(D d, const std::byte *codes) const {
    const auto values = hn::ConvertTo(d, loadInt8<D>(codes));
    return hn::Mul(values, hn::Set(d, words.scale));
  }
  static constexpr int64_t kCodeBytes = 1;
  RowScale words;
};

struct Int8AffineRow {
  explicit Int8AffineRow(const RowScale &words) : words(words) {}

  template <class D>
  HWY_INLINE hn::Vec<D> widen(D d, const std::byte *codes) const {
    const hn::RebindToSigned<D> d32;
    const auto places = hn::Add(loadInt8<D>(codes), hn::Set(d32, 128));
    const auto product =
        hn::Mul(hn::ConvertTo(d, places), hn::Set(d, words.scale));
    return hn::Add(product, hn::Set(d, words.low));
  }
  static constexpr int64_t kCodeBytes = 1;
  RowScale words;
};

template <const format::Fp8Values &kValues, bool kIsScaled> struct Fp8Row {
  explicit Fp8Row(const RowScale &words) : words(words) {}

  template <class D>
  HWY_INLINE hn::Vec<D> widen(D d, const std::byte *codes) const {
    const hn::Rebind<uint8_t, D> d8;
    const hn::RebindToSigned<D> d32;
    const auto *bytes = reinterpret_cast<const uint8_t *>(codes);
    const auto places = hn::PromoteTo(d32, hn::LoadU(d8, bytes));
    const auto value = hn::GatherIndex(d, kValues.data(), places);
    return kIsScaled ? hn::Mul(value, hn::Set(d, words.scale)) : value;
  }
  static constexpr int64_t kCodeBytes = 1;
  RowScale words;
};

template <class Row>
static HWY_INLINE void widenRow(const Row &row, const std::byte *codes,
                                float *destination, int64_t words) {
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = hn::Lanes(d);
  int64_t i = 0;
  for (; i + lanes <= words; i += lanes)
    hn::StoreU(row.widen(d, codes + i * Row::kCodeBytes), d, destination + i);
  for (; i < words; ++i)
    hn::StoreU(row.widen(one, codes + i * Row::kCodeBytes), one,
               destination + i);
}

static RowScale loadScale(const std::byte *words, bool hasLow) {
  RowScale row;
  if (!words)
    return row;
  std::memcpy(&row.scale, words, sizeof(float));
  if (hasLow)
    std::memcpy(&row.low, words + sizeof(float), sizeof(float));
  return row;
}

template <class Row, bool kHasLow = false>
static void widenAll(const CodeRows &rows, float *destination, int64_t count,
                     int64_t words) {
  for (int64_t i = 0; i < count; ++i) {
    const std::byte *scale =
        rows.scales ? rows.scales + i * rows.scalesStride : nullptr;
    widenRow(Row(loadScale(scale, kHasLow)), rows.codes + i * rows.stride,
             destination + i * words, words);
  }
}

template <const format::Fp8Values &kValues>
static void widenFp8(const CodeRows &rows, float *destination, int64_t count,
                     int64_t words) {
  if (rows.scales)
    widenAll<Fp8Row<kValues, true>>(rows, destination, count, words);
  else
    widenAll<Fp8Row<kValues, false>>(rows, destination, count, words);
}

static void widenRowsImpl(format::RowType type, const CodeRows &rows,
                          float *destination, int64_t count, int64_t words) {
  switch (type) {
  case format::RowType::BF16:
    return widenAll<Bf16Row>(rows, destination, count, words);
  case format::RowType::Fp8E4M3:
    return widenFp8<format::kFp8Values<format::kE4M3>>(rows, destination, count,
                                                       words);
  case format::RowType::Fp8E5M2:
    return widenFp8<format::kFp8Values<format::kE5M2>>(rows, destination, count,
                                                       words);
  case format::RowType::Int8:
    return widenAll<Int8Row>(rows, destination, count, words);
  case format::RowType::Int8Affine:
    return widenAll<Int8AffineRow, true>(rows, destination, count, words);
  case format::RowType::F32:
    return;
  }
}

} // namespace sc::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sc::kernels {

HWY_EXPORT(widenRowsImpl);

void widenRows(format::RowType type, const CodeRows &rows, float *destination,
               int64_t count, int64_t words) {
  HWY_DYNAMIC_DISPATCH(widenRowsImpl)(type, rows, destination, count, words);
}

} // namespace sc::kernels
#endif // HWY_ONCE
