//===-- PrepWorkload.h - batches to preprocess ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 26 multi-hot tables of MLPerf's DLRM-DCNv2 for 4 devices of 4
// SparseCores.

#ifndef SC_TEST_BENCH_PREPWORKLOAD_H
#define SC_TEST_BENCH_PREPWORKLOAD_H

#include "runtime/host/Preprocessor.h"

#include <string>
#include <vector>

namespace sc::bench {

constexpr host::Topology kPrepTopology = {4, 4, 4};
constexpr int64_t kPrepCores = 16;

struct PrepCase {
  std::string name;
  bool isZipf = false; // of exponent 1.05; else uniform
  bool isInt64 = false;
  bool isWeighted = false;
  bool isMinibatching = false;
  /// Limits and buffers in relation to what the batch needs unsplit.
  double limitFactor = 1;
  double bufferFactor = 1;
  int threads = 1;
  int64_t batch = 16384;
  int64_t tablesPerStack = 26;
};

/// All that are measured.
const std::vector<PrepCase> &getPrepCases();
/// Null for an unknown name.
const PrepCase *findPrepCase(const std::string &name);

/// One batch, and a spec whose limits were set after looking at it.
class PrepWorkload {
public:
  explicit PrepWorkload(const PrepCase &prepCase);
  PrepWorkload(const PrepWorkload &) = delete;
  PrepWorkload &operator=(const PrepWorkload &) = delete;

  host::Preprocessor makePreprocessor() const;
  host::Batch getBatch() const { return {0, inputs}; }

  std::vector<host::StackSpec> stacks;
  host::Options options;
  std::vector<host::FeatureInput> inputs; // in the order of the stacks
  int64_t numIds = 0;

private:
  void addTable(const PrepCase &prepCase, size_t table);
  void setLimits(const PrepCase &prepCase);

  std::vector<std::vector<int32_t>> ids; // of features
  std::vector<std::vector<int64_t>> wideIds;
  std::vector<std::vector<float>> weights;
  std::vector<std::string> names;
};

} // namespace sc::bench

#endif // SC_TEST_BENCH_PREPWORKLOAD_H
