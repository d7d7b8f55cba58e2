//===-- JsonSpec.cpp - specs from JSON ------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every error has the place of the key or value that it is about.

#include "lib/Spec/JsonFields.h"
#include "lib/Spec/SpecDetail.h"
#include "sc/Target/JsonTree.h"
#include "sc/Target/NearestName.h"

#include <algorithm>

namespace sc::spec {

namespace {

/// Reads one document. Methods return false after setting `error`.
class JsonSpecReader : private detail::JsonFields {
public:
  using JsonFields::JsonFields;

  bool read(const JsonNode &root, EmbeddingSpec &spec);

private:
  template <typename T>
  bool readList(const JsonNode &root, const char *key, const char *itemWhat,
                bool (JsonSpecReader::*readItem)(const JsonNode &,
                                                 const std::string &, T &),
                std::vector<T> &items);
  bool readTopology(const JsonNode &node, Topology &topology);
  bool readTable(const JsonNode &node, const std::string &what, Table &table);
  bool readCombiner(const JsonNode &node, const std::string &what,
                    Combiner &combiner);
  bool readOptimizer(const JsonNode &node, const std::string &table,
                     Optimizer &optimizer);
  bool readOptimizerType(const JsonNode &node, const std::string &what,
                         Optimizer &optimizer);
  bool readQuantization(const JsonNode &node, const std::string &table,
                        Quantization &quantization);
  bool readLimits(const JsonNode &node, const std::string &what,
                  Limits &limits);
  bool readFeature(const JsonNode &node, const std::string &what,
                   Feature &feature);
  bool readShape(const JsonNode *node, const std::string &what,
                 std::vector<int64_t> &shape);
  bool readGroup(const JsonNode &node, const std::string &what,
                 StackGroup &group);
  bool readMember(const JsonNode &node, const std::string &what,
                  StackMember &member);
  bool readConfig(const JsonNode &node, Config &config);
};

} // namespace

bool JsonSpecReader::readLimits(const JsonNode &node, const std::string &what,
                                Limits &limits) {
  return readOptional(node, "max_ids_per_partition", what,
                      limits.maxIdsPerPartition) &&
         readOptional(node, "max_unique_ids_per_partition", what,
                      limits.maxUniqueIdsPerPartition) &&
         readOptional(node, "suggested_coo_buffer_size_per_device", what,
                      limits.suggestedBufferSize);
}

bool JsonSpecReader::readCombiner(const JsonNode &node, const std::string &what,
                                  Combiner &combiner) {
  std::string name;
  if (!readString(node, "combiner of " + what, name))
    return false;
  std::optional<Combiner> parsed = parseCombiner(name);
  if (!parsed)
    return failUnknown(node, "combiner", name, what, {"sum", "mean", "sqrtn"});
  combiner = *parsed;
  return true;
}

bool JsonSpecReader::readOptimizerType(const JsonNode &node,
                                       const std::string &what,
                                       Optimizer &optimizer) {
  if (!readString(node, what, optimizer.type))
    return false;
  const std::vector<std::string> &types = getOptimizerTypes();
  if (std::ranges::find(types, optimizer.type) != types.end())
    return true;
  return failUnknown(node, "optimizer", optimizer.type, what,
                     {types.begin(), types.end()});
}

bool JsonSpecReader::readOptimizer(const JsonNode &node,
                                   const std::string &table,
                                   Optimizer &optimizer) {
  std::string what = "optimizer of " + table;
  if (node.kind == JsonNode::Kind::String)
    return readOptimizerType(node, table, optimizer);
  if (!checkObject(node, what,
                   {"type", "learning_rate", "learning_rate_tag",
                    "float_params", "bool_params"}))
    return false;
  const JsonNode *type = findRequired(node, "type", what);
  const JsonNode *rate = node.find("learning_rate");
  const JsonNode *tag = node.find("learning_rate_tag");
  if (!type || !readOptimizerType(*type, table, optimizer))
    return false;
  if (rate && tag)
    return fail(*tag, what + " has both learning_rate and learning_rate_tag; "
                             "leave out one of them");
  if (rate && !readFloat(*rate, "learning_rate of " + what,
                         optimizer.learningRate.emplace()))
    return false;
  if (tag && !readName(*tag, "learning_rate_tag of " + what,
                       optimizer.learningRateTag))
    return false;
  return readDictionary(node, "float_params", what, optimizer.floatParams,
                        &JsonSpecReader::readFloat) &&
         readDictionary(node, "bool_params", what, optimizer.boolParams,
                        &JsonSpecReader::readBool);
}

bool JsonSpecReader::readQuantization(const JsonNode &node,
                                      const std::string &table,
                                      Quantization &quantization) {
  std::string what = "quantization_config of " + table;
  return checkObject(node, what, {"num_buckets", "min_value", "max_value"}) &&
         readRequired(node, "num_buckets", what, quantization.numBuckets,
                      &JsonSpecReader::readSize) &&
         readRequired(node, "min_value", what, quantization.minValue,
                      &JsonSpecReader::readFloat) &&
         readRequired(node, "max_value", what, quantization.maxValue,
                      &JsonSpecReader::readFloat);
}

bool JsonSpecReader::readTable(const JsonNode &node, const std::string &what,
                               Table &table) {
  if (!checkObject(
          node, what,
          {"name", "vocabulary_size", "embedding_dim", "combiner", "optimizer",
           "max_ids_per_partition", "max_unique_ids_per_partition",
           "suggested_coo_buffer_size_per_device", "quantization_config"}) ||
      !readRequired(node, "name", what, table.name,
                    &JsonSpecReader::readName) ||
      !readRequired(node, "vocabulary_size", what, table.vocabularySize,
                    &JsonSpecReader::readSize) ||
      !readRequired(node, "embedding_dim", what, table.embeddingDim,
                    &JsonSpecReader::readSize))
    return false;
  const JsonNode *combiner = node.find("combiner");
  const JsonNode *optimizer = node.find("optimizer");
  const JsonNode *quantization = node.find("quantization_config");
  table.location = getPlace(node);
  return (!combiner || readCombiner(*combiner, what, table.combiner)) &&
         (!optimizer || readOptimizer(*optimizer, what, table.optimizer)) &&
         readLimits(node, what, table.limits) &&
         (!quantization ||
          readQuantization(*quantization, what, table.quantization.emplace()));
}

bool JsonSpecReader::readShape(const JsonNode *node, const std::string &what,
                               std::vector<int64_t> &shape) {
  if (!node)
    return true;
  std::string whole = node->key + " of " + what;
  if (node->kind != JsonNode::Kind::Array)
    return failKind(*node, whole, "an array of whole numbers");
  for (const JsonNode &size : node->children)
    if (!readSize(size, whole, shape.emplace_back()))
      return false;
  if (shape.empty())
    return fail(*node, whole + " is empty");
  return true;
}

bool JsonSpecReader::readFeature(const JsonNode &node, const std::string &what,
                                 Feature &feature) {
  feature.location = getPlace(node);
  return checkObject(node, what,
                     {"name", "table", "input_shape", "output_shape"}) &&
         readRequired(node, "name", what, feature.name,
                      &JsonSpecReader::readName) &&
         readRequired(node, "table", what, feature.table,
                      &JsonSpecReader::readName) &&
         findRequired(node, "input_shape", what) &&
         readShape(node.find("input_shape"), what, feature.inputShape) &&
         readShape(node.find("output_shape"), what, feature.outputShape);
}

bool JsonSpecReader::readMember(const JsonNode &node, const std::string &what,
                                StackMember &member) {
  if (node.kind == JsonNode::Kind::String)
    return readName(node, "table of " + what, member.table);
  std::string whole = "table of " + what;
  if (!checkObject(node, whole, {"table", "rotation"}) ||
      !readRequired(node, "table", whole, member.table,
                    &JsonSpecReader::readName))
    return false;
  const JsonNode *rotation = node.find("rotation");
  return !rotation || readInteger(*rotation, "rotation of " + whole, 0,
                                  member.rotation.emplace());
}

bool JsonSpecReader::readGroup(const JsonNode &node, const std::string &what,
                               StackGroup &group) {
  if (!checkObject(node, what,
                   {"name", "tables", "max_ids_per_partition",
                    "max_unique_ids_per_partition",
                    "suggested_coo_buffer_size_per_device"}) ||
      !readRequired(node, "name", what, group.name, &JsonSpecReader::readName))
    return false;
  const JsonNode *tables = findRequired(node, "tables", what);
  if (!tables)
    return false;
  if (tables->kind != JsonNode::Kind::Array)
    return failKind(*tables, "tables of " + what, "an array");
  for (const JsonNode &member : tables->children)
    if (!readMember(member, what, group.tables.emplace_back()))
      return false;
  group.location = getPlace(node);
  return readLimits(node, what, group.limits);
}

bool JsonSpecReader::readConfig(const JsonNode &node, Config &config) {
  const std::string what = "sparsecore_config";
  config.location = getPlace(node);
  return checkObject(node, what,
                     {"disable_table_stacking", "max_ids_per_chip_per_sample",
                      "max_ids_per_table", "max_unique_ids_per_table",
                      "allow_id_dropping", "initialize_tables_on_host",
                      "enable_fast_table_initialization"}) &&
         readOptional(node, "disable_table_stacking", what,
                      config.disableTableStacking) &&
         readOptional(node, "max_ids_per_chip_per_sample", what,
                      config.maxIdsPerChipPerSample) &&
         readDictionary(node, "max_ids_per_table", what, config.maxIdsPerTable,
                        &JsonSpecReader::readSize) &&
         readDictionary(node, "max_unique_ids_per_table", what,
                        config.maxUniqueIdsPerTable,
                        &JsonSpecReader::readSize) &&
         readOptional(node, "allow_id_dropping", what,
                      config.allowIdDropping) &&
         readOptional(node, "initialize_tables_on_host", what,
                      config.initializeTablesOnHost) &&
         readOptional(node, "enable_fast_table_initialization", what,
                      config.enableFastTableInitialization);
}

bool JsonSpecReader::readTopology(const JsonNode &node, Topology &topology) {
  return checkObject(node, "topology",
                     {"devices", "sparse_cores_per_device"}) &&
         readRequired(node, "devices", "topology", topology.devices,
                      &JsonSpecReader::readSize) &&
         readRequired(node, "sparse_cores_per_device", "topology",
                      topology.sparseCoresPerDevice, &JsonSpecReader::readSize);
}

template <typename T>
bool JsonSpecReader::readList(const JsonNode &root, const char *key,
                              const char *itemWhat,
                              bool (JsonSpecReader::*readItem)(
                                  const JsonNode &, const std::string &, T &),
                              std::vector<T> &items) {
  const JsonNode *list = root.find(key);
  if (!list)
    return true;
  if (list->kind != JsonNode::Kind::Array)
    return failKind(*list, std::string("'") + key + "'", "an array");
  for (const JsonNode &node : list->children) {
    // Messages name it if it has a name, else its position counts from 1.
    const JsonNode *name = node.find("name");
    std::string what =
        std::string(itemWhat) + " " +
        (name && name->kind == JsonNode::Kind::String && !name->string.empty()
             ? quoteName(name->string)
             : std::to_string(items.size() + 1));
    if (!(this->*readItem)(node, what, items.emplace_back()))
      return false;
  }
  return true;
}

bool JsonSpecReader::read(const JsonNode &root, EmbeddingSpec &spec) {
  int64_t version = 0;
  if (!checkObject(root, "an embedding spec",
                   {"version", "topology", "num_sparse_cores", "tables",
                    "features", "stacks", "are_stacks_complete",
                    "sparsecore_config"}) ||
      !readRequired(root, "version", "the spec", version,
                    &JsonSpecReader::readSize))
    return false;
  if (version != 1)
    return fail(*root.find("version"),
                "version " + std::to_string(version) +
                    " of the spec is unknown; this program reads version 1");
  for (const char *key : {"tables", "features"})
    if (!findRequired(root, key, "the spec"))
      return false;
  const JsonNode *topology = root.find("topology");
  const JsonNode *config = root.find("sparsecore_config");
  if (topology && !readTopology(*topology, spec.topology.emplace()))
    return false;
  // null states that nothing is bounded by it.
  if (!config || config->kind != JsonNode::Kind::Null)
    spec.config.emplace();
  return readOptional(root, "num_sparse_cores", "the spec",
                      spec.numSparseCores) &&
         readList(root, "tables", "table", &JsonSpecReader::readTable,
                  spec.tables) &&
         readList(root, "features", "feature", &JsonSpecReader::readFeature,
                  spec.features) &&
         readList(root, "stacks", "stack", &JsonSpecReader::readGroup,
                  spec.groups) &&
         readOptional(root, "are_stacks_complete", "the spec",
                      spec.areGroupsComplete) &&
         (!config || !spec.config || readConfig(*config, *spec.config));
}

absl::StatusOr<EmbeddingSpec> detail::parseJsonSpec(std::string_view text,
                                                    const std::string &name) {
  std::string error;
  std::optional<JsonNode> root = parseJsonTree(text, name, error);
  EmbeddingSpec spec;
  if (!root || !JsonSpecReader(name, error).read(*root, spec))
    return absl::InvalidArgumentError(error);
  return spec;
}

} // namespace sc::spec
