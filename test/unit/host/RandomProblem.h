//===-- RandomProblem.h - specs and batches by chance -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small, but with every option, and limits that are often exceeded.

#ifndef SC_TEST_UNIT_HOST_RANDOMPROBLEM_H
#define SC_TEST_UNIT_HOST_RANDOMPROBLEM_H

#include "runtime/host/Inputs.h"
#include "test/property/Random.h"
#include "test/unit/host/Reference.h"

#include <list>

namespace sc::test {

/// A spec without batches, which drawInputs adds.
ReferenceProblem drawProblem(Random &random);

/// One host's share of a batch.
ReferenceInputs drawInputs(Random &random, const ReferenceProblem &problem);

/// Inputs in memory, as dense, ragged or COO by chance.
class InputMemory {
public:
  explicit InputMemory(Random &random) : random(random) {}

  host::Input makeInput(const ReferenceInput &input);

private:
  template <typename T> host::Input makeTyped(const ReferenceInput &input);
  template <typename T> host::IdArray store(const std::vector<int64_t> &ids);
  template <typename T>
  host::DenseInput makeDenseInput(const ReferenceInput &input);
  std::byte *allocate(int64_t size);

  Random &random;
  std::list<std::vector<std::byte>> memory;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_RANDOMPROBLEM_H
