//===-- WriteProtoSpec.cpp - stacked specs as EmbeddingSpecProto ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps are written by key, so that the same spec gives the same bytes.

#include "lib/Spec/embedding_spec.pb.h"
#include "sc/Spec/SpecFile.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <algorithm>

namespace sc::spec {

namespace pb = google::protobuf;

static void setOptimizer(const Optimizer &optimizer,
                         proto::OptimizerSpecProto &proto) {
  const std::vector<std::string> &types = getOptimizerTypes();
  auto type = std::ranges::find(types, optimizer.type);
  proto.set_type(static_cast<proto::OptimizerSpecProto::OptimizerType>(
      type == types.end() ? 0 : type - types.begin()));
  if (optimizer.learningRate)
    proto.set_learning_rate(*optimizer.learningRate);
  else if (!optimizer.learningRateTag.empty())
    proto.set_learning_rate_tag(optimizer.learningRateTag);
  proto.mutable_float_params()->insert(optimizer.floatParams.begin(),
                                       optimizer.floatParams.end());
  proto.mutable_bool_params()->insert(optimizer.boolParams.begin(),
                                      optimizer.boolParams.end());
}

static void setFeature(const StackedFeature &feature,
                       proto::FeatureSpecProto &proto) {
  proto.set_feature_name(feature.feature.name);
  for (int64_t size : feature.feature.inputShape)
    proto.add_input_shape(size);
  for (int64_t size : feature.feature.outputShape)
    proto.add_output_shape(size);
  proto.set_row_offset(feature.rowOffset);
  proto.set_col_offset(feature.colOffset);
  proto.set_col_shift(feature.colShift);
}

static void setTable(const StackedTable &stacked,
                     proto::TableSpecProto &proto) {
  const Table &table = stacked.table;
  proto.set_table_name(table.name);
  proto.set_vocab_size(table.vocabularySize);
  proto.set_embedding_dim(table.embeddingDim);
  proto.set_max_ids_per_partition(table.limits.maxIdsPerPartition.value_or(0));
  proto.set_max_unique_ids_per_partition(
      table.limits.maxUniqueIdsPerPartition.value_or(0));
  proto.set_padded_vocab_size(stacked.paddedVocabularySize);
  proto.set_padded_embedding_dim(stacked.paddedEmbeddingDim);
  proto.set_row_offset_in_shard(stacked.rowOffsetInShard);
  proto.set_shard_rotation(stacked.shardRotation);
  proto.set_combiner(getCombinerName(table.combiner));
  setOptimizer(table.optimizer, *proto.mutable_optimizer());
  for (const StackedFeature &feature : stacked.features)
    setFeature(feature, *proto.add_feature_specs());
}

static proto::EmbeddingSpecProto makeProto(const StackedSpec &spec) {
  proto::EmbeddingSpecProto proto;
  for (const Stack &stack : spec.stacks) {
    proto::StackedTableSpecProto &out = *proto.add_stacked_table_specs();
    out.set_stack_name(stack.name);
    out.set_stack_vocab_size(stack.vocabularySize);
    out.set_stack_embedding_dim(stack.embeddingDim);
    out.set_total_sample_count(stack.sampleCount);
    out.set_max_ids_per_partition(stack.maxIdsPerPartition);
    out.set_max_unique_ids_per_partition(stack.maxUniqueIdsPerPartition);
    out.set_num_sparsecores(spec.topology.getNumSparseCores());
    if (stack.activationBytesLimit)
      out.set_activation_mem_bytes_limit(*stack.activationBytesLimit);
    for (const StackedTable &table : stack.tables)
      setTable(table, *out.add_table_specs());
  }
  return proto;
}

std::string writeTextProto(const StackedSpec &spec) {
  // The printer orders maps by key.
  std::string text;
  pb::TextFormat::Printer printer;
  printer.SetUseUtf8StringEscaping(true);
  printer.PrintToString(makeProto(spec), &text);
  return text;
}

std::string writeBinaryProto(const StackedSpec &spec) {
  std::string bytes;
  {
    // The bytes are complete once both are gone.
    pb::io::StringOutputStream stream(&bytes);
    pb::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    makeProto(spec).SerializeToCodedStream(&coded);
  }
  return bytes;
}

} // namespace sc::spec
