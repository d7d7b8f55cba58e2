//===-- RowFormat.cpp - how rows of a table are stored --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of rows, and the text form of a format.

#include "runtime/format/RowFormat.h"

#include "runtime/format/Opcodes.h"
#include "runtime/format/VerifierDetail.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <array>
#include <cmath>
#include <optional>

namespace sc::format {

using detail::toAbsl;

/// Codes of a row come in multiples of 8, stored rows in multiples of 32 bytes:
/// what rows of 8 words are.
static constexpr int64_t kCodeMultiple = 8;
static constexpr int64_t kRowAlignment = 32;

static int64_t alignUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

namespace {
struct RowTypeInfo {
  RowType type;
  std::string_view name;
  ElementType element;
};
} // namespace

static constexpr std::array<RowTypeInfo, 6> kRowTypes = {{
    {RowType::F32, "f32", ElementType::F32},
    {RowType::BF16, "bf16", ElementType::BF16},
    {RowType::Fp8E4M3, "fp8_e4m3", ElementType::F8E4M3FN},
    {RowType::Fp8E5M2, "fp8_e5m2", ElementType::F8E5M2},
    {RowType::Int8, "int8", ElementType::I8},
    {RowType::Int8Affine, "int8_affine", ElementType::I8},
}};

static constexpr std::array<std::pair<ScaleKind, std::string_view>, 4> kScales =
    {{{ScaleKind::None, "none"},
      {ScaleKind::Table, "table"},
      {ScaleKind::Row, "row"},
      {ScaleKind::Bucket, "bucket"}}};

static const RowTypeInfo *findType(RowType type) {
  for (const RowTypeInfo &info : kRowTypes)
    if (info.type == type)
      return &info;
  return nullptr;
}

std::string_view getRowTypeName(RowType type) {
  const RowTypeInfo *info = findType(type);
  return info ? info->name : "?";
}

std::string_view getScaleName(ScaleKind scale) {
  for (const auto &[kind, name] : kScales)
    if (kind == scale)
      return name;
  return "?";
}

ElementType getElementType(RowType type) {
  const RowTypeInfo *info = findType(type);
  return info ? info->element : ElementType::F32;
}

int64_t getCodeBytes(RowType type) {
  return getElementBytes(getElementType(type));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t getScaleWords(const RowFormat &format) {
  if (format.scale == ScaleKind::None)
    return 0;
  return format.type == RowType::Int8Affine ? 2 : 1;
}

int64_t getScaleOffset(const RowFormat &format, int64_t width) {
  return alignUp(width, kCodeMultiple) * getCodeBytes(format.type);
}

int64_t getUsedRowBytes(const RowFormat &format, int64_t width) {
  if (!format.isNarrow())
    return width * kWordBytes;
  bool hasScale = format.scale == ScaleKind::Row;
  return getScaleOffset(format, width) +
         (hasScale ? getScaleWords(format) * kWordBytes : 0);
}

int64_t getRowBytes(const RowFormat &format, int64_t width) {
  int64_t used = getUsedRowBytes(format, width);
  return format.isNarrow() ? alignUp(used, kRowAlignment) : used;
}

int64_t getRowElements(const RowFormat &format, int64_t width) {
  return getRowBytes(format, width) / getCodeBytes(format.type);
}

int64_t getGatheredRowBytes(const RowFormat &format, int64_t width,
                            int64_t slices) {
  if (slices == 1 || format.scale == ScaleKind::Row)
    return getUsedRowBytes(format, width);
  return width / slices * getCodeBytes(format.type);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string formatRowFormat(const RowFormat &format) {
  std::string text(getRowTypeName(format.type));
  if (format.scale != ScaleKind::None)
    absl::StrAppend(&text, ",scale=", toAbsl(getScaleName(format.scale)));
  if (format.hasRange())
    absl::StrAppendFormat(&text, ",range=%.9g:%.9g", format.low, format.high);
  return text;
}

std::string makeRowFormatName(std::string_view name) {
  return absl::StrCat(toAbsl(name), ".row_format");
}

std::string formatStoredRows(const RowFormat &format) {
  return formatRowFormat({format.type, format.scale, 0, 0});
}

static absl::Status fail(absl::string_view text, absl::string_view problem) {
  return absl::InvalidArgumentError(absl::StrCat(
      "'", text, "': ", problem,
      "; a row format is f32, bf16, fp8_e4m3, fp8_e5m2, int8 or int8_affine, "
      "then if wanted ,scale=none|table|row|bucket and ,range=LOW:HIGH"));
}

static bool isInt8(const RowFormat &format) {
  return format.type == RowType::Int8 || format.type == RowType::Int8Affine;
}

static bool parseType(absl::string_view text, RowFormat &format) {
  for (const RowTypeInfo &info : kRowTypes)
    if (toAbsl(info.name) == text) {
      format.type = info.type;
      return true;
    }
  return false;
}

static std::optional<ScaleKind> parseScale(absl::string_view text) {
  for (const auto &[kind, name] : kScales)
    if (toAbsl(name) == text)
      return kind;
  return std::nullopt;
}

static bool parseRange(absl::string_view text, RowFormat &format) {
  std::vector<absl::string_view> ends = absl::StrSplit(text, ':');
  return ends.size() == 2 && absl::SimpleAtof(ends[0], &format.low) &&
         absl::SimpleAtof(ends[1], &format.high) && std::isfinite(format.low) &&
         std::isfinite(format.high) && format.low < format.high;
}

/// Reads "scale=..." or "range=...", each at most once.
static bool parseItem(absl::string_view text, std::optional<ScaleKind> &scale,
                      RowFormat &format) {
  if (!scale && absl::ConsumePrefix(&text, "scale=")) {
    scale = parseScale(text);
    return scale.has_value();
  }
  return !format.hasRange() && absl::ConsumePrefix(&text, "range=") &&
         parseRange(text, format);
}

/// What is wrong with a combination; empty if nothing is.
static absl::string_view findConflict(const RowFormat &format) {
  if (isInt8(format) && format.scale == ScaleKind::None)
    return "int8 needs a scale";
  if (format.scale == ScaleKind::Bucket && !isInt8(format))
    return "buckets are for int8";
  bool hasNoScale = format.type == RowType::F32 || format.type == RowType::BF16;
  if (hasNoScale && format.scale != ScaleKind::None)
    return "f32 and bf16 have no scale";
  if (format.hasRange() && format.scale != ScaleKind::Table)
    return "a range is for scale=table";
  return "";
}

absl::StatusOr<RowFormat> parseRowFormat(std::string_view text) {
  std::vector<absl::string_view> parts = absl::StrSplit(toAbsl(text), ',');
  RowFormat format;
  if (!parseType(parts[0], format))
    return fail(toAbsl(text), absl::StrCat("no type '", parts[0], "'"));
  std::optional<ScaleKind> scale;
  for (size_t i = 1; i < parts.size(); ++i)
    if (!parseItem(parts[i], scale, format))
      return fail(toAbsl(text), absl::StrCat("cannot read '", parts[i], "'"));
  bool wantsScale = isInt8(format) || format.hasRange();
  format.scale =
      scale.value_or(wantsScale ? ScaleKind::Table : ScaleKind::None);
  if (absl::string_view conflict = findConflict(format); !conflict.empty())
    return fail(toAbsl(text), conflict);
  if (format.scale == ScaleKind::Bucket)
    format.type = RowType::Int8Affine;
  return format;
}

} // namespace sc::format
