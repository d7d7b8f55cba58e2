//===-- Golden.cpp - cases recorded from jax-tpu-embedding ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits are compared where the masks say that the recorded run wrote them.

#include "test/unit/host/Golden.h"

#include "gtest/gtest.h"

#include <cmath>

namespace sc::test {

using namespace host;

static runtime::NpzReader openFile(const std::string &path) {
  absl::StatusOr<runtime::NpzReader> reader = runtime::NpzReader::open(path);
  if (!reader.ok())
    throw std::runtime_error(std::string(reader.status().message()));
  return *std::move(reader);
}

Golden::Golden(const std::string &path) : reader(openFile(path)) {
  std::span<const char> text = read<char>("meta_json");
  meta = nlohmann::json::parse(text.begin(), text.end());
  expectedKind = meta["expect"]["kind"];
  expectedMessage = meta["expect"].value("message", "");
  for (const auto &feature : meta["features"])
    featureNames.push_back(feature["name"]);
  readStacks();
}

template <typename T> std::span<const T> Golden::read(const std::string &name) {
  absl::StatusOr<runtime::Array> array = reader.read(name);
  if (!array.ok())
    throw std::runtime_error(std::string(array.status().message()));
  arrays.push_back(*std::move(array));
  return arrays.back().getElements<T>();
}

static Combiner parseCombiner(const std::string &name) {
  if (name == "mean")
    return Combiner::Mean;
  return name == "sqrtn" ? Combiner::Sqrtn : Combiner::Sum;
}

void Golden::readStacks() {
  for (const auto &[name, from] : meta["stacks"].items()) {
    StackSpec stack;
    stack.name = name;
    stack.maxIdsPerPartition = from["max_ids_per_partition"];
    stack.maxUniqueIdsPerPartition = from["max_unique_ids_per_partition"];
    if (!from["suggested_coo_buffer_size_per_device"].is_null())
      stack.suggestedBufferSize = from["suggested_coo_buffer_size_per_device"];
    for (const auto &feature : from["features"]) {
      const auto &table = meta["tables"][std::string(feature["table"])];
      stack.features.push_back(
          {feature["name"], feature["table"], table["vocabulary_size"],
           parseCombiner(from["combiner"]), feature["row_offset"],
           feature["col_offset"], feature["col_shift"]});
    }
    stacks.push_back(stack);
  }
}

Topology Golden::getTopology() const {
  const auto &options = meta["options"];
  return {options["local_device_count"], options["global_device_count"],
          options["num_sc_per_device"]};
}

Options Golden::getOptions() const {
  Options options;
  options.enableMinibatching = meta["options"]["enable_minibatching"];
  options.allowIdDropping = meta["options"]["allow_id_dropping"];
  options.failOnBufferOverflow = false;
  return options;
}

std::vector<FeatureInput> Golden::makeInputs(int hostIndex) {
  std::vector<FeatureInput> inputs;
  for (size_t f = 0; f < featureNames.size(); ++f) {
    std::string prefix =
        "in_h" + std::to_string(hostIndex) + "_f" + std::to_string(f);
    inputs.push_back({featureNames[f], makeInput(prefix, f)});
  }
  return inputs;
}

template <typename T> static IdArray asColumn(std::span<const T> pairs, int i) {
  return {pairs.data() + i, getIdType<T>(),
          static_cast<int64_t>(pairs.size() / 2), 2 * sizeof(T)};
}

Input Golden::makeInput(const std::string &prefix, size_t feature) {
  bool isInt64 = meta["options"]["id_dtype"] == "int64";
  IdArray ids = isInt64 ? IdArray(read<int64_t>(prefix + "_ids"))
                        : IdArray(read<int32_t>(prefix + "_ids"));
  std::span<const int64_t> splits = read<int64_t>(prefix + "_row_splits");
  std::optional<WeightArray> weights;
  if (meta["weighted"])
    weights = WeightArray(read<float>(prefix + "_weights"));
  if (meta["input_kind"] == "coo") {
    std::span<const int64_t> rows = read<int64_t>(prefix + "_coo_indices");
    int64_t samples = read<int64_t>(prefix + "_coo_dense_shape")[0];
    return CooInput{samples, asColumn(rows, 0), ids, weights};
  }
  if (meta["input_kind"] == "ragged")
    return RaggedInput{ids, IdArray(splits), weights};
  DenseInput dense;
  dense.data = ids.data;
  dense.type = ids.type;
  dense.samples = static_cast<int64_t>(splits.size()) - 1;
  dense.idsPerSample = dense.samples > 0 ? ids.size / dense.samples : 0;
  EXPECT_EQ(dense.samples * dense.idsPerSample, ids.size)
      << "feature " << featureNames[feature];
  dense.idStrideBytes = ids.strideBytes;
  dense.sampleStrideBytes = dense.idsPerSample * ids.strideBytes;
  if (weights)
    dense.weights = DenseWeights{weights->data, dense.samples,
                                 dense.idsPerSample, dense.idsPerSample * 4, 4};
  return dense;
}

static uint32_t getBits(int32_t value) { return static_cast<uint32_t>(value); }

// Any NaN equals any NaN.
static uint32_t getBits(float value) {
  return std::bit_cast<uint32_t>(std::isnan(value) ? kPadGain : value);
}

template <typename T>
static void expectMasked(const char *what, std::span<const T> actual,
                         std::span<const T> expected,
                         std::span<const uint8_t> mask) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  ASSERT_EQ(mask.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (!mask[i])
      continue;
    ASSERT_EQ(getBits(actual[i]), getBits(expected[i])) << what << " " << i;
  }
}

// What no entry takes is padding everywhere.
static void expectPadding(const Buffers &buffers,
                          std::span<const uint8_t> mask) {
  for (size_t i = 0; i < mask.size(); ++i) {
    if (mask[i])
      continue;
    ASSERT_EQ(buffers.embeddingIds[i], kPadId) << i;
    ASSERT_EQ(buffers.sampleIds[i], kPadId) << i;
    ASSERT_EQ(std::bit_cast<uint32_t>(buffers.gains[i]), 0x7fc00000u) << i;
  }
}

std::vector<int64_t> Golden::readIntegers(const std::string &name) {
  std::span<const int32_t> values = read<int32_t>(name);
  return {values.begin(), values.end()};
}

void Golden::expectStack(int hostIndex, size_t stack,
                         const StackResult &result) {
  SCOPED_TRACE("stack " + stacks[stack].name);
  std::string prefix =
      "out_h" + std::to_string(hostIndex) + "_s" + std::to_string(stack) + "_";
  const Buffers &buffers = result.buffers;
  const auto &sizes = meta["sizes"];
  EXPECT_EQ(buffers.entriesPerDevice,
            int64_t(sizes["coo_buffer_size_per_device"][stacks[stack].name]));
  EXPECT_EQ(buffers.rowPointersPerDevice,
            int64_t(sizes["row_pointers_size_per_device"]));
  std::span<const uint8_t> mask = read<uint8_t>(prefix + "coo_mask");
  expectMasked("row pointer", buffers.rowPointers,
               read<int32_t>(prefix + "row_pointers"),
               read<uint8_t>(prefix + "rp_mask"));
  expectMasked("embedding id", buffers.embeddingIds,
               read<int32_t>(prefix + "embedding_ids"), mask);
  expectMasked("sample id", buffers.sampleIds,
               read<int32_t>(prefix + "sample_ids"), mask);
  expectMasked("gain", buffers.gains, read<float>(prefix + "gains"), mask);
  expectPadding(buffers, mask);
  const Statistics &statistics = result.statistics;
  EXPECT_EQ(statistics.maxIds, readIntegers(prefix + "max_ids"));
  EXPECT_EQ(statistics.maxUniqueIds, readIntegers(prefix + "max_unique_ids"));
  EXPECT_EQ(statistics.requiredBufferSizes,
            readIntegers(prefix + "required_buffer_size"));
  int64_t dropped =
      meta["outputs"][hostIndex]["dropped_id_count"][stacks[stack].name];
  EXPECT_EQ(statistics.droppedIdCount, dropped);
}

void Golden::expectResults(int hostIndex, const Results &results) {
  SCOPED_TRACE("host " + std::to_string(hostIndex));
  EXPECT_EQ(results.numMinibatches,
            int64_t(meta["outputs"][hostIndex]["num_minibatches"]));
  ASSERT_EQ(results.stacks.size(), stacks.size());
  for (size_t stack = 0; stack < stacks.size(); ++stack)
    expectStack(hostIndex, stack, results.stacks[stack]);
}

} // namespace sc::test
