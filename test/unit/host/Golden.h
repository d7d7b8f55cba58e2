//===-- Golden.h - cases recorded from jax-tpu-embedding --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spec, inputs and expected outputs of one file of test/host/goldens.

#ifndef SC_TEST_UNIT_HOST_GOLDEN_H
#define SC_TEST_UNIT_HOST_GOLDEN_H

#include "runtime/host/Preprocessor.h"
#include "runtime/support/Npz.h"

#include "nlohmann/json.hpp"

#include <list>

namespace sc::test {

class Golden {
public:
  /// Fails the test and throws nlohmann's exceptions for a malformed file.
  explicit Golden(const std::string &path);

  const std::string &getExpectedKind() const { return expectedKind; }
  const std::string &getExpectedMessage() const { return expectedMessage; }
  int getNumHosts() const { return meta["num_hosts"]; }
  const std::vector<host::StackSpec> &getStacks() const { return stacks; }
  host::Topology getTopology() const;
  /// As JAX behaves: no checks that it does not have.
  host::Options getOptions() const;

  /// The inputs of a host; they live as long as this.
  std::vector<host::FeatureInput> makeInputs(int hostIndex);

  /// Expects what host `hostIndex` got in the golden's run.
  void expectResults(int hostIndex, const host::Results &results);

private:
  void readStacks();
  host::Input makeInput(const std::string &prefix, size_t feature);
  template <typename T> std::span<const T> read(const std::string &name);
  std::vector<int64_t> readIntegers(const std::string &name);
  void expectStack(int hostIndex, size_t stack,
                   const host::StackResult &result);

  runtime::NpzReader reader;
  std::list<runtime::Array> arrays;
  nlohmann::json meta;
  std::string expectedKind;
  std::string expectedMessage;
  std::vector<host::StackSpec> stacks;
  std::vector<std::string> featureNames; // by index in the file
};

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_GOLDEN_H
