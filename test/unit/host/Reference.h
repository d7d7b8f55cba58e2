//===-- Reference.h - the format, slowly and obviously ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows docs/Preprocessing.md step by step, with lists and comparison sorts.

#ifndef SC_TEST_UNIT_HOST_REFERENCE_H
#define SC_TEST_UNIT_HOST_REFERENCE_H

#include "runtime/host/Results.h"
#include "runtime/host/Spec.h"

#include <set>

namespace sc::test {

/// Ids of each sample, and weights, or none.
struct ReferenceInput {
  std::vector<std::vector<int64_t>> ids;
  std::vector<std::vector<float>> weights;
};

/// One host's inputs: [stack][feature].
using ReferenceInputs = std::vector<std::vector<ReferenceInput>>;

struct ReferenceStack {
  std::vector<int32_t> rowPointers, embeddingIds, sampleIds;
  std::vector<float> gains;
  host::Statistics statistics;
  int64_t keptIds = 0; // counted one by one
  /// The largest of all partitions, or of all buckets of a split batch.
  int64_t largestIds = 0, largestUniqueIds = 0;
};

struct ReferenceResults {
  int64_t numMinibatches = 1;
  std::vector<ReferenceStack> stacks;
};

struct ReferenceProblem {
  std::vector<host::StackSpec> stacks;
  host::Topology topology;
  host::Options options;
  std::vector<int64_t> bufferSizes; // [stack]
  std::vector<ReferenceInputs> hosts;
};

/// Results of all hosts.
std::vector<ReferenceResults> computeReference(const ReferenceProblem &problem);

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_REFERENCE_H
