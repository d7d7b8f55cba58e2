// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the `sdy` dialect: assembly and accessors.

#include "dialects/Shardy/Shardy.h"

using namespace mlir;
using namespace sc::sdy;

#define GET_OP_CLASSES
#include "dialects/Shardy/ShardyOps.cpp.inc"

MeshOp sc::sdy::lookupMesh(Operation *from, FlatSymbolRefAttr symbol) {
  if (!from || !symbol)
    return {};
  return SymbolTable::lookupNearestSymbolFrom<MeshOp>(from, symbol);
}

//===----------------------------------------------------------------------===//
// ManualComputationOp
//===----------------------------------------------------------------------===//

/// Parses `keyword=[<...>, <...>]`: the list without the attribute's angles.
static ParseResult parseShardingList(OpAsmParser &parser, StringRef keyword,
                                     TensorShardingPerValueAttr &result) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(
        TensorShardingAttr::parse(parser, {}));
    if (!sharding)
      return failure();
    shardings.push_back(sharding);
    return success();
  };
  if (parser.parseKeyword(keyword) || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  result = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void printShardingList(OpAsmPrinter &printer, StringRef keyword,
                              TensorShardingPerValueAttr shardings) {
  printer << " " << keyword << "=[";
  llvm::interleaveComma(
      shardings.getShardings(), printer.getStream(),
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

/// Parses the shardings and the manual axes into the properties of `result`.
static ParseResult parseManualSharding(OpAsmParser &parser,
                                       OperationState &result) {
  auto &properties =
      result.getOrAddProperties<ManualComputationOp::Properties>();
  if (parseShardingList(parser, "in_shardings", properties.in_shardings) ||
      parseShardingList(parser, "out_shardings", properties.out_shardings) ||
      parser.parseKeyword("manual_axes") || parser.parseEqual())
    return failure();
  properties.manual_axes =
      dyn_cast_or_null<ManualAxesAttr>(ManualAxesAttr::parse(parser, {}));
  return success(static_cast<bool>(properties.manual_axes));
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  SMLoc operandsLoc = parser.getCurrentLocation();
  FunctionType type;
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parseManualSharding(parser, result) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), operandsLoc,
                                result.operands);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ")";
  printShardingList(printer, "in_shardings", getInShardings());
  printShardingList(printer, "out_shardings", getOutShardings());
  printer << " manual_axes=";
  getManualAxes().print(printer);
  printer << " (";
  llvm::interleaveComma(
      getBody().getArguments(), printer,
      [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrs().empty()
          ? ArrayRef<NamedAttribute>()
          : (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : ";
  printer.printFunctionalType(*this);
}

SmallVector<StringRef> ManualComputationOp::getManualAxisNames() {
  return llvm::map_to_vector(getManualAxes().getAxes(),
                             [](StringAttr axis) { return axis.getValue(); });
}

MeshAttr ManualComputationOp::getMesh() {
  for (auto list : {getInShardingList(), getOutShardingList()})
    for (TensorShardingAttr sharding : list)
      return sharding.getMesh(*this);
  return {};
}
