//===-- CollectSpec.cpp - the spec that a module states -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inverse of ImportSpec.cpp.

#include "sc/Import/ImportSpec.h"

#include "dialects/SparseCore/SparseCore.h"
#include "sc/Target/NearestName.h"

using namespace mlir;

namespace sc {

/// "file:line:column"; "" where there is no file.
static std::string formatLocation(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
         std::to_string(file.getColumn());
}

static std::optional<int64_t> getNumber(std::optional<uint64_t> number) {
  return number ? std::optional(static_cast<int64_t>(*number)) : std::nullopt;
}

/// Of sc.table and sc.stack.
template <typename OpT> static spec::Limits collectLimits(OpT op) {
  return {getNumber(op.getMaxIds()), getNumber(op.getMaxUniqueIds()),
          getNumber(op.getBufferSize())};
}

static float getFloat(Attribute number) {
  return cast<FloatAttr>(number).getValue().convertToFloat();
}

static FailureOr<spec::Optimizer> collectOptimizer(TableOp table) {
  OptimizerAttr attr = table.getOptimizer();
  const std::vector<std::string> &known = spec::getOptimizerTypes();
  if (!llvm::is_contained(known, attr.getType())) {
    std::vector<std::string_view> names(known.begin(), known.end());
    return table.emitError()
           << "unknown optimizer " << quoteName(attr.getType().str())
           << describeNearest(attr.getType().str(), names)
           << " optimizers: " << joinNames(names);
  }
  spec::Optimizer optimizer;
  optimizer.type = attr.getType().str();
  if (FloatAttr rate = attr.getLearningRate())
    optimizer.learningRate = getFloat(rate);
  if (StringAttr tag = attr.getLearningRateTag())
    optimizer.learningRateTag = tag.str();
  if (DictionaryAttr params = attr.getFloatParams())
    for (NamedAttribute param : params)
      optimizer.floatParams[param.getName().str()] = getFloat(param.getValue());
  if (DictionaryAttr params = attr.getBoolParams())
    for (NamedAttribute param : params)
      optimizer.boolParams[param.getName().str()] =
          cast<BoolAttr>(param.getValue()).getValue();
  return optimizer;
}

static FailureOr<spec::Table> collectTable(TableOp op) {
  spec::Table table;
  table.name = op.getName().str();
  table.vocabularySize = op.getVocabulary();
  table.embeddingDim = op.getWidth();
  table.combiner = *spec::parseCombiner(op.getCombiner().str());
  FailureOr<spec::Optimizer> optimizer = collectOptimizer(op);
  if (failed(optimizer))
    return failure();
  table.optimizer = *optimizer;
  if (std::optional<QuantizationAttr> attr = op.getQuantization())
    table.quantization = spec::Quantization{
        attr->getBuckets(), getFloat(attr->getMin()), getFloat(attr->getMax())};
  table.limits = collectLimits(op);
  table.location = formatLocation(op.getLoc());
  return table;
}

static spec::Feature collectFeature(FeatureOp op) {
  spec::Feature feature;
  feature.name = op.getName().str();
  feature.table = op.getTable().str();
  feature.inputShape = op.getInputShape().vec();
  if (std::optional<ArrayRef<int64_t>> output = op.getOutputShape())
    feature.outputShape = output->vec();
  feature.location = formatLocation(op.getLoc());
  return feature;
}

static spec::StackGroup collectStack(StackOp op) {
  spec::StackGroup group;
  group.name = op.getName().str();
  for (auto [table, rotation] :
       llvm::zip_equal(op.getTables(), op.getRotations())) {
    spec::StackMember member{cast<FlatSymbolRefAttr>(table).getValue().str(),
                             std::nullopt};
    if (auto number = dyn_cast<IntegerAttr>(rotation))
      member.rotation = number.getInt();
    group.tables.push_back(std::move(member));
  }
  group.limits = collectLimits(op);
  group.location = formatLocation(op.getLoc());
  return group;
}

static std::map<std::string, int64_t> collectMap(DictionaryAttr attr) {
  std::map<std::string, int64_t> limits;
  if (attr)
    for (NamedAttribute entry : attr)
      limits[entry.getName().str()] =
          cast<IntegerAttr>(entry.getValue()).getInt();
  return limits;
}

static spec::Config collectConfig(ConfigAttr attr) {
  spec::Config config;
  config.disableTableStacking = attr.getDisableTableStacking().getValue();
  config.maxIdsPerChipPerSample = attr.getMaxIdsPerChipPerSample();
  config.maxIdsPerTable = collectMap(attr.getMaxIdsPerTable());
  config.maxUniqueIdsPerTable = collectMap(attr.getMaxUniqueIdsPerTable());
  config.allowIdDropping = attr.getAllowIdDropping().getValue();
  config.initializeTablesOnHost = attr.getInitializeTablesOnHost().getValue();
  config.enableFastTableInitialization =
      attr.getEnableFastTableInitialization().getValue();
  return config;
}

FailureOr<spec::EmbeddingSpec> collectSpec(ModuleOp module) {
  if (!hasSpec(module))
    return module.emitError("the module has no sc.spec");
  SpecOp op = *module.getOps<SpecOp>().begin();
  spec::EmbeddingSpec spec;
  for (auto table : op.getOps<TableOp>()) {
    FailureOr<spec::Table> collected = collectTable(table);
    if (failed(collected))
      return failure();
    spec.tables.push_back(std::move(*collected));
  }
  for (auto feature : op.getOps<FeatureOp>())
    spec.features.push_back(collectFeature(feature));
  for (auto stack : op.getOps<StackOp>())
    spec.groups.push_back(collectStack(stack));
  spec.areGroupsComplete = op.getGivenStacksOnly();
  if (std::optional<ConfigAttr> config = op.getConfig())
    spec.config = collectConfig(*config);
  if (std::optional<TopologyAttr> topology = op.getTopology())
    spec.topology =
        spec::Topology{topology->getDevices(), topology->getSparseCores()};
  spec.numSparseCores = getNumber(op.getSparseCores());
  return spec;
}

bool hasSpec(ModuleOp module) { return !module.getOps<SpecOp>().empty(); }

} // namespace sc
