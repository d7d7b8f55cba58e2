//===-- SlowCodes.h - codes found by their distance -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 and FP8 for the reference of the property tests. Of two codes that are
// as near, the even one wins.

#ifndef SC_TEST_UNIT_QUANTIZE_SLOWCODES_H
#define SC_TEST_UNIT_QUANTIZE_SLOWCODES_H

#include "runtime/format/RowFormat.h"

namespace sc::test {

/// One of the two kinds of FP8.
struct FloatKind {
  int mantissaBits;
  int bias;
  int maxCode; // of the largest finite number
  int nanCode;
};

FloatKind getKind(format::RowType type);
int encodeFp8(const FloatKind &kind, float value);
float decodeFp8(const FloatKind &kind, int code);
int encodeBf16(float value);

} // namespace sc::test

#endif // SC_TEST_UNIT_QUANTIZE_SLOWCODES_H
