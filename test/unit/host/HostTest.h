//===-- HostTest.h - small specs and batches --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the unit tests of the host library share.

#ifndef SC_TEST_UNIT_HOST_HOSTTEST_H
#define SC_TEST_UNIT_HOST_HOSTTEST_H

#include "runtime/host/Preprocessor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sc::test {

/// Feature "clicks" of table "user_table", alone in its stack.
inline host::StackSpec makeStack(int64_t vocabularySize = 64) {
  host::StackSpec stack;
  stack.name = "user_table";
  host::FeatureSpec feature;
  feature.name = "clicks";
  feature.table = "user_table";
  feature.vocabularySize = vocabularySize;
  stack.features = {feature};
  return stack;
}

/// Two tables of 16 rows, "a" for feature "fa" and "b" for "fb", of 8 samples
/// each; 4 SparseCores.
inline host::StackSpec makePair() {
  host::StackSpec stack;
  stack.name = "a_b";
  host::FeatureSpec feature;
  feature.name = "fa";
  feature.table = "a";
  feature.vocabularySize = 16;
  stack.features = {feature, feature};
  stack.features[1].name = "fb";
  stack.features[1].table = "b";
  stack.features[1].rowOffset = 8;
  stack.features[1].colOffset = 32;
  return stack;
}

inline std::string getCreateError(const std::vector<host::StackSpec> &stacks,
                                  const host::Topology &topology = {},
                                  const host::Options &options = {}) {
  return std::string(
      host::Preprocessor::create(stacks, topology, options).status().message());
}

/// The error of running one batch; "" if there is none.
inline std::string getRunError(const std::vector<host::StackSpec> &stacks,
                               const std::vector<host::FeatureInput> &inputs,
                               const host::Options &options = {},
                               const host::Topology &topology = {}) {
  auto preprocessor = host::Preprocessor::create(stacks, topology, options);
  if (!preprocessor.ok())
    return "create: " + std::string(preprocessor.status().message());
  return std::string(preprocessor->run({0, inputs}).status().message());
}

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_HOSTTEST_H
