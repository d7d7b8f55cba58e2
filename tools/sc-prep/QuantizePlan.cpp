//===-- QuantizePlan.cpp - which arrays become narrow ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table is an f32 array of rank 2. Slot variables of tables are not: no
// lookup reads them.

#include "tools/sc-prep/QuantizePlan.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::prep {

using absl::StrCat;
using format::ElementType;

static absl::Status fail(const auto &...args) {
  return absl::InvalidArgumentError(StrCat(args...));
}

int64_t PlannedArray::getInputBytes() const {
  // The header's parser refuses shapes whose size does not fit.
  return *format::countBytes(header.dtype->type, header.shape);
}

ElementType PlannedArray::getType() const {
  return format ? getElementType(format->rows.type) : header.dtype->type;
}

std::vector<int64_t> PlannedArray::getShape() const {
  if (!format)
    return header.shape;
  return {header.shape[0], getRowElements(format->rows, format->width)};
}

std::string makeScaleName(const std::string &table) { return table + ".scale"; }

absl::StatusOr<RowFormats> readFormats(const Options &options) {
  std::string error;
  std::optional<RowFormats> formats =
      readRowFormats(options.quantizeTables, error);
  if (!formats)
    return fail("--quantize-tables: ", error);
  return *std::move(formats);
}

namespace {

/// Plans the arrays of one file.
class Planner {
public:
  Planner(const runtime::NpzReader &reader, const std::string &path,
          const RowFormats &formats, const Setup *setup, const Options &options)
      : reader(reader), path(path), formats(formats), setup(setup),
        options(options) {}

  absl::StatusOr<std::vector<PlannedArray>> plan() const;

private:
  const spec::Stack *findStack(const std::string &name) const;
  absl::Status checkNames() const;
  absl::StatusOr<NamedRowFormat> findWish(const std::string &name) const;
  absl::StatusOr<PlannedArray> planArray(const std::string &name) const;
  std::string findReason(const PlannedArray &array,
                         const NamedRowFormat &wish) const;
  absl::Status setFormat(PlannedArray &array,
                         const format::RowFormat &rows) const;
  absl::StatusOr<spec::Quantization>
  findQuantization(const std::string &name) const;
  absl::Status checkNewNames(const PlannedArray &array) const;
  absl::Status failOf(const std::string &name, const auto &...args) const {
    return fail(path, ": table ", quoteName(name), ": ", args...);
  }

  const runtime::NpzReader &reader;
  const std::string &path;
  const RowFormats &formats;
  const Setup *setup;
  const Options &options;
};

} // namespace

/// Values of a row: memory holds some rows.
static constexpr int64_t kMostValues = int64_t(1) << 24;

/// The array that this one is a slot of: "user" of "user.accumulator".
static std::string_view findOwner(const runtime::NpzReader &reader,
                                  std::string_view name) {
  for (size_t dot = name.find('.'); dot != std::string_view::npos;
       dot = name.find('.', dot + 1))
    if (reader.contains(std::string(name.substr(0, dot))))
      return name.substr(0, dot);
  return "";
}

static bool isTable(const runtime::NpyHeader &header) {
  return header.dtype && header.dtype->type == ElementType::F32 &&
         header.shape.size() == 2;
}

/// The stack of the spec that is an array of that name, else null.
const spec::Stack *Planner::findStack(const std::string &name) const {
  if (setup)
    for (const spec::Stack &stack : setup->stacked.stacks)
      if (stack.name == name)
        return &stack;
  return nullptr;
}

/// Tables of stacks count, where the file has the stack.
absl::Status Planner::checkNames() const {
  std::vector<std::string_view> names;
  for (const std::string &name : reader.getNames()) {
    names.push_back(name);
    if (const spec::Stack *stack = findStack(name))
      for (const spec::StackedTable &table : stack->tables)
        names.push_back(table.table.name);
  }
  for (const auto &[name, format] : formats.tables)
    if (std::ranges::find(names, name) == names.end())
      return failOf(name, "has a row format, but is not in the file",
                    describeNearest(name, names), " known: ", joinNames(names),
                    setup ? "" : "; tables of a stack need the spec");
  return absl::OkStatus();
}

/// What the formats say of the array, or of the tables stacked in it.
absl::StatusOr<NamedRowFormat>
Planner::findWish(const std::string &name) const {
  std::vector<std::string> members;
  if (const spec::Stack *stack = findStack(name))
    for (const spec::StackedTable &table : stack->tables)
      members.push_back(table.table.name);
  std::string error;
  std::optional<NamedRowFormat> found = formats.findStack(name, members, error);
  if (!found)
    return fail(error);
  return *found;
}

/// Why the array is copied; "" if it becomes narrow.
std::string Planner::findReason(const PlannedArray &array,
                                const NamedRowFormat &wish) const {
  if (!wish.format.isNarrow())
    return wish.isNamed ? "its row format is f32" : "it has no row format";
  if (wish.isNamed)
    return "";
  if (std::string_view owner = findOwner(reader, array.name); !owner.empty())
    return StrCat("it is a slot of table ", quoteName(owner));
  if (reader.contains(format::makeRowFormatName(array.name)))
    return "it is narrow already";
  if (isTable(array.header))
    return "";
  return array.header.dtype && array.header.dtype->type == ElementType::F64 &&
                 array.header.shape.size() == 2
             ? "only f32 arrays of rank 2 are tables: convert it to float32"
             : "only f32 arrays of rank 2 are tables";
}

/// The buckets of the table, or of the stack, of that name.
absl::StatusOr<spec::Quantization>
Planner::findQuantization(const std::string &name) const {
  if (!setup)
    return failOf(name, "scale=bucket takes its buckets from the "
                        "quantization_config of a spec; give the spec, or "
                        "another scale");
  std::vector<std::string_view> names;
  const spec::Table *found = nullptr;
  for (const spec::Stack &stack : setup->stacked.stacks) {
    names.push_back(stack.name);
    for (const spec::StackedTable &table : stack.tables) {
      names.push_back(table.table.name);
      // All tables of a stack have the same.
      if (name == stack.name || name == table.table.name)
        found = &table.table;
    }
  }
  if (!found)
    return failOf(name, "scale=bucket takes its buckets from ", options.spec,
                  ", which has no such table or stack",
                  describeNearest(name, names), " known: ", joinNames(names));
  if (!found->quantization)
    return failOf(name,
                  "scale=bucket needs a quantization_config, which table ",
                  quoteName(found->name), " of ", options.spec,
                  " has not; add it there, or take another scale");
  return *found->quantization;
}

absl::Status Planner::setFormat(PlannedArray &array,
                                const format::RowFormat &rows) const {
  const std::string &name = array.name;
  if (!isTable(array.header))
    return failOf(name, "only f32 arrays of rank 2 become narrow, but it is ",
                  array.header.formatType());
  if (array.header.shape[0] == 0 || array.header.shape[1] == 0)
    return failOf(name, array.header.formatType(),
                  " has no values to make narrow");
  if (array.header.shape[1] > kMostValues)
    return failOf(name, "a row has ", array.header.shape[1],
                  " values, at most ", kMostValues, " are supported");
  quantize::TableFormat &format = array.format.emplace();
  format.rows = rows;
  format.width = array.header.shape[1];
  if (format.rows.scale == format::ScaleKind::Bucket) {
    SC_ASSIGN_OR_RETURN(spec::Quantization buckets, findQuantization(name));
    format.buckets = buckets.numBuckets;
    format.rows.low = buckets.minValue;
    format.rows.high = buckets.maxValue;
  }
  if (!format::countBytes(array.getType(), array.getShape()))
    return failOf(name, "the size of ",
                  format::formatType(array.getType(), array.getShape()),
                  " does not fit 64 bits");
  return checkNewNames(array);
}

/// What is written beside a narrow table is not in the file.
absl::Status Planner::checkNewNames(const PlannedArray &array) const {
  std::vector<std::pair<const char *, std::string>> added = {
      {"row format", format::makeRowFormatName(array.name)}};
  if (array.format->rows.scale == format::ScaleKind::Table)
    added.emplace_back("scale", makeScaleName(array.name));
  for (const auto &[what, name] : added)
    if (reader.contains(name))
      return failOf(array.name, "its ", what, " is written as ",
                    quoteName(name),
                    ", but the file has an array of that name; rename it");
  return absl::OkStatus();
}

absl::StatusOr<PlannedArray> Planner::planArray(const std::string &name) const {
  PlannedArray array;
  array.name = name;
  SC_ASSIGN_OR_RETURN(array.header, reader.readHeader(name));
  SC_ASSIGN_OR_RETURN(NamedRowFormat wish, findWish(name));
  array.reason = findReason(array, wish);
  if (array.reason.empty())
    SC_RETURN_IF_ERROR(setFormat(array, wish.format));
  if (!array.header.dtype)
    return fail(path, ": array ", quoteName(name), ": dtype '",
                absl::CEscape(array.header.descr),
                "' cannot be copied; leave the array out");
  return array;
}

absl::StatusOr<std::vector<PlannedArray>> Planner::plan() const {
  SC_RETURN_IF_ERROR(checkNames());
  std::vector<PlannedArray> arrays;
  bool hasNarrow = false;
  for (const std::string &name : reader.getNames()) {
    SC_ASSIGN_OR_RETURN(PlannedArray array, planArray(name));
    hasNarrow |= array.format.has_value();
    arrays.push_back(std::move(array));
  }
  if (hasNarrow)
    return arrays;
  std::string text = StrCat(path, ": no array becomes narrow");
  for (const PlannedArray &array : arrays)
    absl::StrAppend(&text, "\n  ", quoteName(array.name), " ",
                    array.header.formatType(), ": ", array.reason);
  return absl::InvalidArgumentError(text);
}

absl::StatusOr<std::vector<PlannedArray>>
planArrays(const runtime::NpzReader &reader, const std::string &path,
           const RowFormats &formats, const Setup *setup,
           const Options &options) {
  return Planner(reader, path, formats, setup, options).plan();
}

} // namespace sc::prep
