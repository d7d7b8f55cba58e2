//===-- NarrowVerifier.cpp - what inputs say of narrow rows ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime fills such inputs from f32 rows, so format, type and scale must
// agree.

#include "runtime/format/RowFormat.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/format/Types.h"
#include "runtime/format/Verifier.h"
#include "runtime/format/VerifierDetail.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sc::format {

using namespace detail;

static constexpr int64_t kMaxWidth = int64_t(1) << 30;
static constexpr int64_t kMaxBuckets = 256;

/// The bounds of buckets are no range of the format.
static RowFormat getFormat(const NarrowRows &rows) {
  if (rows.scale() == ScaleKind::Bucket)
    return {rows.type(), rows.scale(), 0, 0};
  return {rows.type(), rows.scale(), rows.low(), rows.high()};
}

/// A format is right if its text means the same.
static absl::Status verifyFormat(const NarrowRows &rows,
                                 const std::string &thing) {
  RowFormat format = getFormat(rows);
  std::string text = formatRowFormat(format);
  absl::StatusOr<RowFormat> same = parseRowFormat(text);
  if (!same.ok() || *same != format || !format.isNarrow())
    return makeError(thing, ": ", text, " is no row format of a narrow table");
  return verifyRange(absl::StrCat(thing, ": width"), rows.width(), 1,
                     kMaxWidth);
}

static absl::Status verifyBuckets(const NarrowRows &rows,
                                  const std::string &thing) {
  if (rows.scale() != ScaleKind::Bucket)
    return verifyRange(absl::StrCat(thing, ": buckets"), rows.buckets(), 0, 0);
  float step = (rows.high() - rows.low()) /
               static_cast<float>(std::max<int64_t>(1, rows.buckets() - 1));
  if (!(rows.low() < rows.high()) || !std::isfinite(step) || step <= 0)
    return makeError(thing, ": buckets from ", rows.low(), " to ", rows.high(),
                     ", their step must be positive and finite");
  return verifyRange(absl::StrCat(thing, ": buckets"), rows.buckets(), 2,
                     kMaxBuckets);
}

static absl::Status verifyRowType(const Argument &input,
                                  const std::string &thing) {
  RowFormat format = getFormat(*input.narrow());
  int64_t elements = getRowElements(format, input.narrow()->width());
  std::span<const int64_t> shape = asSpan(input.shape());
  if (input.element_type() == getElementType(format.type) &&
      shape.size() >= 2 && shape.back() == elements)
    return absl::OkStatus();
  return makeError(thing, ": is ", formatType(input.element_type(), shape),
                   ", rows of ", formatRowFormat(format), " have ", elements,
                   " elements of ",
                   toAbsl(getElementName(getElementType(format.type))));
}

/// `isScale` says which inputs are the scale of a table in front of this one.
static absl::Status verifyScaleInput(const Program &program, size_t index,
                                     const std::string &thing,
                                     std::vector<bool> &isScale) {
  const NarrowRows &rows = *program.inputs()->Get(index)->narrow();
  std::string scale = absl::StrCat(thing, ": scale_input");
  if (rows.scale() != ScaleKind::Table)
    return verifyRange(scale, rows.scale_input(), -1, -1);
  SC_RETURN_IF_ERROR(verifyRange(scale, rows.scale_input(), 0,
                                 int64_t(program.inputs()->size()) - 1));
  const Argument &input = *program.inputs()->Get(rows.scale_input());
  std::span<const int64_t> shape = asSpan(input.shape());
  int64_t words = getScaleWords(getFormat(rows));
  if (input.element_type() != ElementType::F32 || shape.size() != 1 ||
      shape[0] != words)
    return makeError(scale, " is of type ",
                     formatType(input.element_type(), shape), ", must have ",
                     words, " f32 words");
  if (isScale[rows.scale_input()])
    return makeError(scale, " is the scale of another table already");
  isScale[rows.scale_input()] = true;
  return absl::OkStatus();
}

absl::Status verifyNarrowInputs(const Program &program) {
  std::vector<bool> isScale(program.inputs()->size());
  for (size_t index = 0; index < program.inputs()->size(); ++index) {
    const Argument &input = *program.inputs()->Get(index);
    if (!input.narrow())
      continue;
    std::string thing = describe("input", index, *input.name());
    SC_RETURN_IF_ERROR(verifyFormat(*input.narrow(), thing));
    SC_RETURN_IF_ERROR(verifyBuckets(*input.narrow(), thing));
    SC_RETURN_IF_ERROR(verifyRowType(input, thing));
    SC_RETURN_IF_ERROR(verifyScaleInput(program, index, thing, isScale));
  }
  for (const Argument *output : *program.outputs())
    if (output->narrow())
      return makeError("output '", output->name()->c_str(),
                       "' is a narrow table, which only inputs are");
  return absl::OkStatus();
}

} // namespace sc::format
