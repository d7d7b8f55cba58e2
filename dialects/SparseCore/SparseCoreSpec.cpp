//===-- SparseCoreSpec.cpp - tables, features and their rules -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers and syntax of SparseCoreSpecOps.td and SparseCoreSpecAttrs.td. The
// label in front of each message is the rule there.

#include "SpecSyntax.h"
#include "dialects/SparseCore/SparseCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace sc {

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult parseStackMembers(OpAsmParser &parser, ArrayAttr &tables,
                              ArrayAttr &rotations) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> names, turns;
  auto parseMember = [&]() -> ParseResult {
    FlatSymbolRefAttr name;
    if (parser.parseAttribute(name))
      return failure();
    names.push_back(name);
    turns.push_back(builder.getUnitAttr());
    if (failed(parser.parseOptionalKeyword("rotation")))
      return success();
    int64_t rotation = 0;
    if (parser.parseInteger(rotation))
      return failure();
    turns.back() = builder.getI64IntegerAttr(rotation);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseMember))
    return failure();
  tables = builder.getArrayAttr(names);
  rotations = builder.getArrayAttr(turns);
  return success();
}

void printStackMembers(OpAsmPrinter &printer, Operation *, ArrayAttr tables,
                       ArrayAttr rotations) {
  printer << "[";
  llvm::interleaveComma(llvm::zip(tables, rotations), printer,
                        [&](auto member) {
                          auto [table, rotation] = member;
                          printer.printAttribute(table);
                          if (auto number = dyn_cast<IntegerAttr>(rotation))
                            printer << " rotation " << number.getInt();
                        });
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool isFloat32(Attribute attr) {
  auto number = dyn_cast<FloatAttr>(attr);
  return number && number.getType().isF32();
}

LogicalResult OptimizerAttr::verify(function_ref<InFlightDiagnostic()> error,
                                    StringRef type, FloatAttr learningRate,
                                    StringAttr learningRateTag,
                                    DictionaryAttr floatParams,
                                    DictionaryAttr boolParams) {
  if (learningRate && learningRateTag)
    return error() << "optimizer_c1: '" << type
                   << "' has both a learning rate and the tag of one";
  bool isTyped = !learningRate || isFloat32(learningRate);
  if (floatParams)
    for (NamedAttribute param : floatParams)
      isTyped &= isFloat32(param.getValue());
  if (boolParams)
    for (NamedAttribute param : boolParams)
      isTyped &= isa<BoolAttr>(param.getValue());
  if (!isTyped)
    return error() << "optimizer_c2: the learning rate and float_params of '"
                   << type << "' must be f32, bool_params true or false";
  return success();
}

LogicalResult TopologyAttr::verify(function_ref<InFlightDiagnostic()> error,
                                   int64_t devices, int64_t sparseCores) {
  for (int64_t number : {devices, sparseCores})
    if (number <= 0 || number > kMaxGroupSize)
      return error() << "topology_c1: devices and sparse_cores must be in [1, "
                     << kMaxGroupSize << "], got " << number;
  return success();
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> error,
                                 BoolAttr, int64_t maxIdsPerChipPerSample,
                                 DictionaryAttr maxIds,
                                 DictionaryAttr maxUniqueIds, BoolAttr,
                                 BoolAttr, BoolAttr) {
  bool arePositive = maxIdsPerChipPerSample > 0;
  for (DictionaryAttr limits : {maxIds, maxUniqueIds})
    if (limits)
      for (NamedAttribute entry : limits) {
        auto limit = dyn_cast<IntegerAttr>(entry.getValue());
        arePositive &=
            limit && limit.getType().isInteger(64) && limit.getInt() > 0;
      }
  if (!arePositive)
    return error() << "config_c1: limits must be positive, those by table i64";
  return success();
}

//===----------------------------------------------------------------------===//
// Tables, features and stacks
//===----------------------------------------------------------------------===//

static LogicalResult verifyName(Operation *op, StringRef rule, StringRef name) {
  if (name.empty())
    return op->emitOpError() << rule << ": the name is empty";
  return success();
}

static LogicalResult verifyLimits(Operation *op, StringRef rule,
                                  std::optional<uint64_t> maxIds,
                                  std::optional<uint64_t> maxUniqueIds,
                                  std::optional<uint64_t> bufferSize) {
  for (std::optional<uint64_t> limit : {maxIds, maxUniqueIds, bufferSize})
    if (limit && static_cast<int64_t>(*limit) <= 0)
      return op->emitOpError()
             << rule << ": limits and buffer size must be positive, got "
             << static_cast<int64_t>(*limit);
  return success();
}

LogicalResult TableOp::verify() {
  int64_t rows = getVocabulary(), width = getWidth();
  if (failed(verifyName(*this, "table_c1", getName())))
    return failure();
  if (rows <= 0 || width <= 0)
    return emitOpError() << "table_c2: vocabulary and width must be positive, "
                            "got "
                         << rows << " and " << width;
  if (!llvm::is_contained({"sum", "mean", "sqrtn"}, getCombiner()))
    return emitOpError() << "table_c3: combiner must be \"sum\", \"mean\" or "
                            "\"sqrtn\", got \""
                         << getCombiner() << "\"";
  return verifyLimits(*this, "table_c4", getMaxIds(), getMaxUniqueIds(),
                      getBufferSize());
}

LogicalResult FeatureOp::verify() {
  if (failed(verifyName(*this, "feature_c1", getName())))
    return failure();
  ArrayRef<int64_t> input = getInputShape();
  bool isShape = input.size() == 1 || input.size() == 2;
  for (int64_t size : input)
    isShape &= size > 0;
  if (std::optional<ArrayRef<int64_t>> output = getOutputShape())
    for (int64_t size : *output)
      isShape &= size > 0;
  if (!isShape)
    return emitOpError() << "feature_c2: the input must have one or two sizes, "
                            "and all sizes must be positive";
  return success();
}

LogicalResult StackOp::verify() {
  if (failed(verifyName(*this, "stack_c1", getName())))
    return failure();
  bool areMembers = !getTables().empty() &&
                    getTables().size() == getRotations().size() &&
                    llvm::all_of(getTables(), llvm::IsaPred<FlatSymbolRefAttr>);
  for (Attribute rotation : getRotations()) {
    auto number = dyn_cast<IntegerAttr>(rotation);
    areMembers &= isa<UnitAttr>(rotation) ||
                  (number && number.getType().isSignlessInteger(64));
  }
  if (!areMembers)
    return emitOpError() << "stack_c2: a stack needs tables, and an i64 "
                            "rotation or unit for each";
  return verifyLimits(*this, "stack_c3", getMaxIds(), getMaxUniqueIds(),
                      getBufferSize());
}

//===----------------------------------------------------------------------===//
// Rules across the operations of a spec
//===----------------------------------------------------------------------===//

namespace {

/// Operations of one kind by their names.
template <typename OpT> using ByName = DenseMap<StringAttr, OpT>;

} // namespace

template <typename OpT>
static LogicalResult collectByName(SpecOp spec, StringRef kind,
                                   ByName<OpT> &byName) {
  for (auto op : spec.getOps<OpT>()) {
    auto [entry, isNew] = byName.try_emplace(op.getNameAttr(), op);
    if (isNew)
      continue;
    InFlightDiagnostic diagnostic = op.emitOpError()
                                    << "spec_c1: " << kind << " '"
                                    << op.getName() << "' occurs twice";
    diagnostic.attachNote(entry->second.getLoc()) << "the first is here";
    return diagnostic;
  }
  return success();
}

static LogicalResult verifyMembers(SpecOp spec, const ByName<TableOp> &tables) {
  DenseMap<StringAttr, StackOp> stackOf;
  for (auto stack : spec.getOps<StackOp>())
    for (auto member : stack.getTables().getAsRange<FlatSymbolRefAttr>()) {
      StringAttr table = member.getAttr();
      if (!tables.contains(table))
        return stack.emitOpError() << "spec_c2: there is no table " << member;
      auto [entry, isNew] = stackOf.try_emplace(table, stack);
      if (!isNew)
        return stack.emitOpError()
               << "spec_c3: table " << member << " is in stack '"
               << entry->second.getName() << "' already";
    }
  return success();
}

static LogicalResult verifyLookup(LookupOp lookup,
                                  const ByName<FeatureOp> &features,
                                  const ByName<TableOp> &tables) {
  // The lookup itself may not be verified yet.
  if (lookup->getNumResults() != 1)
    return success();
  FlatSymbolRefAttr name = lookup.getFeatureAttr();
  auto type = dyn_cast<RankedTensorType>(lookup->getResult(0).getType());
  if (!name || !type)
    return success();
  FeatureOp feature = features.lookup(name.getAttr());
  if (!feature)
    return lookup.emitOpError() << "lookup_c1: there is no feature " << name;
  int64_t samples = feature.getInputShape()[0];
  int64_t width = tables.lookup(feature.getTableAttr().getAttr()).getWidth();
  if (type.getShape() != ArrayRef<int64_t>({samples, width}))
    return lookup.emitOpError()
           << "lookup_c2: the result must be tensor<" << samples << "x" << width
           << "xf32>, got " << type;
  return success();
}

LogicalResult SpecOp::verify() {
  if (getSparseCores() && static_cast<int64_t>(*getSparseCores()) <= 0)
    return emitOpError() << "spec_c5: sparse_cores must be positive, got "
                         << static_cast<int64_t>(*getSparseCores());
  auto module = cast<ModuleOp>((*this)->getParentOp());
  if (*module.getOps<SpecOp>().begin() != *this)
    return emitOpError() << "spec_c4: the module has another sc.spec";
  return success();
}

LogicalResult SpecOp::verifyRegions() {
  ByName<TableOp> tables;
  ByName<FeatureOp> features;
  ByName<StackOp> stacks;
  if (failed(collectByName(*this, "table", tables)) ||
      failed(collectByName(*this, "feature", features)) ||
      failed(collectByName(*this, "stack", stacks)))
    return failure();
  for (auto feature : getOps<FeatureOp>())
    if (!tables.contains(feature.getTableAttr().getAttr()))
      return feature.emitOpError()
             << "spec_c2: there is no table " << feature.getTableAttr();
  if (failed(verifyMembers(*this, tables)))
    return failure();
  auto module = cast<ModuleOp>((*this)->getParentOp());
  WalkResult result = module.walk([&](LookupOp lookup) {
    // A module inside has a spec of its own.
    if (lookup->getParentOfType<ModuleOp>() != module)
      return WalkResult::advance();
    return WalkResult(verifyLookup(lookup, features, tables));
  });
  return failure(result.wasInterrupted());
}

LogicalResult LookupOp::verify() {
  auto module = (*this)->getParentOfType<ModuleOp>();
  if (!module || module.getOps<SpecOp>().empty())
    return emitOpError() << "lookup_c1: the module has no sc.spec";
  return success();
}

} // namespace sc
