// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mesh attributes of the `sdy` dialect: axes, references to them, meshes.

#include "dialects/Shardy/AttrParsing.h"
#include "dialects/Shardy/Shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sc::sdy;

using Delimiter = AsmParser::Delimiter;

//===----------------------------------------------------------------------===//
// MeshAxisAttr, SubAxisInfoAttr, AxisRefAttr
//===----------------------------------------------------------------------===//

/// `"x"=4`.
static MeshAxisAttr parseMeshAxis(AsmParser &parser) {
  std::string name;
  int64_t size = 0;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return {};
  return MeshAxisAttr::get(parser.getContext(), name, size);
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
                                     parser.getContext(), preSize, size);
}

static void printSubAxis(AsmPrinter &printer, SubAxisInfoAttr info) {
  printer << "(" << info.getPreSize() << ")" << info.getSize();
}

AxisRefAttr sc::sdy::parseAxisRef(AsmParser &parser) {
  std::string name;
  if (parser.parseString(&name))
    return {};
  SubAxisInfoAttr subAxis;
  if (succeeded(parser.parseOptionalColon()) &&
      !(subAxis = parseSubAxis(parser)))
    return {};
  return AxisRefAttr::get(parser.getContext(), name, subAxis);
}

void sc::sdy::printAxisRef(AsmPrinter &printer, AxisRefAttr axis) {
  printer.printString(axis.getName());
  if (axis.isSubAxis()) {
    printer << ":";
    printSubAxis(printer, axis.getSubAxis());
  }
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
  auto axes = parseList<MeshAxisAttr>(parser, Delimiter::Square, parseMeshAxis);
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
                              parser.getContext(), ArrayRef(*axes),
                              ArrayRef(ids));
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

bool MeshAttr::hasAxis(StringRef name) const { return getAxisSize(name) != 0; }

int64_t MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return 0;
}

SmallVector<StringRef> MeshAttr::getAxisNames() const {
  return llvm::map_to_vector(getAxes(),
                             [](MeshAxisAttr axis) { return axis.getName(); });
}

int64_t MeshAttr::getDeviceCount() const {
  return countDevices(getAxes()).value_or(0);
}
