// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the `sdy` dialect: parsing, printing, verifying, accessors.

#include "dialects/Shardy/Shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sc::sdy;

#define GET_ATTRDEF_CLASSES
#include "dialects/Shardy/ShardyAttrs.cpp.inc"

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Shardy/ShardyAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Pieces shared by the parsers and printers
//===----------------------------------------------------------------------===//

using Delimiter = AsmParser::Delimiter;

static MLIRContext *contextOf(AsmParser &parser) {
  return parser.getBuilder().getContext();
}

/// Parses `delimiter element, ... delimiter` with one attribute per element.
template <typename AttrT>
static FailureOr<SmallVector<AttrT>>
parseList(AsmParser &parser, Delimiter delimiter,
          function_ref<AttrT(AsmParser &)> parseElement) {
  SmallVector<AttrT> elements;
  auto parseOne = [&]() -> ParseResult {
    AttrT element = parseElement(parser);
    if (!element)
      return failure();
    elements.push_back(element);
    return success();
  };
  if (parser.parseCommaSeparatedList(delimiter, parseOne))
    return failure();
  return elements;
}

/// `"x"=4`.
static MeshAxisAttr parseMeshAxis(AsmParser &parser) {
  std::string name;
  int64_t size = 0;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return {};
  return MeshAxisAttr::get(contextOf(parser), name, size);
}

static void printMeshAxis(AsmPrinter &printer, MeshAxisAttr axis) {
  printer.printString(axis.getName());
  printer << "=" << axis.getSize();
}

/// `(1)2`.
static SubAxisInfoAttr parseSubAxis(AsmParser &parser) {
  int64_t preSize = 0, size = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseInteger(preSize) ||
      parser.parseRParen() || parser.parseInteger(size))
    return {};
  return SubAxisInfoAttr::getChecked([&] { return parser.emitError(loc); },
                                     contextOf(parser), preSize, size);
}

static void printSubAxis(AsmPrinter &printer, SubAxisInfoAttr info) {
  printer << "(" << info.getPreSize() << ")" << info.getSize();
}

/// `"x"` or `"x":(1)2`.
static AxisRefAttr parseAxisRef(AsmParser &parser) {
  std::string name;
  if (parser.parseString(&name))
    return {};
  SubAxisInfoAttr subAxis;
  if (succeeded(parser.parseOptionalColon()) &&
      !(subAxis = parseSubAxis(parser)))
    return {};
  return AxisRefAttr::get(contextOf(parser), name, subAxis);
}

static void printAxisRef(AsmPrinter &printer, AxisRefAttr axis) {
  printer.printString(axis.getName());
  if (axis.isSubAxis()) {
    printer << ":";
    printSubAxis(printer, axis.getSubAxis());
  }
}

static void printAxisList(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer.getStream(), [&](AxisRefAttr axis) {
    printAxisRef(printer, axis);
  });
}

/// The `p0` after a dimension; a keyword to the lexer.
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
  SMLoc loc = parser.getCurrentLocation();
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
  return DimensionShardingAttr::getChecked(
      [&] { return parser.emitError(loc); }, contextOf(parser), axes, isClosed,
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

//===----------------------------------------------------------------------===//
// MeshAxisAttr, SubAxisInfoAttr, AxisRefAttr
//===----------------------------------------------------------------------===//

/// Parses `<` body `>`.
template <typename AttrT>
static Attribute parseInAngles(AsmParser &parser,
                               function_ref<AttrT(AsmParser &)> parseBody) {
  if (parser.parseLess())
    return {};
  AttrT attr = parseBody(parser);
  if (!attr || parser.parseGreater())
    return {};
  return attr;
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<MeshAxisAttr>(parser, parseMeshAxis);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMeshAxis(printer, *this);
  printer << ">";
}

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<SubAxisInfoAttr>(parser, parseSubAxis);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printSubAxis(printer, *this);
  printer << ">";
}

LogicalResult
SubAxisInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        int64_t preSize, int64_t size) {
  // sub_axis_c1
  if (preSize < 1 || size < 2)
    return emitError() << "sub-axis (" << preSize << ")" << size
                       << " needs a pre-size of at least 1 and a size of at "
                          "least 2";
  return success();
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<AxisRefAttr>(parser, parseAxisRef);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisRef(printer, *this);
  printer << ">";
}

/// End of a sub-axis in units of devices of its axis; saturates.
static int64_t getSubAxisEnd(SubAxisInfoAttr info) {
  auto end = llvm::checkedMul(info.getPreSize(), info.getSize());
  return end ? *end : std::numeric_limits<int64_t>::max();
}

bool AxisRefAttr::overlaps(AxisRefAttr other) const {
  if (getName() != other.getName())
    return false;
  if (!isSubAxis() || !other.isSubAxis())
    return true;
  return getSubAxis().getPreSize() < getSubAxisEnd(other.getSubAxis()) &&
         other.getSubAxis().getPreSize() < getSubAxisEnd(getSubAxis());
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  if (isSubAxis() && mesh.hasAxis(getName()))
    return getSubAxis().getSize();
  return mesh.getAxisSize(getName());
}

//===----------------------------------------------------------------------===//
// MeshAttr
//===----------------------------------------------------------------------===//

/// `<["x"=4], device_ids=[0, 1]>`.
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  auto axes =
      parseList<MeshAxisAttr>(parser, Delimiter::Square, parseMeshAxis);
  if (failed(axes))
    return {};
  SmallVector<int64_t> ids;
  if (succeeded(parser.parseOptionalComma())) {
    auto parseId = [&] { return parser.parseInteger(ids.emplace_back()); };
    if (parser.parseKeyword("device_ids") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(Delimiter::Square, parseId))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return MeshAttr::getChecked([&] { return parser.emitError(loc); },
                              contextOf(parser), *axes, ids);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getAxes(), printer.getStream(), [&](MeshAxisAttr axis) {
    printMeshAxis(printer, axis);
  });
  printer << "]";
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer.getStream());
    printer << "]";
  }
  printer << ">";
}

/// Product of the axis sizes; empty if it does not fit.
static std::optional<int64_t> countDevices(ArrayRef<MeshAxisAttr> axes) {
  std::optional<int64_t> count = 1;
  for (MeshAxisAttr axis : axes) {
    count = llvm::checkedMul(*count, axis.getSize());
    if (!count)
      return std::nullopt;
  }
  return count;
}

static bool isPermutation(ArrayRef<int64_t> ids, int64_t count) {
  if (static_cast<int64_t>(ids.size()) != count)
    return false;
  SmallVector<int64_t> sorted(ids);
  llvm::sort(sorted);
  return llvm::all_of(llvm::enumerate(sorted), [](auto it) {
    return static_cast<int64_t>(it.index()) == it.value();
  });
}

static LogicalResult
verifyMeshAxes(function_ref<InFlightDiagnostic()> emitError,
               ArrayRef<MeshAxisAttr> axes) {
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes) {
    // mesh_c1
    if (axis.getSize() < 1)
      return emitError() << "mesh axis '" << axis.getName() << "' has size "
                         << axis.getSize() << ", expected at least 1";
    // mesh_c2
    if (axis.getName().empty())
      return emitError() << "mesh axis has an empty name";
    if (!names.insert(axis.getName()).second)
      return emitError() << "mesh axis '" << axis.getName()
                         << "' is declared twice";
  }
  return success();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  if (failed(verifyMeshAxes(emitError, axes)))
    return failure();
  // mesh_c3
  std::optional<int64_t> count = countDevices(axes);
  if (!count)
    return emitError() << "mesh has more devices than fit 64 bits";
  // mesh_c4
  if (deviceIds.empty())
    return success();
  if (axes.empty() && deviceIds.size() == 1 && deviceIds.front() >= 0)
    return success();
  if (axes.empty())
    return emitError() << "mesh without axes takes one device id that is not "
                          "negative";
  if (!isPermutation(deviceIds, *count))
    return emitError() << "device ids are no permutation of 0 to "
                       << *count - 1;
  return success();
}

bool MeshAttr::hasAxis(StringRef name) const {
  return getAxisSize(name) != 0;
}

int64_t MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return 0;
}

SmallVector<StringRef> MeshAttr::getAxisNames() const {
  return llvm::map_to_vector(
      getAxes(), [](MeshAxisAttr axis) { return axis.getName(); });
}

int64_t MeshAttr::getDeviceCount() const {
  return countDevices(getAxes()).value_or(0);
}

//===----------------------------------------------------------------------===//
// DimensionShardingAttr
//===----------------------------------------------------------------------===//

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<DimensionShardingAttr>(parser, parseDimensionSharding);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDimensionSharding(printer, *this);
  printer << ">";
}

LogicalResult
DimensionShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<AxisRefAttr>, bool,
                              std::optional<int64_t> priority) {
  // dimension_sharding_c1
  if (priority && *priority < 0)
    return emitError() << "priority " << *priority << " is negative";
  return success();
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
    auto axes =
        parseList<AxisRefAttr>(parser, Delimiter::Braces, parseAxisRef);
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
  return TensorShardingAttr::get(contextOf(parser), mesh, *dims, replicated,
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
  return TensorShardingPerValueAttr::get(contextOf(parser), *shardings);
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
  return StringAttr::get(contextOf(parser), name);
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  auto axes = parseList<StringAttr>(parser, Delimiter::Braces, parseAxisName);
  if (failed(axes))
    return {};
  return ManualAxesAttr::getChecked([&] { return parser.emitError(loc); },
                                    contextOf(parser), *axes);
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
  return llvm::any_of(getAxes(), [&](StringAttr axis) {
    return axis.getValue() == name;
  });
}
