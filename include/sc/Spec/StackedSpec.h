//===-- StackedSpec.h - tables as the devices hold them ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stacking makes of an EmbeddingSpec for one topology, with reasons.
// EmbeddingSpecProto has this form. No MLIR.

#ifndef SC_SPEC_STACKEDSPEC_H
#define SC_SPEC_STACKEDSPEC_H

#include "sc/Spec/EmbeddingSpec.h"

namespace sc::spec {

struct StackedFeature {
  Feature feature;
  int64_t rowOffset = 0; // first sample in the stack's global batch
  int64_t colOffset = 0; // first row of the table in the stack
  int64_t colShift = 0;  // rotation of the table

  bool operator==(const StackedFeature &) const = default;
};

struct StackedTable {
  Table table;
  int64_t paddedVocabularySize = 0; // up to a multiple of 8 * SparseCores
  int64_t paddedEmbeddingDim = 0;   // up to a multiple of 8
  int64_t rowOffsetInShard = 0;     // rows of a SparseCore before it
  int64_t shardRotation = 0;        // SparseCores, below their number
  std::vector<StackedFeature> features;

  bool operator==(const StackedTable &) const = default;
};

struct Stack {
  std::string name;
  int64_t vocabularySize = 0; // sum of the padded ones
  int64_t embeddingDim = 0;   // padded
  int64_t sampleCount = 0;    // of all features and devices
  int64_t maxIdsPerPartition = 0;
  int64_t maxUniqueIdsPerPartition = 0;
  std::optional<int64_t> suggestedBufferSize; // entries of one device
  std::optional<int64_t> activationBytesLimit;
  std::vector<StackedTable> tables; // never empty
  /// Sentences for the user: why these tables, why these limits.
  std::vector<std::string> reasons;

  bool operator==(const Stack &) const = default;
};

struct StackedSpec {
  Topology topology;
  std::vector<Stack> stacks;
  std::optional<Config> config;

  bool operator==(const StackedSpec &) const = default;
};

/// The SparseCores that `rotation` moves by: from 0 to `numSparseCores` - 1,
/// also for a negative one.
inline int64_t getRotation(int64_t rotation, int64_t numSparseCores) {
  rotation %= numSparseCores;
  return rotation < 0 ? rotation + numSparseCores : rotation;
}

} // namespace sc::spec

#endif // SC_SPEC_STACKEDSPEC_H
