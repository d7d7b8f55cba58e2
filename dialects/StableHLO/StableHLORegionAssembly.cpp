// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly of the `stablehlo` operations with regions: reduce and while.

#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace sc::stablehlo;

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;
using Arguments = SmallVector<OpAsmParser::Argument>;

//===----------------------------------------------------------------------===//
// ReduceOp, short form: `applies stablehlo.add`
//===----------------------------------------------------------------------===//

/// Whether the body of a reduction may be printed as the name of `name`.
static bool isReducer(OperationName name) {
  return name.getDialectNamespace() ==
             StableHLODialect::getDialectNamespace() &&
         name.hasTrait<OpTrait::IsCommutative>() &&
         name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::SameOperandsAndResultType>();
}

/// The operation that alone is the body of `op`; null if the body is more.
static Operation *getReducer(ReduceOp op) {
  Block &block = op.getBody().front();
  if (block.getOperations().size() != 2 || block.getNumArguments() != 2)
    return nullptr;
  Operation &reducer = block.front();
  auto terminator = dyn_cast<ReturnOp>(block.back());
  bool returnsReducer =
      terminator && terminator->getDiscardableAttrs().empty() &&
      llvm::equal(terminator.getResults(), reducer.getResults());
  bool isPlain = reducer.getDiscardableAttrs().empty() &&
                 llvm::equal(reducer.getOperands(), block.getArguments());
  return isReducer(reducer.getName()) && returnsReducer && isPlain ? &reducer
                                                                   : nullptr;
}

/// Builds the body of the short form at `loc`.
static void buildReducer(OperationState &result, OperationName name, Type type,
                         Location loc) {
  Block &block = result.regions.front()->emplaceBlock();
  block.addArguments({type, type}, {loc, loc});
  // The region has no operation yet, so the block knows no context.
  OpBuilder builder(loc->getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState state(loc, name);
  state.addOperands(block.getArguments());
  state.addTypes(type);
  Operation *reducer = builder.create(state);
  ReturnOp::create(builder, loc, reducer->getResults());
}

/// Parses `applies stablehlo.add` if it is there.
static ParseResult parseShortReducer(OpAsmParser &parser,
                                     std::optional<OperationName> &reducer) {
  if (failed(parser.parseOptionalKeyword("applies")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<OperationName> name = parser.parseCustomOperationName();
  if (failed(name))
    return failure();
  if (!isReducer(*name))
    return parser.emitError(loc)
           << "'" << name->getStringRef()
           << "' is no commutative operation of this dialect on two values";
  reducer = *name;
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

/// `(%0 init: %1), (%2 init: %3)`.
static ParseResult parseReduceOperands(OpAsmParser &parser,
                                       Operands &operands) {
  Operands inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  llvm::append_range(operands, inits);
  return success();
}

static ParseResult parseReduceDims(OpAsmParser &parser,
                                   OperationState &result) {
  SmallVector<int64_t> dims;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(dims.emplace_back());
      }))
    return failure();
  result.getOrAddProperties<ReduceOp::Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(dims);
  return success();
}

/// Long form: `reducer(%a: t, %b: t) (%c: u, %d: u) { ... }`, one pair per
/// input; the block takes the first of all pairs, then the second.
static ParseResult parseReducerRegion(OpAsmParser &parser, size_t numInputs,
                                      Region &region) {
  if (parser.parseKeyword("reducer"))
    return failure();
  Arguments lhs, rhs;
  for (size_t i = 0; i < numInputs; ++i) {
    Arguments pair;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseArgumentList(pair, OpAsmParser::Delimiter::Paren,
                                 /*allowType=*/true))
      return failure();
    if (pair.size() != 2)
      return parser.emitError(loc, "expected two arguments");
    lhs.push_back(pair[0]);
    rhs.push_back(pair[1]);
  }
  llvm::append_range(lhs, rhs);
  return parser.parseRegion(region, lhs);
}

/// Short form: builds the body at the location of the operation, which is the
/// one that follows if there is one.
static ParseResult finishShortForm(OpAsmParser &parser, SMLoc typeLoc,
                                   OperationName reducer,
                                   OperationState &result) {
  auto tensor = dyn_cast<RankedTensorType>(result.operands.back().getType());
  if (!tensor || result.operands.size() != 2)
    return parser.emitError(typeLoc,
                            "'applies' needs one input of tensor type");
  std::optional<Location> loc;
  if (parser.parseOptionalLocationSpecifier(loc))
    return failure();
  if (loc)
    result.location = *loc;
  Type type = RankedTensorType::get({}, tensor.getElementType());
  buildReducer(result, reducer, type, result.location);
  return success();
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  Operands operands;
  SMLoc operandsLoc = parser.getCurrentLocation();
  std::optional<OperationName> reducer;
  FunctionType type;
  if (parseReduceOperands(parser, operands) ||
      parseShortReducer(parser, reducer) || parseReduceDims(parser, result) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), operandsLoc,
                             result.operands))
    return failure();
  result.addTypes(type.getResults());
  Region *region = result.addRegion();
  if (reducer)
    return finishShortForm(parser, typeLoc, *reducer, result);
  return parseReducerRegion(parser, operands.size() / 2, *region);
}

static void printReducerRegion(OpAsmPrinter &printer, ReduceOp op) {
  printer.printNewline();
  printer << " reducer";
  Block &block = op.getBody().front();
  size_t numInputs = block.getNumArguments() / 2;
  for (size_t i = 0; i < numInputs; ++i) {
    printer << "(";
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(i + numInputs));
    printer << ") ";
  }
  printer << " ";
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](auto pair) {
                          auto [input, init] = pair;
                          printer << "(" << input << " init: " << init << ")";
                        });
  Operation *reducer = getReducer(*this);
  if (reducer)
    printer << " applies " << reducer->getName().getStringRef();
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << "]";
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : ";
  printer.printFunctionalType(*this);
  if (!reducer)
    printReducerRegion(printer, *this);
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(
    Region &region, function_ref<void(Value, StringRef)> setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

/// `%iterArg = %0, %iterArg_1 = %1`, an argument perhaps with a location.
static ParseResult parseLoopVariables(OpAsmParser &parser, Operands &operands,
                                      Arguments &arguments) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::Argument &argument = arguments.emplace_back();
        return failure(parser.parseArgument(argument) || parser.parseEqual() ||
                       parser.parseOperand(operands.emplace_back()));
      });
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  Operands operands;
  Arguments arguments;
  SMLoc operandsLoc = parser.getCurrentLocation();
  if (parseLoopVariables(parser, operands, arguments))
    return failure();
  SMLoc typesLoc = parser.getCurrentLocation();
  if (parser.parseOptionalColonTypeList(result.types))
    return failure();
  if (result.types.size() != arguments.size())
    return parser.emitError(typesLoc)
           << "expected " << arguments.size() << " types, one per variable";
  for (auto [argument, type] : llvm::zip_equal(arguments, result.types))
    argument.type = type;
  if (parser.resolveOperands(operands, result.types, operandsLoc,
                             result.operands))
    return failure();
  Region *cond = result.addRegion();
  Region *body = result.addRegion();
  return failure(
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseKeyword("cond") || parser.parseRegion(*cond, arguments) ||
      parser.parseKeyword("do") || parser.parseRegion(*body, arguments));
}

/// The body's arguments are printed under the names of the condition's.
void WhileOp::print(OpAsmPrinter &printer) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperand()),
                        printer, [&](auto pair) {
                          auto [argument, operand] = pair;
                          printer.printRegionArgument(argument, {},
                                                      /*omitType=*/true);
                          printer << " = " << operand;
                        });
  printer << ")";
  if (!getOperand().empty())
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
