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

#include <cmath>

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

//===----------------------------------------------------------------------===//
// Syntax of a plan's flags: each is written only where it is set.
//===----------------------------------------------------------------------===//

/// What only some plans have, in any order: numbers of updates and flags.
static ParseResult parsePlanExtras(AsmParser &parser, int64_t &mergeEntries,
                                   int64_t &optimizerRows, bool &rowStreaming,
                                   bool &serialized) {
  mergeEntries = optimizerRows = 0;
  rowStreaming = serialized = false;
  auto parseFlag = [&](bool &flag) {
    flag = succeeded(parser.parseOptionalKeyword("true"));
    return ParseResult(flag ? success() : parser.parseKeyword("false"));
  };
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    ParseResult parsed =
        name == "merge_entries"    ? parser.parseInteger(mergeEntries)
        : name == "optimizer_rows" ? parser.parseInteger(optimizerRows)
        : name == "row_streaming"  ? parseFlag(rowStreaming)
        : name == "serialized"
            ? parseFlag(serialized)
            : parser.emitError(location)
                  << "expected merge_entries, optimizer_rows, row_streaming or "
                     "serialized, got "
                  << name;
    if (parsed)
      return failure();
  }
  return success();
}

static void printPlanExtras(AsmPrinter &printer, int64_t mergeEntries,
                            int64_t optimizerRows, bool rowStreaming,
                            bool serialized) {
  if (mergeEntries)
    printer << ", merge_entries = " << mergeEntries;
  if (optimizerRows)
    printer << ", optimizer_rows = " << optimizerRows;
  if (rowStreaming)
    printer << ", row_streaming = true";
  if (serialized)
    printer << ", serialized = true";
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

static APFloat roundToF32(FloatAttr number) {
  APFloat value = number.getValue();
  bool losesInfo;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

LogicalResult
sc::QuantizationAttr::verify(function_ref<InFlightDiagnostic()> error,
                             int64_t buckets, FloatAttr min, FloatAttr max) {
  APFloat low = roundToF32(min), high = roundToF32(max);
  if (!low.isFinite() || !high.isFinite() || !(low < high))
    return error() << "quantization_c1: min must be less than max, both finite "
                      "as f32, got "
                   << min << " and " << max;
  if (buckets < 2 || buckets > kMaxBuckets)
    return error() << "quantization_c2: buckets must be in [2, " << kMaxBuckets
                   << "], got " << buckets;
  float step = (high.convertToFloat() - low.convertToFloat()) /
               static_cast<float>(buckets - 1);
  if (!std::isfinite(step) || step <= 0)
    return error() << "quantization_c3: the step between buckets must be "
                      "positive and finite as f32, got "
                   << step;
  return success();
}

LogicalResult
sc::RowFormatAttr::verify(function_ref<InFlightDiagnostic()> error,
                          StringRef text, int64_t width) {
  constexpr int64_t kMaxWidth = int64_t(1) << 30;
  absl::StatusOr<format::RowFormat> format = format::parseRowFormat(text);
  if (!format.ok())
    return error() << "row_format_c1: "
                   << std::string(format.status().message());
  if (!format->isNarrow())
    return error() << "row_format_c1: rows of f32 have no row format";
  if (width < 1 || width > kMaxWidth)
    return error() << "row_format_c2: width must be in [1, " << kMaxWidth
                   << "], got " << width;
  return success();
}

sc::format::RowFormat sc::RowFormatAttr::getFormat() const {
  return *format::parseRowFormat(getText());
}

static Type getElementType(MLIRContext *context, sc::format::RowType type) {
  using sc::format::RowType;
  switch (type) {
  case RowType::BF16:
    return BFloat16Type::get(context);
  case RowType::Fp8E4M3:
    return Float8E4M3FNType::get(context);
  case RowType::Fp8E5M2:
    return Float8E5M2Type::get(context);
  case RowType::Int8:
  case RowType::Int8Affine:
    return IntegerType::get(context, 8);
  default:
    return Float32Type::get(context);
  }
}

RankedTensorType sc::RowFormatAttr::getTableType(int64_t rows) const {
  format::RowFormat format = getFormat();
  return RankedTensorType::get(
      {rows, format::getRowElements(format, getWidth())},
      getElementType(getContext(), format.type));
}

int64_t sc::RowFormatAttr::getScaleOperandWords() const {
  format::RowFormat format = getFormat();
  return format.scale == format::ScaleKind::Table
             ? format::getScaleWords(format)
             : 0;
}

sc::format::RowFormat sc::getRowFormat(RowFormatAttr format) {
  return format ? format.getFormat() : format::RowFormat();
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
                                   int64_t replicas, int64_t vectorSplits,
                                   int64_t sampleSplits, int64_t samplesPerTile,
                                   int64_t windowRows, int64_t windowBuffers,
                                   int64_t listEntries,
                                   int64_t gatherOperandBytes,
                                   int64_t scratchBytes, int64_t listBytes,
                                   int64_t stackBytes, int64_t mergeEntries,
                                   int64_t optimizerRows, bool, bool) {
  bool isPositive = true;
  for (int64_t count : {samplesPerTile, windowRows, windowBuffers, listEntries})
    isPositive &= count > 0;
  for (int64_t splits : {replicas, vectorSplits, sampleSplits})
    if (splits < 1 || splits > kMaxGroupSize)
      return error() << "plan_c2: splits must be in [1, " << kMaxGroupSize
                     << "], got " << splits;
  bool isNegative = gatherOperandBytes < 0 || scratchBytes < 0 ||
                    listBytes < 0 || stackBytes < 0 || mergeEntries < 0 ||
                    optimizerRows < 0;
  if (!isPositive || isNegative)
    return error() << "plan_c1: samples, rows, windows and entries of a plan "
                      "must be positive, its bytes not negative";
  return success();
}

/// Every entry of `list` is a dictionary with these texts and i64 numbers.
static LogicalResult verifyEntries(function_ref<InFlightDiagnostic()> error,
                                   StringRef name, ArrayAttr list,
                                   ArrayRef<StringRef> texts,
                                   ArrayRef<StringRef> numbers) {
  for (Attribute attr : list) {
    auto entry = dyn_cast<DictionaryAttr>(attr);
    if (!entry)
      return error() << "program_plan_c2: " << name
                     << " must be dictionaries, got " << attr;
    for (StringRef key : texts)
      if (!entry.getAs<StringAttr>(key))
        return error() << "program_plan_c2: an entry of " << name
                       << " needs the text '" << key << "'";
    for (StringRef key : numbers) {
      auto number = entry.getAs<IntegerAttr>(key);
      if (!number || !number.getType().isSignlessInteger(64))
        return error() << "program_plan_c2: an entry of " << name
                       << " needs the i64 '" << key << "'";
    }
  }
  return success();
}

LogicalResult sc::ProgramPlanAttr::verify(
    function_ref<InFlightDiagnostic()> error, int64_t serializedTables,
    int64_t hbmPeakBytes, int64_t tensorCoreHbmBytes,
    int64_t parallelIterations, FloatAttr, ArrayAttr peaks, ArrayAttr hbmUses,
    ArrayAttr lookups) {
  if (serializedTables < 0 || hbmPeakBytes < 0 || tensorCoreHbmBytes < 0 ||
      parallelIterations < 1)
    return error() << "program_plan_c1: numbers of a program plan must not be "
                      "negative, parallel iterations positive";
  if (failed(verifyEntries(error, "peaks", peaks, {"space", "class"},
                           {"bytes"})) ||
      failed(verifyEntries(error, "hbm_uses", hbmUses, {"table"},
                           {"role", "bytes", "padding_bytes"})))
    return failure();
  return verifyEntries(error, "lookups", lookups, {"table"},
                       {"kind",
                        "max_ids",
                        "max_unique_ids",
                        "width",
                        "samples",
                        "table_rows",
                        "sparse_cores",
                        "replicas",
                        "vector_splits",
                        "sample_splits",
                        "window_rows",
                        "window_buffers",
                        "list_entries",
                        "gather_operand_bytes",
                        "scratch_bytes",
                        "list_bytes",
                        "stack_forward_bytes",
                        "stack_backward_bytes",
                        "exchange_bytes",
                        "stack_first_step",
                        "stack_last_step"});
}

SmallVector<DictionaryAttr> sc::ProgramPlanAttr::getCompiledLookups() const {
  SmallVector<DictionaryAttr> compiled;
  for (auto lookup : getLookups().getAsRange<DictionaryAttr>())
    if (!lookup.contains("left_out"))
      compiled.push_back(lookup);
  return compiled;
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
  if (sparseCoresPerDevice > kMaxGroupSize)
    return error() << "target_c2: sparse_cores must be at most "
                   << kMaxGroupSize << ", got " << sparseCoresPerDevice;
  return success();
}
