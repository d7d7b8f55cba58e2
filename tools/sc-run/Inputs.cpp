//===-- Inputs.cpp - arrays for the inputs of a program -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names first, then types; no data is read here.

#include "tools/sc-run/Run.h"

#include "runtime/format/Errors.h"
#include "runtime/format/RowFormat.h"
#include "runtime/format/StatusMacros.h"
#include "tools/sc-run/NarrowInputs.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <map>
#include <optional>

namespace sc::run {

using format::Argument;
using format::ElementType;
using format::Program;
using runtime::NpyHeader;
using runtime::NpzReader;

static std::string getPosition(size_t index) {
  return absl::StrCat("arg", index);
}

static std::string describeInput(const Program &program, size_t index) {
  return absl::StrCat("input ", index, " '",
                      program.inputs()->Get(index)->name()->c_str(), "'");
}

static std::string formatInputType(const Argument &input) {
  return format::formatType(input.element_type(),
                            format::asSpan(input.shape()));
}

absl::StatusOr<std::vector<InputFile>>
openFiles(const std::vector<std::string> &paths) {
  std::vector<InputFile> files;
  for (const std::string &path : paths) {
    SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(path));
    files.push_back({path, std::move(reader)});
  }
  return files;
}

/// The file with the array `name`; null if none has it. Fails if two have.
static absl::StatusOr<const InputFile *>
findFile(std::span<const InputFile> files, const std::string &name) {
  const InputFile *found = nullptr;
  for (const InputFile &file : files) {
    if (!file.reader.contains(name))
      continue;
    if (found)
      return absl::InvalidArgumentError(
          absl::StrCat("array '", name, "' is in ", found->path, " and in ",
                       file.path, "; leave one of them out"));
    found = &file;
  }
  return found;
}

/// Inputs that each array of the files could be meant for.
static absl::StatusOr<std::map<std::string, std::vector<size_t>>>
collectClaims(const Program &program, std::span<const InputFile> files) {
  std::map<std::string, std::vector<size_t>> claims;
  for (size_t index = 0; index < program.inputs()->size(); ++index) {
    std::string position = getPosition(index);
    std::string name = program.inputs()->Get(index)->name()->str();
    SC_ASSIGN_OR_RETURN(const InputFile *file, findFile(files, position));
    if (file)
      claims[position].push_back(index);
    SC_ASSIGN_OR_RETURN(file, findFile(files, name));
    if (name != position && file)
      claims[name].push_back(index);
  }
  return claims;
}

static absl::Status
checkClaims(const Program &program,
            const std::map<std::string, std::vector<size_t>> &claims) {
  for (const auto &[name, inputs] : claims)
    if (inputs.size() > 1)
      return absl::InvalidArgumentError(
          absl::StrCat("array '", name, "' is ambiguous: it could be ",
                       describeInput(program, inputs[0]), " or ",
                       describeInput(program, inputs[1])));
  return absl::OkStatus();
}

/// The array for an input; none if no file has one.
static absl::StatusOr<InputArray> findInput(const Program &program,
                                            std::span<const InputFile> files,
                                            size_t index) {
  std::string position = getPosition(index);
  std::string name = program.inputs()->Get(index)->name()->str();
  SC_ASSIGN_OR_RETURN(const InputFile *byPosition, findFile(files, position));
  SC_ASSIGN_OR_RETURN(const InputFile *byName, findFile(files, name));
  if (byPosition && byName && name != position)
    return absl::InvalidArgumentError(
        absl::StrCat(describeInput(program, index), " is given twice, as '",
                     position, "' and as '", name, "'"));
  if (byPosition)
    return InputArray{byPosition, std::move(position)};
  if (byName)
    return InputArray{byName, std::move(name)};
  return InputArray();
}

/// "i8[64x32] or f32[64x10]": of a narrow table also f32 rows will do.
static std::string formatInputTypes(const Argument &input) {
  std::string text = formatInputType(input);
  if (input.narrow())
    absl::StrAppend(&text, " or ",
                    format::formatType(ElementType::F32, getWideShape(input)));
  return text;
}

static absl::Status failMissing(const Program &program, size_t index) {
  const Argument &input = *program.inputs()->Get(index);
  std::string position = getPosition(index), name = input.name()->str();
  std::string names = name == position
                          ? absl::StrCat("'", position, "'")
                          : absl::StrCat("'", position, "' or '", name, "'");
  return absl::InvalidArgumentError(absl::StrCat(
      describeInput(program, index), " is missing: expected array ", names,
      " of type ", formatInputTypes(input)));
}

static const char *getXlaName(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "pred";
  case ElementType::I8:
    return "s8";
  case ElementType::I32:
    return "s32";
  case ElementType::I64:
    return "s64";
  case ElementType::F8E4M3FN:
    return "f8e4m3fn";
  case ElementType::F8E5M2:
    return "f8e5m2";
  default:
    return format::getElementName(type).data();
  }
}

/// "f32[16,8]{1,0}", the last axis being the fastest in memory; "f32[]".
static std::string formatXlaType(ElementType type,
                                 std::span<const int64_t> shape) {
  std::string text =
      absl::StrCat(getXlaName(type), "[", absl::StrJoin(shape, ","), "]");
  if (shape.empty())
    return text;
  std::vector<size_t> layout;
  for (size_t axis = shape.size(); axis > 0; --axis)
    layout.push_back(axis - 1);
  return absl::StrCat(text, "{", absl::StrJoin(layout, ","), "}");
}

/// The error that users know, for types that XLA has.
static std::string makeMismatchError(size_t index, const Argument &input,
                                     const NpyHeader &header) {
  if (!header.dtype)
    return "";
  std::span<const int64_t> shape = format::asSpan(input.shape());
  ElementType type = header.dtype->type;
  std::optional<int64_t> expectedBytes =
      format::countBytes(input.element_type(), shape);
  std::optional<int64_t> actualBytes = format::countBytes(type, header.shape);
  if (!expectedBytes || !actualBytes)
    return "";
  std::string expected = formatXlaType(input.element_type(), shape);
  std::string actual = formatXlaType(type, header.shape);
  std::string message =
      format::describeInputMismatch(static_cast<int64_t>(index), *expectedBytes,
                                    expected, *actualBytes, actual);
  return "\n" + format::formatError(format::ErrorCode::E0102, message);
}

static constexpr int64_t kMostFormatBytes = 64;

/// Rows that say how they are stored are stored as the program has them.
static absl::Status checkRowFormat(const Program &program, size_t index,
                                   const InputArray &array) {
  const format::NarrowRows *rows = program.inputs()->Get(index)->narrow();
  std::string name = format::makeRowFormatName(array.name);
  const NpzReader &reader = array.file->reader;
  if (!rows || !reader.contains(name))
    return absl::OkStatus();
  SC_ASSIGN_OR_RETURN(NpyHeader header, reader.readHeader(name));
  // An array of another kind has that name by chance.
  if (!header.dtype || header.dtype->type != ElementType::U8 ||
      header.shape.size() != 1 || header.shape[0] > kMostFormatBytes)
    return absl::OkStatus();
  SC_ASSIGN_OR_RETURN(runtime::Array text, reader.read(name));
  std::span<const char> bytes = text.getElements<char>();
  std::string expected =
      format::formatStoredRows({rows->type(), rows->scale(), 0, 0});
  if (std::ranges::equal(bytes, expected))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(describeInput(program, index), ": expected rows stored as ",
                   expected, ", but array '", array.name, "' has rows of ",
                   absl::CEscape({bytes.data(), bytes.size()})));
}

/// Checks the type of `array`, and finds whether it is f32 rows of a narrow
/// table.
static absl::Status checkType(const Program &program, size_t index,
                              InputArray &array) {
  const Argument &input = *program.inputs()->Get(index);
  SC_ASSIGN_OR_RETURN(NpyHeader header,
                      array.file->reader.readHeader(array.name));
  auto isOf = [&](ElementType type, std::span<const int64_t> shape) {
    return header.dtype && runtime::isReadAs(header.dtype->type, type) &&
           std::ranges::equal(header.shape, shape);
  };
  array.isQuantized =
      input.narrow() && isOf(ElementType::F32, getWideShape(input));
  if (array.isQuantized)
    return absl::OkStatus();
  if (isOf(input.element_type(), format::asSpan(input.shape())))
    return checkRowFormat(program, index, array);
  return absl::InvalidArgumentError(absl::StrCat(
      describeInput(program, index), ": expected ", formatInputTypes(input),
      ", but array '", array.name, "' is ", header.formatType(),
      makeMismatchError(index, input, header)));
}

/// A table that is quantized brings its scale; another one needs it.
static absl::Status checkScales(const Program &program,
                                std::span<const InputArray> inputs) {
  std::vector<bool> isMade(inputs.size());
  for (size_t index = 0; index < inputs.size(); ++index) {
    const format::NarrowRows *rows = program.inputs()->Get(index)->narrow();
    if (!rows || rows->scale_input() < 0 || !inputs[index].isQuantized)
      continue;
    auto scale = static_cast<size_t>(rows->scale_input());
    isMade[scale] = true;
    if (inputs[scale].file)
      return absl::InvalidArgumentError(absl::StrCat(
          describeInput(program, scale), " is given as array '",
          inputs[scale].name, "', but ", describeInput(program, index),
          " is f32 and gets a scale of its own; leave one of them out"));
  }
  for (size_t index = 0; index < inputs.size(); ++index)
    if (!inputs[index].file && !isMade[index])
      return failMissing(program, index);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<InputArray>>
matchInputs(const Program &program, std::span<const InputFile> files) {
  SC_ASSIGN_OR_RETURN(auto claims, collectClaims(program, files));
  SC_RETURN_IF_ERROR(checkClaims(program, claims));
  std::vector<InputArray> inputs;
  for (size_t index = 0; index < program.inputs()->size(); ++index) {
    SC_ASSIGN_OR_RETURN(InputArray input, findInput(program, files, index));
    if (input.file)
      SC_RETURN_IF_ERROR(checkType(program, index, input));
    inputs.push_back(std::move(input));
  }
  SC_RETURN_IF_ERROR(checkScales(program, inputs));
  return inputs;
}

} // namespace sc::run
