// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom assembly directives of the `stablehlo` operations.

#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace sc::stablehlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// `type` if all types are the same, else `(operands) -> result`.
static void printOneOrFunction(OpAsmPrinter &printer, TypeRange operands,
                               Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(operands, TypeRange(result));
}

/// Inverse of `printOneOrFunction` for as many operands as `operands` has.
static ParseResult parseOneOrFunction(OpAsmParser &parser,
                                      ArrayRef<Type *> operands, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto function = dyn_cast<FunctionType>(result);
  if (!function) {
    for (Type *operand : operands)
      *operand = result;
    return success();
  }
  if (function.getNumInputs() != operands.size() ||
      function.getNumResults() != 1)
    return parser.emitError(loc) << "expected " << operands.size()
                                 << " operand types and one result type";
  for (auto [operand, type] : llvm::zip_equal(operands, function.getInputs()))
    *operand = type;
  result = function.getResult(0);
  return success();
}

static void printOneOrFunctionType(OpAsmPrinter &printer, Operation *,
                                   Type operand, Type result) {
  printOneOrFunction(printer, operand, result);
}

static ParseResult parseOneOrFunctionType(OpAsmParser &parser, Type &operand,
                                          Type &result) {
  return parseOneOrFunction(parser, {&operand}, result);
}

static void printClampTypes(OpAsmPrinter &printer, Operation *, Type min,
                            Type operand, Type max, Type result) {
  printOneOrFunction(printer, {min, operand, max}, result);
}

static ParseResult parseClampTypes(OpAsmParser &parser, Type &min,
                                   Type &operand, Type &max, Type &result) {
  return parseOneOrFunction(parser, {&min, &operand, &max}, result);
}

/// The tuple type names the operand types too.
static void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange,
                            Type result) {
  printer << result;
}

static ParseResult parseTupleTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &operands,
                                   Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "expected a tuple type");
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// `%0, %1, ` before an attribute.
static void printOperandsThenComma(OpAsmPrinter &printer, Operation *,
                                   OperandRange operands) {
  // The format prints the space before the attribute.
  llvm::interleave(operands, printer, ", ");
  if (!operands.empty())
    printer << ",";
}

static ParseResult parseOperandsThenComma(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void printCallTarget(OpAsmPrinter &printer, Operation *,
                            StringAttr target) {
  printer.printSymbolName(target.getValue());
}

static ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

/// An enumerator without the attribute around it.
template <typename AttrT>
static void printKeyword(OpAsmPrinter &printer, Operation *, AttrT attr) {
  printer << stringifyEnum(attr.getValue());
}

template <typename AttrT>
static ParseResult parseKeyword(OpAsmParser &parser, AttrT &attr) {
  using Enum = decltype(attr.getValue());
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Enum> value = symbolizeEnum<Enum>(keyword);
  if (!value)
    return parser.emitError(loc) << "unknown keyword '" << keyword << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

/// `[start:limit, start:limit:stride]`.
static void printSliceRanges(OpAsmPrinter &printer, Operation *,
                             DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                             DenseI64ArrayAttr strides) {
  printer << "[";
  llvm::interleaveComma(
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ":" << limit;
        if (stride != 1)
          printer << ":" << stride;
      });
  printer << "]";
}

static ParseResult parseSliceRanges(OpAsmParser &parser,
                                    DenseI64ArrayAttr &starts,
                                    DenseI64ArrayAttr &limits,
                                    DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    stride.push_back(1);
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    if (failed(parser.parseOptionalColon()))
      return success();
    return parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

//===----------------------------------------------------------------------===//
// DotGeneralOp
//===----------------------------------------------------------------------===//

static void printDimsPair(OpAsmPrinter &printer, StringRef name,
                          ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printer << name << " = [";
  llvm::interleaveComma(lhs, printer);
  printer << "] x [";
  llvm::interleaveComma(rhs, printer);
  printer << "]";
}

static ParseResult parseDims(OpAsmParser &parser, SmallVector<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(dims.emplace_back());
  });
}

static ParseResult parseDimsPair(OpAsmParser &parser, SmallVector<int64_t> &lhs,
                                 SmallVector<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseDims(parser, lhs) ||
                 parser.parseKeyword("x") || parseDims(parser, rhs));
}

/// `[DEFAULT, HIGHEST]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precisions) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(keyword);
    if (!precision)
      return parser.emitError(loc) << "unknown precision '" << keyword << "'";
    parsed.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  precisions = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printPrecisions(OpAsmPrinter &printer, ArrayAttr precisions) {
  printer << ", precision = [";
  llvm::interleaveComma(precisions, printer, [&](Attribute precision) {
    printer << stringifyPrecision(cast<PrecisionAttr>(precision).getValue());
  });
  printer << "]";
}

/// `batching_dims = [0] x [0], contracting_dims = [1] x [0], precision = [..]`;
/// the first and the last are optional.
static void printDotDimensions(OpAsmPrinter &printer, Operation *,
                               DotDimensionNumbersAttr dims,
                               ArrayAttr precisions) {
  if (!dims.getLhsBatchingDimensions().empty() ||
      !dims.getRhsBatchingDimensions().empty()) {
    printDimsPair(printer, "batching_dims", dims.getLhsBatchingDimensions(),
                  dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printDimsPair(printer, "contracting_dims", dims.getLhsContractingDimensions(),
                dims.getRhsContractingDimensions());
  if (precisions)
    printPrecisions(printer, precisions);
}

static ParseResult parseDotDimensions(OpAsmParser &parser,
                                      DotDimensionNumbersAttr &dims,
                                      ArrayAttr &precisions) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parseDimsPair(parser, lhsBatching, rhsBatching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parseDimsPair(parser, lhsContracting, rhsContracting))
    return failure();
  dims =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                   rhsBatching, lhsContracting, rhsContracting);
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") ||
                 parsePrecisions(parser, precisions));
}

#define GET_OP_CLASSES
#include "dialects/StableHLO/StableHLOOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ConstantOp, CustomCallOp
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setName) {
  Type element = getOutput().getType().getElementType();
  setName(getOutput(), isa<IntegerType>(element) ? "c" : "cst");
}

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
