//===-- Spec.h - what to preprocess ids for ---------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks as numbers: where each feature's samples and rows lie, and the limits.

#ifndef SC_RUNTIME_HOST_SPEC_H
#define SC_RUNTIME_HOST_SPEC_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sc::host {

/// Buckets of columns: a batch is split into no more.
inline constexpr int64_t kMaxMinibatches = 64;
/// Partitions begin at multiples of as many entries; rows of a shard and words
/// of a row are padded to such multiples too.
inline constexpr int64_t kAlignment = 8;

/// How the rows of one sample are combined: by weight, by weight over the sum
/// of weights, or by weight over the root of the sum of squared weights.
enum class Combiner { Sum, Mean, Sqrtn };

/// A feature, and its place in its stack.
struct FeatureSpec {
  std::string name; // unique among all stacks
  std::string table;
  int64_t vocabularySize = 0; // rows of the table before padding
  Combiner combiner = Combiner::Sum;
  int64_t rowOffset = 0; // first sample in the stack's global batch
  int64_t colOffset = 0; // first row of the table in the stack
  int64_t colShift = 0;  // rotation of the table over the SparseCores
};

/// Tables that share a buffer. Limits count after deduplication.
struct StackSpec {
  std::string name;
  std::vector<FeatureSpec> features;
  int64_t maxIdsPerPartition = 256;
  int64_t maxUniqueIdsPerPartition = 256;
  /// Entries for each device; without, as many as the limits allow.
  std::optional<int64_t> suggestedBufferSize;
};

struct Topology {
  int64_t localDevices = 1;  // that this host feeds
  int64_t globalDevices = 1; // that share the tables
  int64_t sparseCoresPerDevice = 4;
};

struct Options {
  /// Reserves row pointers for 64 minibatches, and splits a batch that exceeds
  /// the limits.
  bool enableMinibatching = false;
  /// Leaves out ids beyond the limits, and counts them; else they are an error.
  bool allowIdDropping = false;
  /// A full buffer is an error, unless ids may be dropped. JAX drops anyway.
  bool failOnBufferOverflow = true;
  /// Each id must be in the vocabulary; else just in 31 bits with its offset.
  bool checkIds = true;
  /// Weights must be finite, and their sums must not be zero.
  bool checkWeights = true;
  int threads = 1; // 0: one for each core
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_SPEC_H
