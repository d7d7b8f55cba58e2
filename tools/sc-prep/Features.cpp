//===-- Features.cpp - batches of ids from .npz files ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and shapes; ids themselves are checked where they are sorted.

#include "tools/sc-prep/Features.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"
#include "tools/sc-prep/FeatureArrays.h"
#include "tools/sc-prep/FeatureChecks.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace sc::prep {

using absl::StrCat;
using format::ElementType;
using host::IdArray;
using host::IdType;
using runtime::Array;
using runtime::NpyHeader;
using runtime::NpzReader;

static absl::Status makeError(const std::string &path, const auto &...args) {
  return absl::InvalidArgumentError(StrCat(path, ": ", args...));
}

/// Looks at a header before there is memory for the data.
using HeaderCheck = std::function<absl::Status(const NpyHeader &)>;

/// An array whose rank, element type and shape are as expected.
static absl::StatusOr<Array> readArray(const NpzReader &reader,
                                       const std::string &path,
                                       const std::string &name, bool isWeights,
                                       size_t leastRank, size_t mostRank,
                                       const HeaderCheck &check) {
  SC_ASSIGN_OR_RETURN(NpyHeader header, reader.readHeader(name));
  std::optional<ElementType> type;
  if (header.dtype)
    type = header.dtype->type;
  const bool isTyped =
      isWeights ? type == ElementType::F32
                : type == ElementType::I32 || type == ElementType::I64;
  const size_t rank = header.shape.size();
  if (isTyped && rank >= leastRank && rank <= mostRank) {
    SC_RETURN_IF_ERROR(check(header));
    return reader.read(name);
  }
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

static int64_t loadElement(const Array &array, int64_t i) {
  const std::byte *data =
      array.buffer.getBytes().data() + i * getIdBytes(array);
  return array.type == ElementType::I32 ? host::load<int32_t>(data)
                                        : host::load<int64_t>(data);
}

static host::FeatureSpec makeFeatureSpec(const spec::Feature &feature) {
  host::FeatureSpec spec;
  spec.name = feature.name;
  spec.table = feature.table;
  return spec;
}

namespace {

/// Reads the arrays of one feature. Those that the spec bounds come first.
class FeatureReader {
public:
  FeatureReader(const NpzReader &reader, const FeatureContext &context,
                const spec::EmbeddingSpec &spec, FeatureIds &ids,
                bool hasWeights)
      : reader(reader), context(context), spec(spec), ids(ids),
        name(ids.feature->name), hasWeights(hasWeights) {}

  absl::Status readDense();
  absl::Status readRagged();
  absl::Status readCoo();

private:
  absl::StatusOr<const Array *> read(const std::string &suffix, size_t least,
                                     size_t most, const HeaderCheck &check);
  absl::StatusOr<const Array *> readValues();
  absl::Status readWeights(int64_t numIds,
                           std::optional<host::WeightArray> &weights);
  absl::Status describe() {
    absl::Status status =
        host::describeRows(makeFeatureSpec(*ids.feature), ids.input, ids.rows);
    return status.ok() ? status : makeError(context.path, status.message());
  }

  const NpzReader &reader;
  const FeatureContext &context;
  const spec::EmbeddingSpec &spec;
  FeatureIds &ids;
  const std::string &name;
  bool hasWeights;
};

/// Moving the array keeps its data where it is.
absl::StatusOr<const Array *> FeatureReader::read(const std::string &suffix,
                                                  size_t least, size_t most,
                                                  const HeaderCheck &check) {
  SC_ASSIGN_OR_RETURN(Array array,
                      readArray(reader, context.path, name + suffix,
                                suffix == kWeights, least, most, check));
  ids.arrays.push_back(std::move(array));
  return &ids.arrays.back();
}

absl::StatusOr<const Array *> FeatureReader::readValues() {
  return read(kValues, 1, 1, [&](const NpyHeader &header) {
    return checkNumIds(context, header.shape[0], spec);
  });
}

absl::Status FeatureReader::readDense() {
  auto check = [&](const NpyHeader &header) -> absl::Status {
    const std::vector<int64_t> &shape = header.shape;
    SC_RETURN_IF_ERROR(checkSamples(context, shape[0], false));
    int64_t numIds;
    if (__builtin_mul_overflow(shape[0], shape.size() == 2 ? shape[1] : 1,
                               &numIds))
      numIds = std::numeric_limits<int64_t>::max();
    return checkNumIds(context, numIds, spec);
  };
  SC_ASSIGN_OR_RETURN(const Array *array, read("", 1, 2, check));
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
    const ElementType type = array->type;
    const std::vector<int64_t> shape = array->shape;
    auto checkShape = [&](const NpyHeader &header) -> absl::Status {
      if (header.shape == shape)
        return absl::OkStatus();
      return makeError(context.path, "array ", quoteName(name + kWeights),
                       " is ", header.formatType(),
                       ", but must have the shape of ", quoteName(name),
                       ", which is ", runtime::formatType(type, shape));
    };
    SC_ASSIGN_OR_RETURN(const Array *weights, read(kWeights, 1, 2, checkShape));
    input.weights =
        host::DenseWeights{weights->buffer.getBytes().data(), input.samples,
                           input.idsPerSample, input.idsPerSample * 4, 4};
  }
  ids.input = input;
  return describe();
}

absl::Status
FeatureReader::readWeights(int64_t numIds,
                           std::optional<host::WeightArray> &weights) {
  if (!hasWeights)
    return absl::OkStatus();
  auto check = [&](const NpyHeader &header) -> absl::Status {
    if (header.shape[0] == numIds)
      return absl::OkStatus();
    return context.makeError(
        StrCat(header.shape[0], " weights for ", numIds, " ids"));
  };
  SC_ASSIGN_OR_RETURN(const Array *array, read(kWeights, 1, 1, check));
  weights = host::WeightArray(array->buffer.getBytes().data(), numIds, 4);
  return absl::OkStatus();
}

absl::Status FeatureReader::readRagged() {
  auto check = [&](const NpyHeader &header) -> absl::Status {
    if (header.shape[0] == 0)
      return context.makeError(
          StrCat("row_splits is empty; it needs samples + 1 elements: ",
                 ids.feature->getNumSamples() + 1));
    return checkSamples(context, header.shape[0] - 1, true);
  };
  host::RaggedInput input;
  SC_ASSIGN_OR_RETURN(const Array *splits, read(kRowSplits, 1, 1, check));
  input.rowSplits = makeIdArray(*splits);
  SC_ASSIGN_OR_RETURN(const Array *values, readValues());
  input.values = makeIdArray(*values);
  SC_RETURN_IF_ERROR(readWeights(input.values.size, input.weights));
  ids.input = input;
  return describe();
}

absl::Status FeatureReader::readCoo() {
  auto checkElements = [&](const NpyHeader &header) -> absl::Status {
    if (header.shape[0] == 2)
      return absl::OkStatus();
    return makeError(context.path, "array ", quoteName(name + kDenseShape),
                     " is ", header.formatType(),
                     ", but must have 2 elements: samples and ids of a sample");
  };
  SC_ASSIGN_OR_RETURN(const Array *shape,
                      read(kDenseShape, 1, 1, checkElements));
  host::CooInput input;
  input.samples = loadElement(*shape, 0);
  const int64_t idsPerSample = loadElement(*shape, 1);
  SC_RETURN_IF_ERROR(checkSamples(context, input.samples, false));
  if (idsPerSample < 0)
    return context.makeError(
        StrCat("dense_shape[1] is ", idsPerSample, ", expected 0 or more"));
  SC_ASSIGN_OR_RETURN(const Array *values, readValues());
  input.ids = makeIdArray(*values);
  auto checkColumns = [&](const NpyHeader &header) -> absl::Status {
    if (header.shape[1] != 2)
      return makeError(context.path, "array ", quoteName(name + kIndices),
                       " is ", header.formatType(),
                       ", but must have 2 columns: sample and position in it");
    if (header.shape[0] == input.ids.size)
      return absl::OkStatus();
    return context.makeError(
        StrCat(header.shape[0], " COO rows for ", input.ids.size, " ids"));
  };
  SC_ASSIGN_OR_RETURN(const Array *indices, read(kIndices, 2, 2, checkColumns));
  // The column of samples.
  input.rows = {indices->buffer.getBytes().data(), getIdType(*indices),
                indices->shape[0], 2 * getIdBytes(*indices)};
  const size_t place = ids.arrays.size() - 1;
  SC_RETURN_IF_ERROR(readWeights(input.ids.size, input.weights));
  ids.input = input;
  SC_RETURN_IF_ERROR(describe());
  return checkPositions(context, ids.arrays[place], idsPerSample);
}

} // namespace

static absl::Status readFeature(const NpzReader &reader,
                                const FeatureContext &context,
                                const FeatureArrays &arrays,
                                const spec::EmbeddingSpec &spec,
                                FeatureIds &ids) {
  FeatureReader features(reader, context, spec, ids, arrays.hasWeights);
  switch (arrays.form) {
  case FeatureForm::Dense:
    return features.readDense();
  case FeatureForm::Ragged:
    return features.readRagged();
  case FeatureForm::Coo:
    return features.readCoo();
  }
  return absl::InternalError("unknown form of a feature");
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
    const FeatureContext context = {&spec.features[i], path, devices};
    SC_RETURN_IF_ERROR(
        readFeature(reader, context, arrays[i], spec, features[i]));
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
