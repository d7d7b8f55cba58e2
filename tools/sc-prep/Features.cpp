//===-- Features.cpp - batches of ids from .npz files ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and shapes; ids themselves are checked where they are sorted.

#include "tools/sc-prep/Features.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"
#include "tools/sc-prep/FeatureArrays.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::prep {

using absl::StrCat;
using format::ElementType;
using host::IdArray;
using host::IdType;
using runtime::Array;
using runtime::NpzReader;

static absl::Status makeError(const std::string &path, const auto &...args) {
  return absl::InvalidArgumentError(StrCat(path, ": ", args...));
}

/// An array whose rank and element type are as expected.
static absl::StatusOr<Array> readArray(const NpzReader &reader,
                                       const std::string &path,
                                       const std::string &name, bool isWeights,
                                       size_t leastRank, size_t mostRank) {
  SC_ASSIGN_OR_RETURN(runtime::NpyHeader header, reader.readHeader(name));
  std::optional<ElementType> type;
  if (header.dtype)
    type = header.dtype->type;
  const bool isTyped =
      isWeights ? type == ElementType::F32
                : type == ElementType::I32 || type == ElementType::I64;
  const size_t rank = header.shape.size();
  if (isTyped && rank >= leastRank && rank <= mostRank)
    return reader.read(name);
  const std::string dimensions =
      leastRank == mostRank ? StrCat(leastRank, "-D")
                            : StrCat(leastRank, "-D or ", mostRank, "-D");
  return makeError(path, "array ", quoteName(name), ": expected a ", dimensions,
                   " array of ", isWeights ? "float32" : "int32 or int64",
                   ", but it is ", header.formatType());
}

static IdType getIdType(const Array &array) {
  return array.type == ElementType::I32 ? IdType::Int32 : IdType::Int64;
}

static int64_t getIdBytes(const Array &array) {
  return array.type == ElementType::I32 ? 4 : 8;
}

static IdArray makeIdArray(const Array &array) {
  return {array.buffer.getBytes().data(), getIdType(array), array.shape[0],
          getIdBytes(array)};
}

namespace {

/// Reads the arrays of one feature.
class FeatureReader {
public:
  FeatureReader(const NpzReader &reader, const std::string &path,
                FeatureIds &ids, bool hasWeights)
      : reader(reader), path(path), ids(ids), name(ids.feature->name),
        hasWeights(hasWeights) {}

  absl::Status readDense();
  absl::Status readRagged();
  absl::Status readCoo();

private:
  absl::StatusOr<const Array *> read(const std::string &suffix, size_t least,
                                     size_t most);
  absl::Status readWeights(std::optional<host::WeightArray> &weights);

  const NpzReader &reader;
  const std::string &path;
  FeatureIds &ids;
  const std::string &name;
  bool hasWeights;
};

/// Moving the array keeps its data where it is.
absl::StatusOr<const Array *> FeatureReader::read(const std::string &suffix,
                                                  size_t least, size_t most) {
  SC_ASSIGN_OR_RETURN(Array array, readArray(reader, path, name + suffix,
                                             suffix == kWeights, least, most));
  ids.arrays.push_back(std::move(array));
  return &ids.arrays.back();
}

absl::Status FeatureReader::readDense() {
  SC_ASSIGN_OR_RETURN(const Array *array, read("", 1, 2));
  host::DenseInput input;
  input.data = array->buffer.getBytes().data();
  input.type = getIdType(*array);
  input.samples = array->shape[0];
  input.idsPerSample = array->shape.size() == 2 ? array->shape[1] : 1;
  input.idStrideBytes = getIdBytes(*array);
  // Without samples the other number may be anything.
  if (input.samples > 0)
    input.sampleStrideBytes = input.idsPerSample * input.idStrideBytes;
  if (hasWeights) {
    const std::vector<int64_t> shape = array->shape;
    SC_ASSIGN_OR_RETURN(const Array *weights, read(kWeights, 1, 2));
    if (weights->shape != shape)
      return makeError(path, "array ", quoteName(name + kWeights), " is ",
                       runtime::formatType(weights->type, weights->shape),
                       ", but must have the shape of ", quoteName(name),
                       ", which is ",
                       runtime::formatType(ids.arrays.front().type, shape));
    input.weights =
        host::DenseWeights{weights->buffer.getBytes().data(), input.samples,
                           input.idsPerSample, input.idsPerSample * 4, 4};
  }
  ids.input = input;
  return absl::OkStatus();
}

absl::Status
FeatureReader::readWeights(std::optional<host::WeightArray> &weights) {
  if (!hasWeights)
    return absl::OkStatus();
  SC_ASSIGN_OR_RETURN(const Array *array, read(kWeights, 1, 1));
  weights =
      host::WeightArray(array->buffer.getBytes().data(), array->shape[0], 4);
  return absl::OkStatus();
}

absl::Status FeatureReader::readRagged() {
  host::RaggedInput input;
  SC_ASSIGN_OR_RETURN(const Array *values, read(kValues, 1, 1));
  input.values = makeIdArray(*values);
  SC_ASSIGN_OR_RETURN(const Array *splits, read(kRowSplits, 1, 1));
  input.rowSplits = makeIdArray(*splits);
  SC_RETURN_IF_ERROR(readWeights(input.weights));
  ids.input = input;
  return absl::OkStatus();
}

absl::Status FeatureReader::readCoo() {
  host::CooInput input;
  SC_ASSIGN_OR_RETURN(const Array *values, read(kValues, 1, 1));
  input.ids = makeIdArray(*values);
  SC_ASSIGN_OR_RETURN(const Array *indices, read(kIndices, 2, 2));
  if (indices->shape[1] != 2)
    return makeError(path, "array ", quoteName(name + kIndices), " is ",
                     runtime::formatType(indices->type, indices->shape),
                     ", but must have 2 columns: sample and position in it");
  // The column of samples.
  input.rows = {indices->buffer.getBytes().data(), getIdType(*indices),
                indices->shape[0], 2 * getIdBytes(*indices)};
  SC_ASSIGN_OR_RETURN(const Array *shape, read(kDenseShape, 1, 1));
  if (shape->shape[0] != 2)
    return makeError(path, "array ", quoteName(name + kDenseShape), " is ",
                     runtime::formatType(shape->type, shape->shape),
                     ", but must have 2 elements: samples and ids of a sample");
  const std::byte *data = shape->buffer.getBytes().data();
  input.samples = shape->type == ElementType::I32 ? host::load<int32_t>(data)
                                                  : host::load<int64_t>(data);
  SC_RETURN_IF_ERROR(readWeights(input.weights));
  ids.input = input;
  return absl::OkStatus();
}

} // namespace

static host::FeatureSpec makeFeatureSpec(const spec::Feature &feature) {
  host::FeatureSpec spec;
  spec.name = feature.name;
  spec.table = feature.table;
  return spec;
}

static int64_t countSamples(const host::Input &input) {
  if (const auto *dense = std::get_if<host::DenseInput>(&input))
    return dense->samples;
  if (const auto *coo = std::get_if<host::CooInput>(&input))
    return coo->samples;
  return std::max<int64_t>(
      0, std::get<host::RaggedInput>(input).rowSplits.size - 1);
}

/// Batches are of all devices; a device's share alone is a likely mistake.
static absl::Status checkSamples(const FeatureIds &ids, const std::string &path,
                                 int64_t devices) {
  const int64_t expected = ids.feature->getNumSamples();
  const int64_t actual = countSamples(ids.input);
  if (actual == expected)
    return absl::OkStatus();
  std::string reading = StrCat("batches hold the samples of all ", devices,
                               " devices, one device after the other");
  if (devices > 1 && expected % devices == 0 && actual == expected / devices)
    reading = StrCat(actual, " = ", expected, " / ", devices,
                     " are those of one device; ", reading);
  else if (devices > 1 && actual / devices == expected && actual % devices == 0)
    reading = StrCat("the spec's ", expected, " = ", actual, " / ", devices,
                     " look like those of one device; its input_shape counts "
                     "the samples of all devices");
  if (std::holds_alternative<host::RaggedInput>(ids.input))
    absl::StrAppend(&reading,
                    "; row_splits has an element more than there "
                    "are samples: expected ",
                    expected + 1);
  return makeError(path, host::describeFeature(makeFeatureSpec(*ids.feature)),
                   actual, " samples, but the spec has ", expected, ": ",
                   reading);
}

static absl::Status readFeature(const NpzReader &reader,
                                const std::string &path,
                                const FeatureArrays &arrays, int64_t devices,
                                FeatureIds &ids) {
  FeatureReader features(reader, path, ids, arrays.hasWeights);
  switch (arrays.form) {
  case FeatureForm::Dense:
    SC_RETURN_IF_ERROR(features.readDense());
    break;
  case FeatureForm::Ragged:
    SC_RETURN_IF_ERROR(features.readRagged());
    break;
  case FeatureForm::Coo:
    SC_RETURN_IF_ERROR(features.readCoo());
    break;
  }
  // First, since rows take memory for each sample.
  SC_RETURN_IF_ERROR(checkSamples(ids, path, devices));
  absl::Status status =
      host::describeRows(makeFeatureSpec(*ids.feature), ids.input, ids.rows);
  return status.ok() ? status : makeError(path, status.message());
}

absl::StatusOr<std::vector<FeatureIds>>
readFeatures(const std::string &path, const spec::EmbeddingSpec &spec,
             int64_t devices) {
  SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(path));
  SC_ASSIGN_OR_RETURN(std::vector<FeatureArrays> arrays,
                      findFeatureArrays(reader, path, spec));
  std::vector<FeatureIds> features(spec.features.size());
  for (size_t i = 0; i < features.size(); ++i) {
    features[i].feature = &spec.features[i];
    SC_RETURN_IF_ERROR(
        readFeature(reader, path, arrays[i], devices, features[i]));
  }
  return features;
}

absl::Status checkIdsPerDevice(const std::vector<FeatureIds> &features,
                               const spec::EmbeddingSpec &spec, int64_t devices,
                               const std::string &path) {
  if (!spec.config)
    return absl::OkStatus();
  const int64_t limit = spec.config->maxIdsPerChipPerSample;
  // A sample has a share in each feature; with features of several batch sizes
  // the largest counts.
  int64_t samples = 0;
  for (const FeatureIds &ids : features)
    samples = std::max(samples, ids.rows.samples / devices);
  for (int64_t device = 0; device < devices; ++device) {
    int64_t count = 0;
    for (const FeatureIds &ids : features) {
      const int64_t share = ids.rows.samples / devices;
      count += ids.rows.countIds(device * share, share);
    }
    // samples < 2^26, and ids fit memory.
    const int64_t needed = samples > 0 ? (count + samples - 1) / samples : 0;
    if (needed > limit)
      return makeError(path, "device ", device, " gets ", count, " ids for ",
                       samples,
                       " samples, which is more than "
                       "max_ids_per_chip_per_sample = ",
                       limit, " for each; raise it to at least ", needed);
  }
  return absl::OkStatus();
}

namespace {

/// The samples from `first` on of one feature.
struct Slicer {
  const FeatureIds &ids;
  int64_t first;
  int64_t count;
  std::vector<int64_t> &splits;

  host::Input operator()(host::DenseInput input) const {
    // Without ids there may be no data to step through.
    const int64_t skipped = input.idsPerSample > 0 ? first : 0;
    auto skip = [skipped](const void *data, int64_t stride) {
      return static_cast<const std::byte *>(data) + skipped * stride;
    };
    input.data = skip(input.data, input.sampleStrideBytes);
    input.samples = count;
    if (input.weights) {
      input.weights->data =
          skip(input.weights->data, input.weights->sampleStrideBytes);
      input.weights->samples = count;
    }
    return input;
  }
  host::Input operator()(const host::RaggedInput &input) const {
    return slice(input.values, input.weights);
  }
  host::Input operator()(const host::CooInput &input) const {
    return slice(input.ids, input.weights);
  }

private:
  host::Input slice(const IdArray &values,
                    const std::optional<host::WeightArray> &weights) const {
    const std::vector<int64_t> &all = ids.rows.splits;
    const int64_t begin = all[static_cast<size_t>(first)];
    for (int64_t sample = first; sample <= first + count; ++sample)
      splits.push_back(all[static_cast<size_t>(sample)] - begin);
    host::RaggedInput input;
    auto skip = [begin](const void *data, int64_t stride) {
      return static_cast<const std::byte *>(data) + begin * stride;
    };
    input.values = values;
    input.values.data = skip(values.data, values.strideBytes);
    input.values.size = splits.back();
    input.rowSplits = IdArray(std::span<const int64_t>(splits));
    if (weights)
      input.weights =
          host::WeightArray(skip(weights->data, weights->strideBytes),
                            splits.back(), weights->strideBytes);
    return input;
  }
};

} // namespace

HostShare makeHostShare(const std::vector<FeatureIds> &features, int64_t host,
                        int64_t hosts) {
  HostShare share;
  share.splits.resize(features.size());
  for (size_t i = 0; i < features.size(); ++i) {
    const FeatureIds &ids = features[i];
    if (hosts == 1) {
      share.inputs.push_back({ids.feature->name, ids.input});
      continue;
    }
    const int64_t count = ids.rows.samples / hosts;
    share.inputs.push_back(
        {ids.feature->name,
         std::visit(Slicer{ids, host * count, count, share.splits[i]},
                    ids.input)});
  }
  return share;
}

} // namespace sc::prep
