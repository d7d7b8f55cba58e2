// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sharding attributes of the `sdy` dialect.

#include "dialects/Shardy/AttrParsing.h"
#include "dialects/Shardy/Shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sc::sdy;

using Delimiter = AsmParser::Delimiter;

#define GET_ATTRDEF_CLASSES
#include "dialects/Shardy/ShardyAttrs.cpp.inc"

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Shardy/ShardyAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DimensionShardingAttr
//===----------------------------------------------------------------------===//

static void printAxisList(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer.getStream(),
                        [&](AxisRefAttr axis) { printAxisRef(printer, axis); });
}

/// The `p0` after a dimension; a keyword to the lexer. Rule
/// dimension_sharding_c1.
static ParseResult parsePriority(AsmParser &parser,
                                 std::optional<int64_t> &priority) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return success();
  int64_t value = 0;
  if (!keyword.consume_front("p") || keyword.getAsInteger(10, value))
    return parser.emitError(loc, "expected a priority such as 'p0'");
  priority = value;
  return success();
}

/// `{"x", ?}p0`.
static DimensionShardingAttr parseDimensionSharding(AsmParser &parser) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  auto parseOne = [&]() -> ParseResult {
    if (!isClosed)
      return parser.emitError(parser.getCurrentLocation(),
                              "expected '}' after '?'");
    if (succeeded(parser.parseOptionalQuestion())) {
      isClosed = false;
      return success();
    }
    AxisRefAttr axis = parseAxisRef(parser);
    if (!axis)
      return failure();
    axes.push_back(axis);
    return success();
  };
  std::optional<int64_t> priority;
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseOne) ||
      parsePriority(parser, priority))
    return {};
  return DimensionShardingAttr::get(parser.getContext(), axes, isClosed,
                                    priority);
}

static void printDimensionSharding(AsmPrinter &printer,
                                   DimensionShardingAttr dim) {
  printer << "{";
  printAxisList(printer, dim.getAxes());
  if (!dim.getIsClosed())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (dim.getPriority())
    printer << "p" << *dim.getPriority();
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<DimensionShardingAttr>(parser, parseDimensionSharding);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDimensionSharding(printer, *this);
  printer << ">";
}

SmallVector<StringRef> DimensionShardingAttr::getAxisNames() const {
  return llvm::map_to_vector(getAxes(),
                             [](AxisRefAttr axis) { return axis.getName(); });
}

bool DimensionShardingAttr::hasSubAxes() const {
  return llvm::any_of(getAxes(),
                      [](AxisRefAttr axis) { return axis.isSubAxis(); });
}

//===----------------------------------------------------------------------===//
// TensorShardingAttr, TensorShardingPerValueAttr
//===----------------------------------------------------------------------===//

/// `@mesh` or `mesh<["x"=4]>`.
static Attribute parseMeshOrRef(AsmParser &parser) {
  if (succeeded(parser.parseOptionalKeyword("mesh")))
    return MeshAttr::parse(parser, {});
  StringAttr name;
  if (parser.parseSymbolName(name))
    return {};
  return FlatSymbolRefAttr::get(name);
}

/// `, replicated={...}` and `, unreduced={...}`, each at most once.
static ParseResult parseAxisLists(AsmParser &parser,
                                  SmallVector<AxisRefAttr> &replicated,
                                  SmallVector<AxisRefAttr> &unreduced) {
  bool sawReplicated = false, sawUnreduced = false;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword) || parser.parseEqual())
      return failure();
    bool isReplicated = keyword == "replicated";
    if (!isReplicated && keyword != "unreduced")
      return parser.emitError(loc, "expected 'replicated' or 'unreduced'");
    bool &saw = isReplicated ? sawReplicated : sawUnreduced;
    if (std::exchange(saw, true))
      return parser.emitError(loc) << "'" << keyword << "' is given twice";
    auto axes = parseList<AxisRefAttr>(parser, Delimiter::Braces, parseAxisRef);
    if (failed(axes))
      return failure();
    (isReplicated ? replicated : unreduced) = std::move(*axes);
  }
  return success();
}

/// The attribute between the angles: `@mesh, [{"x"}], replicated={"y"}`.
static TensorShardingAttr parseShardingBody(AsmParser &parser) {
  Attribute mesh = parseMeshOrRef(parser);
  if (!mesh || parser.parseComma())
    return {};
  auto dims = parseList<DimensionShardingAttr>(parser, Delimiter::Square,
                                               parseDimensionSharding);
  SmallVector<AxisRefAttr> replicated, unreduced;
  if (failed(dims) || parseAxisLists(parser, replicated, unreduced))
    return {};
  return TensorShardingAttr::get(parser.getContext(), mesh, *dims, replicated,
                                 unreduced);
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<TensorShardingAttr>(parser, parseShardingBody);
}

static void printNamedAxes(AsmPrinter &printer, StringRef keyword,
                           ArrayRef<AxisRefAttr> axes) {
  if (axes.empty())
    return;
  printer << ", " << keyword << "={";
  printAxisList(printer, axes);
  printer << "}";
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (FlatSymbolRefAttr symbol = getMeshSymbol()) {
    printer.printSymbolName(symbol.getValue());
  } else if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  }
  printer << ", [";
  llvm::interleaveComma(
      getDimShardings(), printer.getStream(),
      [&](DimensionShardingAttr dim) { printDimensionSharding(printer, dim); });
  printer << "]";
  printNamedAxes(printer, "replicated", getReplicatedAxes());
  printNamedAxes(printer, "unreduced", getUnreducedAxes());
  printer << ">";
}

FlatSymbolRefAttr TensorShardingAttr::getMeshSymbol() const {
  return dyn_cast<FlatSymbolRefAttr>(getMeshOrRef());
}

MeshAttr TensorShardingAttr::getMesh(Operation *from) const {
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef()))
    return mesh;
  MeshOp mesh = lookupMesh(from, getMeshSymbol());
  return mesh ? mesh.getMesh() : MeshAttr();
}

SmallVector<StringRef> TensorShardingAttr::getAxesOfDim(int64_t dim) const {
  return getDimShardings()[dim].getAxisNames();
}

void TensorShardingAttr::forEachAxis(
    function_ref<void(AxisRefAttr)> visit) const {
  for (DimensionShardingAttr dim : getDimShardings())
    llvm::for_each(dim.getAxes(), visit);
  llvm::for_each(getReplicatedAxes(), visit);
  llvm::for_each(getUnreducedAxes(), visit);
}

bool TensorShardingAttr::hasSubAxes() const {
  bool found = false;
  forEachAxis([&](AxisRefAttr axis) { found |= axis.isSubAxis(); });
  return found;
}

bool TensorShardingAttr::isFullyReplicated() const {
  return llvm::all_of(getDimShardings(), [](DimensionShardingAttr dim) {
    return dim.getAxes().empty();
  });
}

/// `[<@mesh, [{"x"}]>, ...]` between the angles.
Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  auto parseOne = [](AsmParser &parser) {
    return dyn_cast_or_null<TensorShardingAttr>(
        TensorShardingAttr::parse(parser, {}));
  };
  if (parser.parseLess())
    return {};
  auto shardings =
      parseList<TensorShardingAttr>(parser, Delimiter::Square, parseOne);
  if (failed(shardings) || parser.parseGreater())
    return {};
  return TensorShardingPerValueAttr::get(parser.getContext(), *shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      getShardings(), printer.getStream(),
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// ManualAxesAttr
//===----------------------------------------------------------------------===//

static StringAttr parseAxisName(AsmParser &parser) {
  std::string name;
  if (parser.parseString(&name))
    return {};
  return StringAttr::get(parser.getContext(), name);
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  auto axes = parseList<StringAttr>(parser, Delimiter::Braces, parseAxisName);
  if (failed(axes))
    return {};
  return ManualAxesAttr::getChecked([&] { return parser.emitError(loc); },
                                    parser.getContext(), *axes);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getAxes(), printer.getStream(), [&](StringAttr axis) {
    printer.printString(axis.getValue());
  });
  printer << "}";
}

LogicalResult
ManualAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<StringAttr> axes) {
  // manual_axes_c1
  llvm::StringSet<> names;
  for (StringAttr axis : axes)
    if (!names.insert(axis.getValue()).second)
      return emitError() << "manual axis '" << axis.getValue()
                         << "' is named twice";
  return success();
}

bool ManualAxesAttr::contains(StringRef name) const {
  return llvm::any_of(getAxes(),
                      [&](StringAttr axis) { return axis.getValue() == name; });
}
