//===-- StackTablesRewrite.cpp - a program for given stacks ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments, manual computation and lookups of stacked tables.

#include "StackTablesRewrite.h"

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "runtime/support/Saturated.h"
#include "sc/Conversion/LookupAttributes.h"
#include "sc/Import/FilePlace.h"
#include "sc/Import/ImportSpec.h"
#include "sc/Stacking/Stacking.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace mlir;

namespace sc {

namespace {

constexpr StringLiteral kAxisName("x");

/// Sizes of a stack on one device.
struct StackSizes {
  int64_t rowPointers = 0;
  int64_t entries = 0;
  int64_t tableRows = 0;
  int64_t samples = 0;
};

/// Rewrites @main for the stacks of one spec.
class StackRewriter {
public:
  StackRewriter(ModuleOp module, const spec::StackedSpec &stacked)
      : module(module), stacked(stacked), builder(module.getContext()) {}
  LogicalResult run();

private:
  LogicalResult findMain();
  void computeSizes();
  LogicalResult checkInputNames();
  LogicalResult checkInputName(llvm::StringMap<std::string> &users,
                               const std::string &name, size_t position,
                               const spec::Stack &stack);
  LogicalResult checkResultNames();

  void nameResults();
  void addMesh();
  void addArguments();
  void addArgument(const std::string &name, RankedTensorType type,
                   Location location);
  SmallVector<RankedTensorType, 5> getTypes(size_t stack, int64_t devices);
  bool isLookedUp(const spec::Stack &stack) const;
  SmallVector<Value> getInputs(size_t stack);

  void addLookups();
  void addManualComputation();
  void addStackLookup(size_t stack, ValueRange inputs);
  Value makeZeros(Location location, RankedTensorType type);
  sdy::TensorShardingAttr getSharding(int64_t rank);
  void eraseSpec();

  int64_t getDevices() const { return stacked.topology.devices; }
  int64_t getSparseCores() const {
    return stacked.topology.sparseCoresPerDevice;
  }

  ModuleOp module;
  const spec::StackedSpec &stacked;
  OpBuilder builder;
  func::FuncOp main;
  sdy::MeshOp mesh; // null for one device
  size_t firstArgument = 0;
  SmallVector<StackSizes> sizes;                  // by stack
  llvm::StringMap<SmallVector<LookupOp>> lookups; // by feature
  /// Activations on a device by feature, in the order of their stacks.
  llvm::MapVector<StringRef, Value> activations;
};

} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// A stack that a tool makes has no place of its own.
static bool hasLine(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  return file && file.getLine() > 0;
}

Location getStackLocation(ModuleOp module, const spec::Stack &stack) {
  for (auto spec : module.getOps<SpecOp>())
    for (auto given : spec.getOps<StackOp>())
      if (given.getName() == stack.name && hasLine(given.getLoc()))
        return given.getLoc();
  return parseLocation(stack.tables.front().table.location, module.getLoc());
}

/// Lookups stand in the body of @main itself, where its arguments are.
LogicalResult StackRewriter::findMain() {
  main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return module.emitError("the module has no function @main with a body");
  WalkResult result = module.walk([&](LookupOp lookup) {
    if (lookup->getParentOp() != main) {
      lookup.emitError("sc.lookup must stand in the body of @main");
      return WalkResult::interrupt();
    }
    lookups[lookup.getFeature()].push_back(lookup);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void StackRewriter::computeSizes() {
  const spec::Topology &topology = stacked.topology;
  for (const spec::Stack &stack : stacked.stacks)
    sizes.push_back({getSparseCores() * getRowPointersPerSparseCore(
                                            topology.getNumSparseCores()),
                     spec::getBufferSize(stack, topology),
                     stack.vocabularySize / getDevices(),
                     stack.sampleCount / getDevices()});
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// In the order of the arguments of a stack.
static SmallVector<std::string, 5> getInputNames(const spec::Stack &stack) {
  return {stack.name + ".row_pointers", stack.name + ".embedding_ids",
          stack.name + ".sample_ids", stack.name + ".gains", stack.name};
}

/// True where `name` is `prefix` and a number other than `position`: what a
/// nameless value there would be called.
static bool isOtherPosition(StringRef name, StringRef prefix, size_t position,
                            size_t count) {
  size_t number = 0;
  return name.consume_front(prefix) && !name.getAsInteger(10, number) &&
         number != position && number < count;
}

LogicalResult StackRewriter::checkInputName(llvm::StringMap<std::string> &users,
                                            const std::string &name,
                                            size_t position,
                                            const spec::Stack &stack) {
  size_t count = firstArgument + 5 * stacked.stacks.size();
  if (isOtherPosition(name, "arg", position, count))
    return emitError(getStackLocation(module, stack))
           << "stack '" << stack.name << "' would be input " << position
           << ", but '" << name
           << "' is what inputs without a name are called; rename it";
  auto [user, isNew] = users.try_emplace(name, "stack '" + stack.name + "'");
  if (isNew)
    return success();
  return emitError(getStackLocation(module, stack))
         << "input '" << name << "' of stack '" << stack.name
         << "' has the name of an input of " << user->second
         << "; rename one of them";
}

LogicalResult StackRewriter::checkInputNames() {
  llvm::StringMap<std::string> users;
  firstArgument = main.getNumArguments();
  for (BlockArgument argument : main.getArguments())
    if (auto named = dyn_cast<NameLoc>(argument.getLoc()))
      users.try_emplace(named.getName().getValue(), "@main");
  size_t position = firstArgument;
  for (const spec::Stack &stack : stacked.stacks)
    for (const std::string &name : getInputNames(stack))
      if (failed(checkInputName(users, name, position++, stack)))
        return failure();
  return success();
}

LogicalResult StackRewriter::checkResultNames() {
  Operation *ret = main.getBody().back().getTerminator();
  for (OpOperand &operand : ret->getOpOperands()) {
    auto lookup = operand.get().getDefiningOp<LookupOp>();
    size_t position = operand.getOperandNumber();
    if (lookup && isOtherPosition(lookup.getFeature(), "out", position,
                                  ret->getNumOperands()))
      return lookup.emitError()
             << "feature '" << lookup.getFeature() << "' would be result "
             << position << ", but '" << lookup.getFeature()
             << "' is what results without a name are called; rename it";
  }
  return success();
}

/// Results that are activations have the name of their feature.
void StackRewriter::nameResults() {
  Operation *ret = main.getBody().back().getTerminator();
  for (OpOperand &operand : ret->getOpOperands()) {
    unsigned position = operand.getOperandNumber();
    auto lookup = operand.get().getDefiningOp<LookupOp>();
    if (lookup && !main.getResultAttr(position, "jax.result_info"))
      main.setResultAttr(position, "jax.result_info",
                         lookup.getFeatureAttr().getAttr());
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void StackRewriter::addMesh() {
  if (getDevices() == 1)
    return;
  MLIRContext *context = module.getContext();
  auto axis = sdy::MeshAxisAttr::get(context, kAxisName, getDevices());
  builder.setInsertionPointToStart(module.getBody());
  mesh = sdy::MeshOp::create(builder, module.getLoc(), "mesh",
                             sdy::MeshAttr::get(context, {axis}, {}));
  // The table must not know the mesh yet, to give it a name of its own.
  mesh->remove();
  SymbolTable symbols(module);
  symbols.insert(mesh, module.getBody()->begin());
}

/// Dimension 0 is cut over all devices.
sdy::TensorShardingAttr StackRewriter::getSharding(int64_t rank) {
  MLIRContext *context = module.getContext();
  auto axis = sdy::AxisRefAttr::get(context, kAxisName, sdy::SubAxisInfoAttr());
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(sdy::DimensionShardingAttr::get(
        context,
        dim == 0 ? ArrayRef<sdy::AxisRefAttr>(axis)
                 : ArrayRef<sdy::AxisRefAttr>(),
        /*isClosed=*/true, std::nullopt));
  auto symbol = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  return sdy::TensorShardingAttr::get(context, symbol, dims, {}, {});
}

/// Types of the inputs of a stack on so many devices.
SmallVector<RankedTensorType, 5> StackRewriter::getTypes(size_t stack,
                                                         int64_t devices) {
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  const StackSizes &size = sizes[stack];
  auto ids = RankedTensorType::get({size.entries * devices}, i32);
  return {
      RankedTensorType::get({size.rowPointers * devices}, i32), ids, ids,
      RankedTensorType::get({size.entries * devices}, f32),
      RankedTensorType::get(
          {size.tableRows * devices, stacked.stacks[stack].embeddingDim}, f32)};
}

void StackRewriter::addArgument(const std::string &name, RankedTensorType type,
                                Location location) {
  NamedAttrList attrs;
  if (mesh)
    attrs.append("sdy.sharding", getSharding(type.getRank()));
  auto named = NameLoc::get(builder.getStringAttr(name), location);
  (void)main.insertArgument(main.getNumArguments(), type,
                            attrs.getDictionary(module.getContext()), named);
}

void StackRewriter::addArguments() {
  for (auto [index, stack] : llvm::enumerate(stacked.stacks)) {
    Location location = getStackLocation(module, stack);
    for (auto [name, type] :
         llvm::zip_equal(getInputNames(stack), getTypes(index, getDevices())))
      addArgument(name, type, location);
  }
}

SmallVector<Value> StackRewriter::getInputs(size_t stack) {
  auto arguments = main.getArguments().slice(firstArgument + 5 * stack, 5);
  return {arguments.begin(), arguments.end()};
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

bool StackRewriter::isLookedUp(const spec::Stack &stack) const {
  for (const spec::StackedTable &table : stack.tables)
    for (const spec::StackedFeature &feature : table.features)
      if (lookups.contains(feature.feature.name))
        return true;
  return false;
}

Value StackRewriter::makeZeros(Location location, RankedTensorType type) {
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = stablehlo::ConstantOp::create(
      builder, location, DenseElementsAttr::get(scalar, 0.0f));
  return stablehlo::BroadcastOp::create(builder, location, type, zero,
                                        type.getShape());
}

/// The features of a stack in the order of their samples, with their tables.
static SmallVector<std::pair<const spec::StackedFeature *, int64_t>>
getFeaturesInOrder(const spec::Stack &stack) {
  SmallVector<std::pair<const spec::StackedFeature *, int64_t>> features;
  for (const spec::StackedTable &table : stack.tables)
    for (const spec::StackedFeature &feature : table.features)
      features.emplace_back(&feature, table.table.embeddingDim);
  llvm::sort(features, [](const auto &a, const auto &b) {
    return a.first->rowOffset < b.first->rowOffset;
  });
  return features;
}

/// The quantization that the members of a stack have in common, or null.
static QuantizationAttr getQuantization(Builder &builder,
                                        const spec::Stack &stack) {
  const auto &quantization = stack.tables.front().table.quantization;
  if (!quantization)
    return {};
  return QuantizationAttr::get(builder.getContext(), quantization->numBuckets,
                               builder.getF32FloatAttr(quantization->minValue),
                               builder.getF32FloatAttr(quantization->maxValue));
}

/// The lookup of one device, and what of it is each feature's.
void StackRewriter::addStackLookup(size_t index, ValueRange inputs) {
  const spec::Stack &stack = stacked.stacks[index];
  MLIRContext *context = module.getContext();
  Location location = getStackLocation(module, stack);
  auto type = RankedTensorType::get({sizes[index].samples, stack.embeddingDim},
                                    builder.getF32Type());
  // Distinct ids are among the ids; host preprocessing takes either number.
  auto limits = LimitsAttr::get(
      context, stack.maxIdsPerPartition,
      std::min(stack.maxIdsPerPartition, stack.maxUniqueIdsPerPartition));
  GroupAttr group;
  if (mesh)
    group =
        GroupAttr::get(context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
                       builder.getStrArrayAttr({kAxisName}), getDevices());
  Value zeros = makeZeros(location, type);
  auto cores = builder.getI64IntegerAttr(getSparseCores());
  auto lookup = SparseDenseMatmulOp::create(
      builder, location, type, inputs[0], inputs[1], inputs[2], inputs[3],
      inputs[4], zeros, /*num_minibatches=*/Value(), /*scale=*/Value(),
      builder.getStringAttr(stack.name), limits, cores, group,
      getQuantization(builder, stack), RowFormatAttr(), PlanAttr());
  SmallVector<StringRef> members;
  int64_t logicalBytes = 0;
  for (const spec::StackedTable &table : stack.tables) {
    members.push_back(table.table.name);
    int64_t rowBytes = multiplySaturated(4, table.table.embeddingDim);
    logicalBytes = addSaturated(
        logicalBytes, multiplySaturated(table.table.vocabularySize, rowBytes));
  }
  lookup->setAttr(kStackedTablesAttrName, builder.getStrArrayAttr(members));
  lookup->setAttr(kLogicalTableBytesAttrName,
                  builder.getI64IntegerAttr(logicalBytes));
  auto features = getFeaturesInOrder(stack);
  SmallVector<Type> types;
  for (auto [feature, width] : features)
    types.push_back(RankedTensorType::get(
        {feature->feature.getNumSamples() / getDevices(), width},
        builder.getF32Type()));
  auto unstack =
      UnstackActivationsOp::create(builder, location, types, lookup, cores);
  for (auto [feature, result] :
       llvm::zip_equal(features, unstack.getFeatures()))
    if (lookups.contains(feature.first->feature.name))
      activations[feature.first->feature.name] = result;
}

/// Runs the lookups on each device: `activations` are then those of all.
void StackRewriter::addManualComputation() {
  MLIRContext *context = module.getContext();
  SmallVector<Value> operands;
  SmallVector<sdy::TensorShardingAttr> in, out;
  SmallVector<Type> localTypes, globalTypes;
  for (auto [index, stack] : llvm::enumerate(stacked.stacks)) {
    if (!isLookedUp(stack))
      continue;
    llvm::append_range(operands, getInputs(index));
    llvm::append_range(localTypes, getTypes(index, 1));
    for (auto [feature, width] : getFeaturesInOrder(stack))
      if (auto found = lookups.find(feature->feature.name);
          found != lookups.end())
        globalTypes.push_back(found->second.front().getType());
  }
  for (Value operand : operands)
    in.push_back(
        getSharding(cast<RankedTensorType>(operand.getType()).getRank()));
  out.assign(globalTypes.size(), getSharding(2));
  auto computation = sdy::ManualComputationOp::create(
      builder, module.getLoc(), globalTypes, operands,
      sdy::TensorShardingPerValueAttr::get(context, in),
      sdy::TensorShardingPerValueAttr::get(context, out),
      sdy::ManualAxesAttr::get(context, {builder.getStringAttr(kAxisName)}));
  Block *body = builder.createBlock(&computation.getBody());
  for (auto [operand, type] : llvm::zip_equal(operands, localTypes))
    body->addArgument(type, operand.getLoc());
  size_t position = 0;
  for (auto [index, stack] : llvm::enumerate(stacked.stacks))
    if (isLookedUp(stack)) {
      addStackLookup(index,
                     ValueRange(body->getArguments()).slice(position, 5));
      position += 5;
    }
  SmallVector<Value> results;
  for (auto &[feature, value] : activations)
    results.push_back(value);
  sdy::ReturnOp::create(builder, module.getLoc(), results);
  for (auto [entry, result] :
       llvm::zip_equal(activations, computation.getResults()))
    entry.second = result;
}

void StackRewriter::addLookups() {
  builder.setInsertionPointToStart(&main.getBody().front());
  if (mesh && !lookups.empty()) {
    addManualComputation();
  } else {
    for (auto [index, stack] : llvm::enumerate(stacked.stacks))
      if (isLookedUp(stack))
        addStackLookup(index, getInputs(index));
  }
  for (auto &[feature, value] : activations)
    for (LookupOp lookup : lookups[feature])
      lookup.replaceAllUsesWith(value);
  for (auto &entry : lookups)
    for (LookupOp lookup : entry.second)
      lookup.erase();
}

void StackRewriter::eraseSpec() {
  for (auto spec : llvm::make_early_inc_range(module.getOps<SpecOp>()))
    spec.erase();
  module->setAttr("mhlo.num_partitions",
                  builder.getI32IntegerAttr(getDevices()));
}

LogicalResult StackRewriter::run() {
  if (failed(findMain()) || failed(checkInputNames()) ||
      failed(checkResultNames()))
    return failure();
  computeSizes();
  nameResults();
  addMesh();
  addArguments();
  addLookups();
  eraseSpec();
  return success();
}

LogicalResult rewriteToStacks(ModuleOp module,
                              const spec::StackedSpec &stacked) {
  return StackRewriter(module, stacked).run();
}

} // namespace sc
