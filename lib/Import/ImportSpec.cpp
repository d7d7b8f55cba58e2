//===-- ImportSpec.cpp - a spec as a module -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation for each part of an EmbeddingSpec.

#include "sc/Import/ImportSpec.h"

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "sc/Import/FilePlace.h"

using namespace mlir;

namespace sc {

namespace {

/// Makes the operations of one spec.
class SpecImporter {
public:
  SpecImporter(const spec::EmbeddingSpec &spec, MLIRContext *context)
      : spec(spec), builder(context), unknown(builder.getUnknownLoc()) {}
  OwningOpRef<ModuleOp> run();

private:
  void addSpec(ModuleOp module);
  void addTable(const spec::Table &table);
  void addFeature(const spec::Feature &feature);
  void addStack(const spec::StackGroup &group);
  void addMain(ModuleOp module);

  Location getFile() const;
  Location getLoc(const std::string &text) const {
    return parseLocation(text, unknown);
  }
  FlatSymbolRefAttr getSymbol(const std::string &name) {
    return FlatSymbolRefAttr::get(builder.getContext(), name);
  }
  IntegerAttr getNumber(const std::optional<int64_t> &number) {
    return number ? builder.getI64IntegerAttr(*number) : IntegerAttr();
  }
  DictionaryAttr getLimits(const std::map<std::string, int64_t> &limits);
  OptimizerAttr getOptimizer(const spec::Optimizer &optimizer);
  QuantizationAttr getQuantization(const spec::Quantization &quantization);
  ConfigAttr getConfig(const spec::Config &config);

  const spec::EmbeddingSpec &spec;
  OpBuilder builder;
  Location unknown;
};

} // namespace

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The attributes of a map by name; null for an empty map.
template <typename ValueT, typename MakeT>
static DictionaryAttr makeDictionary(MLIRContext *context,
                                     const std::map<std::string, ValueT> &map,
                                     MakeT make) {
  SmallVector<NamedAttribute> entries;
  for (const auto &[name, value] : map)
    if (!name.empty())
      entries.emplace_back(StringAttr::get(context, name), make(value));
  return entries.empty() ? DictionaryAttr()
                         : DictionaryAttr::get(context, entries);
}

DictionaryAttr
SpecImporter::getLimits(const std::map<std::string, int64_t> &limits) {
  return makeDictionary(builder.getContext(), limits, [&](int64_t limit) {
    return builder.getI64IntegerAttr(limit);
  });
}

OptimizerAttr SpecImporter::getOptimizer(const spec::Optimizer &optimizer) {
  MLIRContext *context = builder.getContext();
  FloatAttr rate;
  if (optimizer.learningRate)
    rate = builder.getF32FloatAttr(*optimizer.learningRate);
  StringAttr tag;
  if (!optimizer.learningRateTag.empty())
    tag = builder.getStringAttr(optimizer.learningRateTag);
  auto floats =
      makeDictionary(context, optimizer.floatParams, [&](float value) {
        return builder.getF32FloatAttr(value);
      });
  auto bools = makeDictionary(context, optimizer.boolParams, [&](bool value) {
    return builder.getBoolAttr(value);
  });
  return OptimizerAttr::get(context, optimizer.type, rate, tag, floats, bools);
}

QuantizationAttr
SpecImporter::getQuantization(const spec::Quantization &quantization) {
  return QuantizationAttr::get(builder.getContext(), quantization.numBuckets,
                               builder.getF32FloatAttr(quantization.minValue),
                               builder.getF32FloatAttr(quantization.maxValue));
}

ConfigAttr SpecImporter::getConfig(const spec::Config &config) {
  return ConfigAttr::get(
      builder.getContext(), builder.getBoolAttr(config.disableTableStacking),
      config.maxIdsPerChipPerSample, getLimits(config.maxIdsPerTable),
      getLimits(config.maxUniqueIdsPerTable),
      builder.getBoolAttr(config.allowIdDropping),
      builder.getBoolAttr(config.initializeTablesOnHost),
      builder.getBoolAttr(config.enableFastTableInitialization));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The start of the file that the spec comes from.
Location SpecImporter::getFile() const {
  for (const spec::Table &table : spec.tables)
    if (auto file = dyn_cast<FileLineColLoc>(getLoc(table.location)))
      return file.getLine() == 0
                 ? file // no lines: a binary file
                 : FileLineColLoc::get(file.getFilename(), 1, 1);
  return unknown;
}

void SpecImporter::addTable(const spec::Table &table) {
  QuantizationAttr quantization;
  if (table.quantization)
    quantization = getQuantization(*table.quantization);
  TableOp::create(
      builder, getLoc(table.location), builder.getStringAttr(table.name),
      builder.getI64IntegerAttr(table.vocabularySize),
      builder.getI64IntegerAttr(table.embeddingDim),
      builder.getStringAttr(spec::getCombinerName(table.combiner)),
      getOptimizer(table.optimizer), getNumber(table.limits.maxIdsPerPartition),
      getNumber(table.limits.maxUniqueIdsPerPartition),
      getNumber(table.limits.suggestedBufferSize), quantization);
}

void SpecImporter::addFeature(const spec::Feature &feature) {
  DenseI64ArrayAttr output;
  if (!feature.outputShape.empty())
    output = builder.getDenseI64ArrayAttr(feature.outputShape);
  FeatureOp::create(builder, getLoc(feature.location),
                    builder.getStringAttr(feature.name),
                    getSymbol(feature.table),
                    builder.getDenseI64ArrayAttr(feature.inputShape), output);
}

void SpecImporter::addStack(const spec::StackGroup &group) {
  SmallVector<Attribute> tables, rotations;
  for (const spec::StackMember &member : group.tables) {
    tables.push_back(getSymbol(member.table));
    rotations.push_back(member.rotation ? Attribute(getNumber(member.rotation))
                                        : Attribute(builder.getUnitAttr()));
  }
  StackOp::create(builder, getLoc(group.location),
                  builder.getStringAttr(group.name),
                  builder.getArrayAttr(tables), builder.getArrayAttr(rotations),
                  getNumber(group.limits.maxIdsPerPartition),
                  getNumber(group.limits.maxUniqueIdsPerPartition),
                  getNumber(group.limits.suggestedBufferSize));
}

void SpecImporter::addSpec(ModuleOp module) {
  builder.setInsertionPointToStart(module.getBody());
  ConfigAttr config = spec.config ? getConfig(*spec.config) : ConfigAttr();
  TopologyAttr topology;
  if (spec.topology)
    topology = TopologyAttr::get(builder.getContext(), spec.topology->devices,
                                 spec.topology->sparseCoresPerDevice);
  auto op = SpecOp::create(
      builder, getFile(), config, topology, getNumber(spec.numSparseCores),
      spec.areGroupsComplete ? builder.getUnitAttr() : UnitAttr());
  builder.createBlock(&op.getBody());
  for (const spec::Table &table : spec.tables)
    addTable(table);
  for (const spec::Feature &feature : spec.features)
    addFeature(feature);
  for (const spec::StackGroup &group : spec.groups)
    addStack(group);
}

void SpecImporter::addMain(ModuleOp module) {
  builder.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> types;
  for (const spec::Feature &feature : spec.features)
    types.push_back(RankedTensorType::get(
        {feature.getNumSamples(), spec.findTable(feature.table)->embeddingDim},
        builder.getF32Type()));
  auto main = func::FuncOp::create(builder, getFile(), "main",
                                   builder.getFunctionType({}, types));
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> results;
  for (auto [index, feature] : llvm::enumerate(spec.features)) {
    auto lookup = LookupOp::create(builder, getLoc(feature.location),
                                   types[index], getSymbol(feature.name));
    results.push_back(lookup.getResult());
    main.setResultAttr(index, "jax.result_info",
                       builder.getStringAttr(feature.name));
  }
  func::ReturnOp::create(builder, getFile(), results);
}

OwningOpRef<ModuleOp> SpecImporter::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(getFile());
  addSpec(*module);
  addMain(*module);
  return module;
}

OwningOpRef<ModuleOp> importSpec(const spec::EmbeddingSpec &spec,
                                 MLIRContext *context) {
  context->loadDialect<SCDialect, func::FuncDialect>();
  return SpecImporter(spec, context).run();
}

} // namespace sc
