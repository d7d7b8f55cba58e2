//===-- NativeVerifierTest.cpp - rules of native code ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures of native functions, and the buffers of their calls.

#include "test/unit/format/VerifierTest.h"

namespace sc::test {
namespace {

using format::ElementType;
using format::NativeOperand;

format::NativeCallT &getCall(format::ProgramT &p) {
  return *p.steps[kLeftOut]->body.AsNativeCall();
}

format::NativeFunctionT &getFunction(format::ProgramT &p) {
  return *p.native->functions[0];
}

#define EXPECT_NATIVE_REJECTED(statements, text)                               \
  EXPECT_REJECTED((addNativeCall(p), statements), text)

TEST(NativeVerifierTest, Accepted) { EXPECT_ACCEPTED(addNativeCall(p)); }

TEST(NativeVerifierTest, Functions) {
  EXPECT_NATIVE_REJECTED(getFunction(p).symbol = "",
                         "native function 0 '' has no symbol");
  EXPECT_NATIVE_REJECTED(getFunction(p).operands.pop_back(),
                         "native function 0 'sc_native0' has no results");
  EXPECT_NATIVE_REJECTED(
      getFunction(p).operands[0] = NativeOperand(ElementType(99), false, 64),
      "native function 0 'sc_native0': element type is 99, must be between 0 "
      "and 12");
  EXPECT_NATIVE_REJECTED(
      getFunction(p).operands[0] = NativeOperand(ElementType::F32, false, -1),
      "native function 0 'sc_native0': elements is -1, must be between 0 and "
      "70368744177664");
}

TEST(NativeVerifierTest, Calls) {
  EXPECT_NATIVE_REJECTED(p.native.reset(),
                         "step 5: calls native code, but the file has none");
  EXPECT_NATIVE_REJECTED(getCall(p).function = 1,
                         "step 5: function is 1, must be between 0 and 0");
  EXPECT_NATIVE_REJECTED(getCall(p).buffers.pop_back(),
                         "step 5: passes 1 buffers, the native function takes "
                         "2");
  EXPECT_NATIVE_REJECTED(getCall(p).buffers[0] = 10,
                         "step 5: operand is 10, must be between 0 and 9");
}

TEST(NativeVerifierTest, Operands) {
  EXPECT_NATIVE_REJECTED(
      getFunction(p).operands[0] = NativeOperand(ElementType::F32, false, 32),
      "step 5: operand 0 buffer 0 'x' has 64 elements of f32, the function "
      "takes 32 of f32");
  EXPECT_NATIVE_REJECTED(
      getFunction(p).operands[1] = NativeOperand(ElementType::I32, true, 64),
      "step 5: operand 1 buffer 1 'y' has 64 elements of f32, the function "
      "takes 64 of i32");
  EXPECT_NATIVE_REJECTED(getCall(p).buffers[0] = kXs,
                         "step 5: operand 0 buffer 2 'xs' has 2 instances, "
                         "must have 1");
  EXPECT_NATIVE_REJECTED(
      getCall(p).buffers[0] = kStack,
      "step 5: operand buffer 8 'stack' belongs to task 0, must belong to the "
      "host schedule");
}

TEST(NativeVerifierTest, Places) {
  EXPECT_NATIVE_REJECTED(
      (getCall(p).buffers[0] = kTable,
       getFunction(p).operands[0] = NativeOperand(ElementType::F32, false, 8)),
      "step 5: buffer 1 'y' is in host, buffer 9 'table' in "
      "hbm");
  EXPECT_NATIVE_REJECTED(
      getCall(p).buffers[0] = kY,
      "step 5: result buffer 1 'y' shares bytes with another operand");
}

} // namespace
} // namespace sc::test
