//===-- Inputs.h - views of a batch -----------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids as they lie in the caller's memory: dense, ragged or COO, in any stride.

#ifndef SC_RUNTIME_HOST_INPUTS_H
#define SC_RUNTIME_HOST_INPUTS_H

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace sc::host {

enum class IdType { Int32, Int64 };

template <typename T> constexpr IdType getIdType() {
  static_assert(std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t>);
  return sizeof(T) == 4 ? IdType::Int32 : IdType::Int64;
}

/// A 1-D array of ids or positions. Any stride, also negative; any alignment.
struct IdArray {
  const void *data = nullptr;
  IdType type = IdType::Int32;
  int64_t size = 0;
  int64_t strideBytes = 4;

  IdArray() = default;
  IdArray(const void *data, IdType type, int64_t size, int64_t strideBytes)
      : data(data), type(type), size(size), strideBytes(strideBytes) {}
  template <typename T>
  explicit IdArray(std::span<const T> values)
      : data(values.data()), type(getIdType<T>()),
        size(static_cast<int64_t>(values.size())), strideBytes(sizeof(T)) {}
};

/// A 1-D array of float32 weights.
struct WeightArray {
  const void *data = nullptr;
  int64_t size = 0;
  int64_t strideBytes = 4;

  WeightArray() = default;
  WeightArray(const void *data, int64_t size, int64_t strideBytes)
      : data(data), size(size), strideBytes(strideBytes) {}
  explicit WeightArray(std::span<const float> values)
      : data(values.data()), size(static_cast<int64_t>(values.size())) {}
};

/// A 2-D array; its sizes are compared with those of the ids.
struct DenseWeights {
  const void *data = nullptr;
  int64_t samples = 0;
  int64_t idsPerSample = 0;
  int64_t sampleStrideBytes = 0;
  int64_t idStrideBytes = 4;
};

/// `idsPerSample` ids for each sample. A 1-D array is one id for each.
struct DenseInput {
  const void *data = nullptr;
  IdType type = IdType::Int32;
  int64_t samples = 0;
  int64_t idsPerSample = 1;
  int64_t sampleStrideBytes = 4;
  int64_t idStrideBytes = 4;
  std::optional<DenseWeights> weights;
};

/// Sample k has values[rowSplits[k] .. rowSplits[k + 1]].
struct RaggedInput {
  IdArray values;
  IdArray rowSplits;
  std::optional<WeightArray> weights; // one for each value
};

/// Pairs of sample and id; samples ascend.
struct CooInput {
  int64_t samples = 0;
  IdArray rows;
  IdArray ids;
  std::optional<WeightArray> weights; // one for each id
};

using Input = std::variant<DenseInput, RaggedInput, CooInput>;

/// Row-major dense ids without gaps.
template <typename T>
DenseInput makeDense(std::span<const T> ids, int64_t samples,
                     int64_t idsPerSample) {
  DenseInput input;
  input.data = ids.data();
  input.type = getIdType<T>();
  input.samples = samples;
  input.idsPerSample = idsPerSample;
  input.sampleStrideBytes = idsPerSample * static_cast<int64_t>(sizeof(T));
  input.idStrideBytes = sizeof(T);
  return input;
}

inline DenseWeights makeDenseWeights(std::span<const float> weights,
                                     int64_t samples, int64_t idsPerSample) {
  return {weights.data(), samples, idsPerSample, idsPerSample * 4, 4};
}

struct FeatureInput {
  std::string_view feature;
  Input input;
};

/// What one host feeds its devices: each feature of the spec once, in any
/// order. Hosts that split batches together count them alike.
struct Batch {
  int64_t number = 0;
  std::span<const FeatureInput> features;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_INPUTS_H
