//===-- SparseCore.cpp - dialect and attributes ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration, attribute syntax and attribute rules of the sc dialect.

#include "dialects/SparseCore/SparseCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/SparseCore/SparseCoreDialect.cpp.inc"

//===----------------------------------------------------------------------===//
// Syntax of the topology: 2x2x1, in this project's own spelling since `x` runs
// into digits for the lexer.
//===----------------------------------------------------------------------===//

static ParseResult parseTopology(AsmParser &parser,
                                 SmallVector<int64_t> &topology) {
  return parser.parseDimensionList(topology, /*allowDynamic=*/false,
                                   /*withTrailingX=*/false);
}

static void printTopology(AsmPrinter &printer, ArrayRef<int64_t> topology) {
  llvm::interleave(topology, printer.getStream(), "x");
}

#define GET_ATTRDEF_CLASSES
#include "dialects/SparseCore/SparseCoreAttrs.cpp.inc"

namespace {
/// Every sc operation may be inlined anywhere: they are pure.
struct SparseCoreInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void sc::SCDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/SparseCore/SparseCoreAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/SparseCore/SparseCoreOps.cpp.inc"
      >();
  addInterfaces<SparseCoreInlinerInterface>();
}

//===----------------------------------------------------------------------===//
// Attribute rules
//===----------------------------------------------------------------------===//

LogicalResult sc::LimitsAttr::verify(function_ref<InFlightDiagnostic()> error,
                                     int64_t maxIds, int64_t maxUniqueIds) {
  if (maxIds <= 0 || maxUniqueIds <= 0)
    return error() << "limits_c1: limits must be positive, got max_ids = "
                   << maxIds << ", max_unique_ids = " << maxUniqueIds;
  return success();
}

LogicalResult sc::GroupAttr::verify(function_ref<InFlightDiagnostic()> error,
                                    FlatSymbolRefAttr, ArrayAttr axes,
                                    int64_t devices) {
  bool areNames = llvm::all_of(axes, llvm::IsaPred<StringAttr>);
  if (axes.empty() || !areNames)
    return error() << "group_c1: a group needs the names of one or more axes";
  if (devices <= 0 || devices > kMaxGroupSize)
    return error() << "group_c2: devices must be in [1, " << kMaxGroupSize
                   << "], got " << devices;
  return success();
}

LogicalResult sc::PlanAttr::verify(function_ref<InFlightDiagnostic()> error,
                                   int64_t windowRows, int64_t windowBuffers,
                                   int64_t listEntries,
                                   int64_t gatherOperandBytes,
                                   int64_t scratchBytes, int64_t listBytes,
                                   int64_t stackBytes) {
  bool isPositive = windowRows > 0 && windowBuffers > 0 && listEntries > 0;
  bool isNegative = gatherOperandBytes < 0 || scratchBytes < 0 ||
                    listBytes < 0 || stackBytes < 0;
  if (!isPositive || isNegative)
    return error() << "plan_c1: rows, windows and entries of a plan must be "
                      "positive, its bytes not negative";
  return success();
}

LogicalResult sc::TargetAttr::verify(function_ref<InFlightDiagnostic()> error,
                                     StringRef, ArrayRef<int64_t> topology,
                                     int64_t devices,
                                     int64_t sparseCoresPerDevice) {
  bool isPositive = devices > 0 && sparseCoresPerDevice > 0;
  for (int64_t chips : topology)
    isPositive &= chips > 0;
  if (!isPositive)
    return error() << "target_c1: all numbers of a target must be positive";
  return success();
}
