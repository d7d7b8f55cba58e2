// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the `stablehlo` dialect: enumerations and dimension numbers.

#include "dialects/StableHLO/StableHLO.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sc::stablehlo;

#include "dialects/StableHLO/StableHLOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHLO/StableHLOAttrs.cpp.inc"

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/StableHLO/StableHLOAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// `<name = [0, 1], name = 2>`, the form of all dimension numbers
//===----------------------------------------------------------------------===//

namespace {
/// A named field of dimension numbers: a list or a single number.
struct DimsField {
  StringRef name;
  SmallVector<int64_t> list = {};
  bool isList = true;
  int64_t number = 0;
  bool wasParsed = false;
};
} // namespace

static ParseResult parseField(AsmParser &parser, DimsField &field) {
  if (!field.isList)
    return parser.parseInteger(field.number);
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(field.list.emplace_back());
  });
}

/// Parses any of `fields` in any order, each at most once.
static ParseResult parseFields(AsmParser &parser,
                               MutableArrayRef<DimsField> fields) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
        StringRef name;
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseKeyword(&name) || parser.parseEqual())
          return failure();
        auto *field = llvm::find_if(
            fields, [&](DimsField &field) { return field.name == name; });
        if (field == fields.end())
          return parser.emitError(loc)
                 << "unknown dimension list '" << name << "'";
        if (std::exchange(field->wasParsed, true))
          return parser.emitError(loc) << "'" << name << "' is given twice";
        return parseField(parser, *field);
      });
}

/// Prints the fields that are neither empty nor zero.
static void printFields(AsmPrinter &printer, ArrayRef<DimsField> fields) {
  SmallVector<const DimsField *> shown;
  for (const DimsField &field : fields)
    if (field.isList ? !field.list.empty() : field.number != 0)
      shown.push_back(&field);
  printer << "<";
  llvm::interleaveComma(
      shown, printer.getStream(), [&](const DimsField *field) {
        printer << field->name << " = ";
        if (!field->isList) {
          printer << field->number;
          return;
        }
        printer << "[";
        llvm::interleaveComma(field->list, printer.getStream());
        printer << "]";
      });
  printer << ">";
}

static DimsField makeList(StringRef name, ArrayRef<int64_t> list = {}) {
  DimsField field;
  field.name = name;
  field.list.assign(list.begin(), list.end());
  return field;
}

static DimsField makeNumber(StringRef name, int64_t number = 0) {
  DimsField field;
  field.name = name;
  field.isList = false;
  field.number = number;
  return field;
}

//===----------------------------------------------------------------------===//
// DotDimensionNumbersAttr
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  DimsField fields[] = {makeList("lhs_batching_dimensions"),
                        makeList("rhs_batching_dimensions"),
                        makeList("lhs_contracting_dimensions"),
                        makeList("rhs_contracting_dimensions")};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].list, fields[1].list,
             fields[2].list, fields[3].list);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(
      printer,
      {makeList("lhs_batching_dimensions", getLhsBatchingDimensions()),
       makeList("rhs_batching_dimensions", getRhsBatchingDimensions()),
       makeList("lhs_contracting_dimensions", getLhsContractingDimensions()),
       makeList("rhs_contracting_dimensions", getRhsContractingDimensions())});
}

//===----------------------------------------------------------------------===//
// GatherDimensionNumbersAttr, ScatterDimensionNumbersAttr
//===----------------------------------------------------------------------===//

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  DimsField fields[] = {makeList("offset_dims"),
                        makeList("collapsed_slice_dims"),
                        makeList("operand_batching_dims"),
                        makeList("start_indices_batching_dims"),
                        makeList("start_index_map"),
                        makeNumber("index_vector_dim")};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].list, fields[1].list,
             fields[2].list, fields[3].list, fields[4].list, fields[5].number);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(
      printer,
      {makeList("offset_dims", getOffsetDims()),
       makeList("collapsed_slice_dims", getCollapsedSliceDims()),
       makeList("operand_batching_dims", getOperandBatchingDims()),
       makeList("start_indices_batching_dims", getStartIndicesBatchingDims()),
       makeList("start_index_map", getStartIndexMap()),
       makeNumber("index_vector_dim", getIndexVectorDim())});
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  DimsField fields[] = {makeList("update_window_dims"),
                        makeList("inserted_window_dims"),
                        makeList("input_batching_dims"),
                        makeList("scatter_indices_batching_dims"),
                        makeList("scatter_dims_to_operand_dims"),
                        makeNumber("index_vector_dim")};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].list, fields[1].list,
             fields[2].list, fields[3].list, fields[4].list, fields[5].number);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(
      printer,
      {makeList("update_window_dims", getUpdateWindowDims()),
       makeList("inserted_window_dims", getInsertedWindowDims()),
       makeList("input_batching_dims", getInputBatchingDims()),
       makeList("scatter_indices_batching_dims",
                getScatterIndicesBatchingDims()),
       makeList("scatter_dims_to_operand_dims", getScatterDimsToOperandDims()),
       makeNumber("index_vector_dim", getIndexVectorDim())});
}
