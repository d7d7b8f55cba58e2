//===-- PrepWorkload.cpp - batches to preprocess --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids are drawn table by table from one seed.

#include "PrepWorkload.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

namespace sc::bench {

using namespace host;

static constexpr size_t kNumTables = 26;
static constexpr int64_t kIdsPerSample[kNumTables] = {
    3, 2, 1, 2, 6, 1, 1,  1,   1,  7,  3, 8, 1,
    6, 9, 5, 1, 1, 1, 12, 100, 27, 10, 3, 1, 1};
static constexpr int64_t kVocabularies[kNumTables] = {
    40000000, 39060,    17295,    7424,     20265,  3,     7122, 1543, 63,
    40000000, 3067956,  405282,   10,       2209,   11938, 155,  4,    976,
    14,       40000000, 40000000, 40000000, 590152, 12973, 108,  36};
static constexpr double kZipfExponent = 1.05;

static std::vector<PrepCase> makePrepCases() {
  std::vector<PrepCase> cases(4);
  cases[0].name = "uniform";
  cases[1].name = "zipf";
  cases[2].name = "int64";
  cases[3].name = "weighted";
  cases[1].isZipf = cases[2].isInt64 = cases[3].isWeighted = true;
  for (std::string ids : {"uniform", "zipf"}) {
    PrepCase split;
    split.isZipf = ids == "zipf";
    split.isMinibatching = true;
    split.name = ids + "_not_required";
    cases.push_back(split);
    split.name = ids + "_required_half";
    split.limitFactor = 0.5;
    split.bufferFactor = 1.6;
    cases.push_back(split);
    split.name = ids + "_required_tenth";
    split.limitFactor = 0.1;
    split.bufferFactor = 2.5;
    cases.push_back(split);
  }
  for (size_t i : {0, 1, 3, 4, 6}) {
    PrepCase twoThreads = cases[i];
    twoThreads.name += "_2_threads";
    twoThreads.threads = 2;
    cases.push_back(twoThreads);
  }
  for (int64_t tablesPerStack : {4, 1})
    for (int64_t batch : {16384, 1024, 64}) {
      PrepCase several;
      several.name = tablesPerStack == 1 ? "unstacked_" : "stacks_of_4_";
      several.name += std::to_string(batch);
      several.tablesPerStack = tablesPerStack;
      several.batch = batch;
      cases.push_back(several);
    }
  return cases;
}

const std::vector<PrepCase> &getPrepCases() {
  static const std::vector<PrepCase> cases = makePrepCases();
  return cases;
}

const PrepCase *findPrepCase(const std::string &name) {
  for (const PrepCase &prepCase : getPrepCases())
    if (prepCase.name == name)
      return &prepCase;
  return nullptr;
}

/// Zipf's by the inverse of its continuous distribution function.
static int32_t drawId(std::mt19937_64 &random, int64_t vocabulary,
                      bool isZipf) {
  if (!isZipf)
    return static_cast<int32_t>(random() % static_cast<uint64_t>(vocabulary));
  const double power = 1 - kZipfExponent;
  double u = static_cast<double>(random() >> 11) * 0x1p-53;
  double end = std::pow(static_cast<double>(vocabulary) + 1, power) - 1;
  double id = std::floor(std::pow(end * u + 1, 1 / power)) - 1;
  return static_cast<int32_t>(
      std::clamp(id, 0.0, static_cast<double>(vocabulary - 1)));
}

void PrepWorkload::addTable(const PrepCase &prepCase, size_t table) {
  FeatureSpec feature;
  feature.name = names[table];
  feature.table = "t" + std::to_string(table);
  feature.vocabularySize = kVocabularies[table];
  StackSpec &stack = stacks.back();
  if (!stack.features.empty()) {
    const FeatureSpec &last = stack.features.back();
    const int64_t unit = 8 * kPrepCores;
    feature.rowOffset = last.rowOffset + prepCase.batch;
    feature.colOffset =
        last.colOffset + (last.vocabularySize + unit - 1) / unit * unit;
    feature.colShift =
        (last.colShift + kPrepTopology.sparseCoresPerDevice) % kPrepCores;
  }
  stack.features.push_back(feature);

  const int64_t count = prepCase.batch * kIdsPerSample[table];
  std::mt19937_64 random(table + 1);
  ids[table].resize(static_cast<size_t>(count));
  for (int32_t &id : ids[table])
    id = drawId(random, feature.vocabularySize, prepCase.isZipf);
  numIds += count;
  const int64_t perSample = kIdsPerSample[table];
  DenseInput input = makeDense(std::span<const int32_t>(ids[table]),
                               prepCase.batch, perSample);
  if (prepCase.isInt64) {
    wideIds[table].assign(ids[table].begin(), ids[table].end());
    input = makeDense(std::span<const int64_t>(wideIds[table]), prepCase.batch,
                      perSample);
  }
  if (prepCase.isWeighted) {
    for (int64_t i = 0; i < count; ++i)
      weights[table].push_back(static_cast<float>(random() >> 40) * 0x1p-24f);
    input.weights = makeDenseWeights(std::span<const float>(weights[table]),
                                     prepCase.batch, perSample);
  }
  inputs.push_back({names[table], input});
}

[[noreturn]] static void fail(const absl::Status &status) {
  std::cerr << status.message() << "\n";
  std::abort();
}

Preprocessor PrepWorkload::makePreprocessor() const {
  auto result = Preprocessor::create(stacks, kPrepTopology, options);
  if (!result.ok())
    fail(result.status());
  return *std::move(result);
}

/// Sets the buffer of a device; without minibatching limits may allow less.
static void setBuffer(StackSpec &stack, int64_t entries, bool isMinibatching) {
  int64_t largest = (stack.maxIdsPerPartition + 7) / 8 * 8 * kPrepCores *
                    kPrepTopology.sparseCoresPerDevice;
  stack.suggestedBufferSize =
      isMinibatching ? entries : std::min(entries, largest);
}

/// The largest count times `factor`.
static int64_t scaleLargest(const std::vector<int64_t> &counts, double factor) {
  auto largest = static_cast<double>(*std::ranges::max_element(counts));
  return std::max<int64_t>(1, static_cast<int64_t>(largest * factor));
}

// First with limits that no batch exceeds, then with those that it needs.
void PrepWorkload::setLimits(const PrepCase &prepCase) {
  const int64_t cores = kPrepTopology.sparseCoresPerDevice;
  for (StackSpec &stack : stacks) {
    int64_t coreIds = 0;
    for (const FeatureSpec &feature : stack.features)
      coreIds += kIdsPerSample[std::stoul(feature.table.substr(1))];
    coreIds = coreIds * prepCase.batch / kPrepCores;
    stack.maxIdsPerPartition = stack.maxUniqueIdsPerPartition = coreIds;
    setBuffer(stack, (coreIds + 8 * kPrepCores) * cores, false);
  }
  Preprocessor loose = makePreprocessor();
  auto results = loose.run(getBatch());
  if (!results.ok())
    fail(results.status());
  for (size_t i = 0; i < stacks.size(); ++i) {
    const Statistics &observed = (*results)->stacks[i].statistics;
    stacks[i].maxIdsPerPartition =
        scaleLargest(observed.maxIds, prepCase.limitFactor);
    stacks[i].maxUniqueIdsPerPartition =
        scaleLargest(observed.maxUniqueIds, prepCase.limitFactor);
    double bufferFactor = prepCase.bufferFactor * static_cast<double>(cores);
    setBuffer(stacks[i],
              scaleLargest(observed.requiredBufferSizes, bufferFactor),
              prepCase.isMinibatching);
  }
}

PrepWorkload::PrepWorkload(const PrepCase &prepCase)
    : ids(kNumTables), wideIds(kNumTables), weights(kNumTables) {
  for (size_t table = 0; table < kNumTables; ++table)
    names.push_back("f" + std::to_string(table));
  for (size_t table = 0; table < kNumTables; ++table) {
    if (static_cast<int64_t>(table) % prepCase.tablesPerStack == 0) {
      stacks.emplace_back();
      stacks.back().name = "s" + std::to_string(stacks.size() - 1);
    }
    addTable(prepCase, table);
  }
  setLimits(prepCase);
  options.threads = prepCase.threads;
  options.enableMinibatching = prepCase.isMinibatching;
  // One hot id alone can exceed the limit of a bucket.
  options.allowIdDropping = prepCase.isMinibatching;
}

} // namespace sc::bench
