//===-- NarrowInputs.cpp - narrow inputs from f32 rows --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TableQuantizer does the work; here values come in pieces of whole rows.

#include "tools/sc-run/NarrowInputs.h"

#include "runtime/format/RowFormat.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/quantize/TableQuantizer.h"

#include <algorithm>
#include <cstring>

namespace sc::run {

using format::Argument;
using format::Program;
using quantize::TableQuantizer;
using runtime::Machine;
using runtime::NpzReader;

/// Bytes of f32 rows that are read at a time.
static constexpr int64_t kPieceBytes = int64_t{1} << 22;

std::vector<int64_t> getWideShape(const Argument &input) {
  std::vector<int64_t> shape(input.shape()->begin(), input.shape()->end());
  shape.back() = input.narrow()->width();
  return shape;
}

static quantize::TableFormat getTableFormat(const format::NarrowRows &rows) {
  return {{rows.type(), rows.scale(), rows.low(), rows.high()},
          rows.width(),
          rows.buckets()};
}

/// Calls `use` with all values, in pieces of whole rows, until it fails.
using UsePiece = std::function<absl::Status(std::span<const float>)>;
using ForEachPiece = std::function<absl::Status(const UsePiece &)>;

static absl::Status quantizePieces(const Program &program, size_t index,
                                   const std::string &table,
                                   const ForEachPiece &forEachPiece,
                                   Machine &machine) {
  const auto &inputs = *program.inputs();
  const Argument &input = *inputs.Get(static_cast<uint32_t>(index));
  const format::NarrowRows &rows = *input.narrow();
  SC_ASSIGN_OR_RETURN(TableQuantizer quantizer,
                      TableQuantizer::create(table, getTableFormat(rows)));
  if (quantizer.needsScan())
    SC_RETURN_IF_ERROR(forEachPiece(
        [&](std::span<const float> values) { return quantizer.scan(values); }));
  std::span<std::byte> stored = machine.getInput(index);
  const auto rowBytes = static_cast<size_t>(
      format::getRowBytes({rows.type(), rows.scale(), 0, 0}, rows.width()));
  SC_RETURN_IF_ERROR(forEachPiece([&](std::span<const float> values) {
    size_t bytes = values.size() / static_cast<size_t>(rows.width()) * rowBytes;
    absl::Status status = quantizer.convert(values, stored.first(bytes));
    stored = stored.subspan(bytes);
    return status;
  }));
  if (rows.scale_input() < 0)
    return absl::OkStatus();
  std::span<const float> scale = quantizer.getScale();
  std::memcpy(machine.getInput(static_cast<size_t>(rows.scale_input())).data(),
              scale.data(), scale.size_bytes());
  return absl::OkStatus();
}

absl::Status quantizeInput(const Program &program, size_t index,
                           const std::string &table,
                           std::span<const float> values, Machine &machine) {
  return quantizePieces(
      program, index, table, [&](const UsePiece &use) { return use(values); },
      machine);
}

/// Pieces as the file has them are cut anywhere; rows that they end in are put
/// together.
static absl::Status readRows(const NpzReader &reader, const std::string &name,
                             int64_t width, const UsePiece &use) {
  const auto rowFloats = static_cast<size_t>(width);
  std::vector<float> pending;
  absl::Status status;
  auto consume = [&](int64_t, std::span<const std::byte> piece) {
    if (!status.ok())
      return;
    size_t before = pending.size();
    pending.resize(before + piece.size() / sizeof(float));
    std::memcpy(pending.data() + before, piece.data(), piece.size());
    size_t whole = pending.size() / rowFloats * rowFloats;
    status = use(std::span(pending).first(whole));
    pending.erase(pending.begin(),
                  pending.begin() + static_cast<ptrdiff_t>(whole));
  };
  SC_RETURN_IF_ERROR(reader.readPieces(name, kPieceBytes, consume));
  return status;
}

absl::Status quantizeInput(const Program &program, size_t index,
                           const NpzReader &reader, const std::string &name,
                           Machine &machine) {
  SC_ASSIGN_OR_RETURN(runtime::NpyHeader header, reader.readHeader(name));
  if (header.isFortranOrder) {
    SC_ASSIGN_OR_RETURN(runtime::Array array, reader.read(name));
    return quantizeInput(program, index, name, array.getElements<float>(),
                         machine);
  }
  return quantizePieces(
      program, index, name,
      [&](const UsePiece &use) {
        return readRows(reader, name, header.shape.back(), use);
      },
      machine);
}

} // namespace sc::run
