//===-- EmbeddingSpec.h - what users say of tables --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logical side of an embedding program: before stacking, padding and
// sharding. docs/EmbeddingSpec.md defines the files it comes from. No MLIR.

#ifndef SC_SPEC_EMBEDDINGSPEC_H
#define SC_SPEC_EMBEDDINGSPEC_H

#include "runtime/host/Spec.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sc::spec {

using host::Combiner;

/// One set of hyperparameters; tables stack only if theirs are equal.
struct Optimizer {
  /// A name of getOptimizerTypes.
  std::string type = "sgd";
  /// At most one of the two.
  std::optional<float> learningRate;
  std::string learningRateTag; // of a rate that is computed at run time
  std::map<std::string, float> floatParams;
  std::map<std::string, bool> boolParams;

  bool operator==(const Optimizer &) const = default;
};

/// Simulated quantization of the rows that are looked up.
struct Quantization {
  int64_t numBuckets = 0;
  float minValue = 0;
  float maxValue = 0;

  bool operator==(const Quantization &) const = default;
};

/// Limits and the size of the entry buffer; what is unset is derived.
struct Limits {
  std::optional<int64_t> maxIdsPerPartition;
  std::optional<int64_t> maxUniqueIdsPerPartition;
  /// Entries of one device, suggested_coo_buffer_size_per_device.
  std::optional<int64_t> suggestedBufferSize;

  bool operator==(const Limits &) const = default;
};

struct Table {
  std::string name;
  int64_t vocabularySize = 0; // rows
  int64_t embeddingDim = 0;   // floats of a row
  Combiner combiner = Combiner::Sum;
  Optimizer optimizer;
  std::optional<Quantization> quantization;
  Limits limits;
  std::string location; // "spec.json:3:5"; "" where there is none

  bool operator==(const Table &) const = default;
};

struct Feature {
  std::string name;
  std::string table;
  /// Of all devices: {samples} or {samples, most ids of a sample}.
  std::vector<int64_t> inputShape;
  /// Of all devices: {samples, embedding dim}; may be empty.
  std::vector<int64_t> outputShape;
  std::string location;

  /// Samples of all devices.
  int64_t getNumSamples() const {
    return inputShape.empty() ? 0 : inputShape.front();
  }
  /// The most ids of a sample; 1 where the shape does not say.
  int64_t getIdsPerSample() const {
    return inputShape.size() < 2 ? 1 : inputShape[1];
  }
  bool operator==(const Feature &) const = default;
};

struct StackMember {
  std::string table;
  /// Rotation of the member over the SparseCores, modulo their number; only
  /// used if the topology has EmbeddingSpec::numSparseCores.
  std::optional<int64_t> rotation;

  bool operator==(const StackMember &) const = default;
};

/// Tables that the user has put into one stack.
struct StackGroup {
  std::string name;
  std::vector<StackMember> tables; // in order
  Limits limits;                   // of the stack, before those of members
  std::string location;

  bool operator==(const StackGroup &) const = default;
};

/// SparsecoreConfig.
struct Config {
  bool disableTableStacking = false;
  /// Ids that one chip may process for one sample, over all tables.
  int64_t maxIdsPerChipPerSample = 64;
  /// By table, over all partitions of a SparseCore.
  std::map<std::string, int64_t> maxIdsPerTable;
  std::map<std::string, int64_t> maxUniqueIdsPerTable;
  bool allowIdDropping = false;
  bool initializeTablesOnHost = true;
  bool enableFastTableInitialization = false; // on the device
  std::string location;

  bool operator==(const Config &) const = default;
};

/// Devices that share the tables.
struct Topology {
  int64_t devices = 1;
  int64_t sparseCoresPerDevice = 4;

  int64_t getNumSparseCores() const { return devices * sparseCoresPerDevice; }
  bool operator==(const Topology &) const = default;
};

struct EmbeddingSpec {
  std::vector<Table> tables;
  std::vector<Feature> features;
  /// Stacks that are given. Tables in none of them are stacked by rule, or
  /// alone if `areGroupsComplete`.
  std::vector<StackGroup> groups;
  bool areGroupsComplete = false;
  /// Unset: the file has none (EmbeddingSpecProto), and nothing is bounded by
  /// it.
  std::optional<Config> config;
  std::optional<Topology> topology;
  /// EmbeddingSpecProto: SparseCores that the file was made for.
  std::optional<int64_t> numSparseCores;

  const Table *findTable(const std::string &name) const;
  bool operator==(const EmbeddingSpec &) const = default;
};

/// "unspecified", "sgd", "adagrad", "adam", "ftrl", "f2a", "adagrad_momentum",
/// "custom", by their number in EmbeddingSpecProto.
const std::vector<std::string> &getOptimizerTypes();

/// "sum", "mean", "sqrtn".
const char *getCombinerName(Combiner combiner);
std::optional<Combiner> parseCombiner(const std::string &name);

} // namespace sc::spec

#endif // SC_SPEC_EMBEDDINGSPEC_H
