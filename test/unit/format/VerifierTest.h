//===-- VerifierTest.h - one changed field, one error -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the tests of the verifier.

#ifndef SC_TEST_UNIT_FORMAT_VERIFIERTEST_H
#define SC_TEST_UNIT_FORMAT_VERIFIERTEST_H

#include "runtime/format/Program.h"
#include "test/unit/format/SampleProgram.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sc::test {

/// The error for the sample after `change`; "" if it is accepted.
template <typename Change> std::string loadChanged(Change change) {
  format::ProgramT program = makeSample();
  change(program);
  absl::StatusOr<format::Executable> result =
      format::Executable::load(pack(program));
  if (result.ok())
    return "";
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(result.status().message());
}

/// Assigns `value` to `field` of the sample `p` and expects `text`.
#define EXPECT_REJECTED(statements, text)                                      \
  EXPECT_EQ(loadChanged([](format::ProgramT &p) { statements; }), text)

#define EXPECT_ACCEPTED(statements) EXPECT_REJECTED(statements, "")

} // namespace sc::test

#endif // SC_TEST_UNIT_FORMAT_VERIFIERTEST_H
