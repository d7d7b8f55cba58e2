//===-- ProtoStack.cpp - one stack of an EmbeddingSpecProto ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that stacking computes is computed again and compared: a file that
// contradicts itself would scramble tables.

#include "lib/Spec/ProtoStack.h"

#include "lib/Spec/SpecDetail.h"
#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>

namespace sc::spec::detail {

using absl::StrCat;

static absl::Status checkFinite(const ProtoPlace &place, const char *field,
                                const std::string &what, float value) {
  if (std::isfinite(value))
    return absl::OkStatus();
  return place.makeError(field, StrCat(what, " of ", place.getWhat(), " is ",
                                       value, ", must be finite"));
}

absl::Status readOptimizer(const ProtoPlace &place,
                           const proto::OptimizerSpecProto &proto,
                           Optimizer &optimizer) {
  const auto &types = getOptimizerTypes();
  SC_RETURN_IF_ERROR(place.checkRange("type", proto.type(), 0,
                                      static_cast<int64_t>(types.size()) - 1));
  optimizer.type = types[proto.type()];
  if (proto.has_learning_rate()) {
    optimizer.learningRate = proto.learning_rate();
    SC_RETURN_IF_ERROR(checkFinite(place, "learning_rate", "learning_rate",
                                   proto.learning_rate()));
  }
  if (proto.has_learning_rate_tag()) {
    optimizer.learningRateTag = proto.learning_rate_tag();
    SC_RETURN_IF_ERROR(
        place.checkName("learning_rate_tag", optimizer.learningRateTag));
  }
  for (const auto &[key, value] : proto.float_params())
    optimizer.floatParams[key] = value;
  for (const auto &[key, value] : proto.bool_params())
    optimizer.boolParams[key] = value;
  for (const auto &[key, value] : optimizer.floatParams) {
    SC_RETURN_IF_ERROR(place.checkName("float_params", key));
    SC_RETURN_IF_ERROR(
        checkFinite(place, "float_params", quoteName(key), value));
  }
  for (const auto &[key, value] : optimizer.boolParams)
    SC_RETURN_IF_ERROR(place.checkName("bool_params", key));
  return absl::OkStatus();
}

namespace {

/// A feature, its table and the place of both in the file.
struct FeatureEntry {
  const proto::FeatureSpecProto *proto;
  const proto::TableSpecProto *table;
  ProtoPlace place;
};

class StackReader {
public:
  StackReader(const ProtoPlace &place,
              const proto::StackedTableSpecProto &stack, EmbeddingSpec &spec)
      : place(place), stack(stack), spec(spec),
        numCores(stack.num_sparsecores()) {}

  absl::Status read();

private:
  absl::Status checkNumCores();
  absl::Status readStackLimits(Limits &limits);
  absl::Status readTables();
  absl::Status readTable(const ProtoPlace &place,
                         const proto::TableSpecProto &proto);
  absl::Status checkTablePlace(const ProtoPlace &place,
                               const proto::TableSpecProto &proto);
  absl::Status readFeatures();
  absl::Status readFeature(const FeatureEntry &entry);
  absl::Status readShape(const ProtoPlace &place, const char *field,
                         const google::protobuf::RepeatedField<int64_t> &sizes,
                         std::vector<int64_t> &shape);

  const ProtoPlace &place;
  const proto::StackedTableSpecProto &stack;
  EmbeddingSpec &spec;
  const int64_t numCores;
  StackGroup group;
  std::vector<FeatureEntry> features;
  int64_t rows = 0;        // padded, of the tables so far
  int64_t rowsInShard = 0; // of one SparseCore
  int64_t samples = 0;     // of the features so far
};

} // namespace

/// Limits in the file are 0 where nothing is said.
static absl::Status readLimit(const ProtoPlace &place, const char *field,
                              int64_t value, std::optional<int64_t> &limit) {
  SC_RETURN_IF_ERROR(place.checkRange(field, value, 0, kMostSize));
  if (value != 0)
    limit = value;
  return absl::OkStatus();
}

template <typename Proto>
static absl::Status readLimits(const ProtoPlace &place, const Proto &proto,
                               Limits &limits) {
  SC_RETURN_IF_ERROR(readLimit(place, "max_ids_per_partition",
                               proto.max_ids_per_partition(),
                               limits.maxIdsPerPartition));
  return readLimit(place, "max_unique_ids_per_partition",
                   proto.max_unique_ids_per_partition(),
                   limits.maxUniqueIdsPerPartition);
}

absl::Status StackReader::checkNumCores() {
  SC_RETURN_IF_ERROR(
      place.checkRange("num_sparsecores", numCores, 1, kMaxInt32));
  if (!spec.numSparseCores)
    spec.numSparseCores = numCores;
  return place.checkEqual(
      "num_sparsecores", numCores, *spec.numSparseCores,
      spec.groups.empty()
          ? ""
          : StrCat("that of stack ", quoteName(spec.groups.front().name)));
}

/// What JAX users forget.
static constexpr const char *kPrepared =
    "; write the proto after the feature specs were prepared for training";

absl::Status StackReader::checkTablePlace(const ProtoPlace &place,
                                          const proto::TableSpecProto &proto) {
  SC_RETURN_IF_ERROR(place.checkEqual(
      "padded_vocab_size", proto.padded_vocab_size(),
      roundUpSaturated(proto.vocab_size(), kAlignment * numCores),
      StrCat("vocab_size ", proto.vocab_size(), " up to a multiple of 8 x ",
             numCores, " SparseCores"),
      kPrepared));
  SC_RETURN_IF_ERROR(place.checkEqual(
      "padded_embedding_dim", proto.padded_embedding_dim(),
      roundUpSaturated(proto.embedding_dim(), kAlignment),
      StrCat("embedding_dim ", proto.embedding_dim(), " up to a multiple of 8"),
      kPrepared));
  SC_RETURN_IF_ERROR(place.checkEqual(
      "padded_embedding_dim", proto.padded_embedding_dim(),
      stack.stack_embedding_dim(),
      StrCat("stack_embedding_dim of ", this->place.getWhat())));
  SC_RETURN_IF_ERROR(place.checkEqual(
      "row_offset_in_shard", proto.row_offset_in_shard(), rowsInShard,
      StrCat("the end of the ", group.tables.size(), " tables before it")));
  SC_RETURN_IF_ERROR(place.checkRange("shard_rotation", proto.shard_rotation(),
                                      0, numCores - 1));
  rows = addSaturated(rows, proto.padded_vocab_size());
  rowsInShard = addSaturated(rowsInShard, proto.padded_vocab_size() / numCores);
  return absl::OkStatus();
}

absl::Status StackReader::readTable(const ProtoPlace &place,
                                    const proto::TableSpecProto &proto) {
  Table table;
  table.name = proto.table_name();
  table.vocabularySize = proto.vocab_size();
  table.embeddingDim = proto.embedding_dim();
  table.location = place.getPlace();
  SC_RETURN_IF_ERROR(place.checkName("table_name", table.name));
  SC_RETURN_IF_ERROR(
      place.checkRange("vocab_size", proto.vocab_size(), 1, kMostSize));
  SC_RETURN_IF_ERROR(
      place.checkRange("embedding_dim", proto.embedding_dim(), 1, kMostSize));
  SC_RETURN_IF_ERROR(readLimits(place, proto, table.limits));
  SC_RETURN_IF_ERROR(checkTablePlace(place, proto));
  std::optional<Combiner> combiner = parseCombiner(proto.combiner());
  if (!combiner && !proto.combiner().empty())
    return place.makeError(
        "combiner",
        StrCat("unknown combiner ", quoteName(proto.combiner()), " of ",
               place.getWhat(),
               describeNearest(proto.combiner(), {"sum", "mean", "sqrtn"}),
               " known: sum, mean, sqrtn"));
  table.combiner = combiner.value_or(Combiner::Sum);
  SC_RETURN_IF_ERROR(readOptimizer(
      place.enter("optimizer", -1, StrCat("optimizer of ", place.getWhat())),
      proto.optimizer(), table.optimizer));
  group.tables.push_back({table.name, proto.shard_rotation()});
  spec.tables.push_back(std::move(table));
  return absl::OkStatus();
}

absl::Status StackReader::readTables() {
  // The file has them by first use.
  std::vector<std::pair<int64_t, int>> order;
  for (const auto &table : stack.table_specs())
    order.emplace_back(table.row_offset_in_shard(),
                       static_cast<int>(order.size()));
  std::ranges::sort(order);
  for (const auto &[offset, index] : order) {
    const proto::TableSpecProto &table = stack.table_specs(index);
    ProtoPlace tablePlace =
        place.enter("table_specs", index,
                    StrCat("table ", table.table_name().empty()
                                         ? std::to_string(index + 1)
                                         : quoteName(table.table_name())));
    SC_RETURN_IF_ERROR(readTable(tablePlace, table));
    for (int i = 0; i < table.feature_specs_size(); ++i) {
      const proto::FeatureSpecProto &feature = table.feature_specs(i);
      std::string name = feature.feature_name().empty()
                             ? StrCat(i + 1, " of ", tablePlace.getWhat())
                             : quoteName(feature.feature_name());
      features.push_back(
          {&feature, &table,
           tablePlace.enter("feature_specs", i, StrCat("feature ", name))});
    }
  }
  return place.checkEqual("stack_vocab_size", stack.stack_vocab_size(), rows,
                          "the sum of padded_vocab_size of its tables");
}

absl::Status
StackReader::readShape(const ProtoPlace &place, const char *field,
                       const google::protobuf::RepeatedField<int64_t> &sizes,
                       std::vector<int64_t> &shape) {
  for (int64_t size : sizes)
    SC_RETURN_IF_ERROR(place.checkRange(field, size, 1, kMostSize));
  shape.assign(sizes.begin(), sizes.end());
  return absl::OkStatus();
}

absl::Status StackReader::readFeature(const FeatureEntry &entry) {
  const proto::FeatureSpecProto &proto = *entry.proto;
  Feature feature;
  feature.name = proto.feature_name();
  feature.table = entry.table->table_name();
  feature.location = entry.place.getPlace();
  SC_RETURN_IF_ERROR(entry.place.checkName("feature_name", feature.name));
  SC_RETURN_IF_ERROR(readShape(entry.place, "input_shape", proto.input_shape(),
                               feature.inputShape));
  SC_RETURN_IF_ERROR(readShape(entry.place, "output_shape",
                               proto.output_shape(), feature.outputShape));
  if (feature.inputShape.empty())
    return entry.place.makeError(
        "input_shape", StrCat(entry.place.getWhat(), " has no input_shape"));
  SC_RETURN_IF_ERROR(entry.place.checkEqual(
      "row_offset", proto.row_offset(), samples,
      "the number of samples of the features before it"));
  SC_RETURN_IF_ERROR(entry.place.checkEqual(
      "col_offset", proto.col_offset(),
      multiplySaturated(entry.table->row_offset_in_shard(), numCores),
      StrCat("row_offset_in_shard ", entry.table->row_offset_in_shard(), " x ",
             numCores, " SparseCores")));
  SC_RETURN_IF_ERROR(entry.place.checkEqual("col_shift", proto.col_shift(),
                                            entry.table->shard_rotation(),
                                            "shard_rotation of its table"));
  samples = addSaturated(samples, feature.getNumSamples());
  spec.features.push_back(std::move(feature));
  return absl::OkStatus();
}

absl::Status StackReader::readFeatures() {
  std::vector<std::pair<int64_t, size_t>> order;
  for (const FeatureEntry &entry : features)
    order.emplace_back(entry.proto->row_offset(), order.size());
  std::ranges::sort(order);
  for (const auto &[offset, index] : order)
    SC_RETURN_IF_ERROR(readFeature(features[index]));
  return place.checkEqual("total_sample_count", stack.total_sample_count(),
                          samples, "the number of samples of its features");
}

absl::Status StackReader::read() {
  group.name = stack.stack_name();
  group.location = place.getPlace();
  SC_RETURN_IF_ERROR(place.checkName("stack_name", group.name));
  SC_RETURN_IF_ERROR(checkNumCores());
  SC_RETURN_IF_ERROR(readLimits(place, stack, group.limits));
  SC_RETURN_IF_ERROR(place.checkRange("stack_vocab_size",
                                      stack.stack_vocab_size(), 1, kMostSize));
  SC_RETURN_IF_ERROR(place.checkRange(
      "stack_embedding_dim", stack.stack_embedding_dim(), 1, kMostSize));
  SC_RETURN_IF_ERROR(place.checkRange(
      "total_sample_count", stack.total_sample_count(), 1, kMostSize));
  SC_RETURN_IF_ERROR(place.checkRange("activation_mem_bytes_limit",
                                      stack.activation_mem_bytes_limit(), 0,
                                      kMostSize));
  if (stack.table_specs().empty())
    return place.makeError("table_specs",
                           place.getWhat() + " has no table_specs");
  SC_RETURN_IF_ERROR(readTables());
  SC_RETURN_IF_ERROR(readFeatures());
  spec.groups.push_back(std::move(group));
  return absl::OkStatus();
}

absl::Status readStack(const ProtoPlace &place,
                       const proto::StackedTableSpecProto &stack,
                       EmbeddingSpec &spec) {
  return StackReader(place, stack, spec).read();
}

} // namespace sc::spec::detail
