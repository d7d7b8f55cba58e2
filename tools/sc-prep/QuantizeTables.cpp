//===-- QuantizeTables.cpp - files of narrow tables -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables are read front to back, twice where a scale depends on all values;
// results wait in temporary files until all are known to be right.

#include "tools/sc-prep/QuantizeTables.h"

#include "runtime/format/StatusMacros.h"
#include "tools/sc-prep/Progress.h"
#include "tools/sc-prep/QuantizeReport.h"
#include "tools/sc-prep/TableSource.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <list>

namespace sc::prep {

using absl::StrCat;
using runtime::NpzReader;
using runtime::NpzWriter;

namespace {

/// An array on its way to the output.
struct Result {
  const PlannedArray &array;
  PieceFile file;
  std::vector<float> scale; // of the whole table
  std::string rowFormat;    // of a narrow one
};

/// Converts one file.
class Converter {
public:
  Converter(const NpzReader &reader, const std::vector<PlannedArray> &arrays,
            const std::string &input, const std::string &output)
      : reader(reader), arrays(arrays), input(input), output(output) {}

  absl::Status checkSizes();
  absl::Status convertAll();
  absl::Status write(NpzWriter &writer);
  const std::vector<TableConversion> &getConversions() const {
    return conversions;
  }

private:
  absl::Status convert(const PlannedArray &array, Result &result);
  absl::Status storeRows(quantize::TableQuantizer &quantizer,
                         TableSource &source, Result &result);
  absl::Status copy(const PlannedArray &array, Result &result);
  NpzWriter::Producer makeProducer(Result &result);
  void advance(int64_t bytes) { bar.update(done += bytes, total); }

  const NpzReader &reader;
  const std::vector<PlannedArray> &arrays;
  const std::string &input;
  const std::string &output;
  std::list<Result> results; // at addresses that stay
  std::vector<TableConversion> conversions;
  Progress bar{"tables"};
  int64_t done = 0;
  int64_t total = 0;
};

} // namespace

static int64_t countResultBytes(const PlannedArray &array) {
  // Planned shapes fit.
  return *format::countBytes(array.getType(), array.getShape());
}

/// Where one scale depends on all values; what is not right is found later.
static bool needsScan(const PlannedArray &array) {
  if (!array.format)
    return false;
  auto quantizer = quantize::TableQuantizer::create(array.name, *array.format);
  return quantizer.ok() && quantizer->needsScan();
}

/// Sums, and whether the disk has room, before anything is made.
absl::Status Converter::checkSizes() {
  constexpr int64_t limit = int64_t(1) << 58;
  int64_t inputBytes = 0, scannedBytes = 0, turnedBytes = 0, resultBytes = 0;
  for (const PlannedArray &array : arrays) {
    const int64_t in = array.getInputBytes(), out = countResultBytes(array);
    if (in > limit || out > limit || (inputBytes += in) > limit ||
        (resultBytes += out) > limit)
      return absl::InvalidArgumentError(
          StrCat(input, ": the arrays have more than 2^58 bytes"));
    turnedBytes += array.isColumnMajor() ? in : 0;
    scannedBytes += needsScan(array) ? in : 0;
  }
  // Read for the codes, some for the scale too, then written.
  total = inputBytes + scannedBytes + resultBytes;
  return runtime::checkFreeSpace(output, 2 * resultBytes + turnedBytes);
}

static std::span<const float> getFloats(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const float *>(bytes.data()),
          bytes.size() / sizeof(float)};
}

/// Of a row as it is given.
static int64_t getValueBytes(const quantize::TableFormat &format) {
  return format.width * static_cast<int64_t>(sizeof(float));
}

/// The same with the file in front of what is wrong.
static absl::Status nameFile(const std::string &path,
                             const absl::Status &status) {
  if (status.ok())
    return status;
  return absl::Status(status.code(), StrCat(path, ": ", status.message()));
}

absl::Status Converter::storeRows(quantize::TableQuantizer &quantizer,
                                  TableSource &source, Result &result) {
  const quantize::TableFormat &format = *result.array.format;
  const int64_t valueBytes = getValueBytes(format);
  const int64_t rowBytes = getRowBytes(format.rows, format.width);
  int64_t end = 0; // of what is stored
  return source.read(
      valueBytes, [&](std::span<const std::byte> piece) -> absl::Status {
        const int64_t bytes = std::ssize(piece) / valueBytes * rowBytes;
        SC_ASSIGN_OR_RETURN(std::span<std::byte> stored,
                            result.file.touch(end, bytes));
        end += bytes;
        advance(std::ssize(piece));
        return nameFile(input, quantizer.convert(getFloats(piece), stored));
      });
}

absl::Status Converter::convert(const PlannedArray &array, Result &result) {
  absl::StatusOr<quantize::TableQuantizer> quantizer =
      quantize::TableQuantizer::create(array.name, *array.format);
  if (!quantizer.ok())
    return nameFile(input, quantizer.status());
  TableSource source(reader, array, output);
  auto scan = [&](std::span<const std::byte> piece) {
    advance(std::ssize(piece));
    return nameFile(input, quantizer->scan(getFloats(piece)));
  };
  if (quantizer->needsScan())
    SC_RETURN_IF_ERROR(source.read(getValueBytes(*array.format), scan));
  SC_RETURN_IF_ERROR(storeRows(*quantizer, source, result));
  result.rowFormat = format::formatStoredRows(array.format->rows);
  if (array.format->rows.scale == format::ScaleKind::Table) {
    const std::span<const float> scale = quantizer->getScale();
    result.scale.assign(scale.begin(), scale.end());
  }
  conversions.push_back({array, quantizer->getReport()});
  return absl::OkStatus();
}

absl::Status Converter::copy(const PlannedArray &array, Result &result) {
  const int64_t elementBytes =
      format::getElementBytes(array.header.dtype->type);
  int64_t end = 0; // of what is stored
  TableSource source(reader, array, output);
  return source.read(
      elementBytes, [&](std::span<const std::byte> piece) -> absl::Status {
        SC_ASSIGN_OR_RETURN(std::span<std::byte> stored,
                            result.file.touch(end, std::ssize(piece)));
        std::memcpy(stored.data(), piece.data(), piece.size());
        end += std::ssize(piece);
        advance(std::ssize(piece));
        return absl::OkStatus();
      });
}

absl::Status Converter::convertAll() {
  for (const PlannedArray &array : arrays) {
    Result &result =
        results.emplace_back(array, PieceFile(output, countResultBytes(array)));
    SC_RETURN_IF_ERROR(array.format ? convert(array, result)
                                    : copy(array, result));
  }
  return absl::OkStatus();
}

NpzWriter::Producer Converter::makeProducer(Result &result) {
  return [this, &result](int64_t offset, std::span<std::byte> bytes) {
    // The file is there: it has been written to.
    const std::byte *stored =
        result.file.touch(offset, std::ssize(bytes))->data();
    std::memcpy(bytes.data(), stored, bytes.size());
    advance(std::ssize(bytes));
  };
}

absl::Status Converter::write(NpzWriter &writer) {
  for (Result &result : results) {
    const std::string &name = result.array.name;
    SC_RETURN_IF_ERROR(writer.addProduced(name, result.array.getType(),
                                          result.array.getShape(),
                                          makeProducer(result)));
    if (!result.scale.empty())
      SC_RETURN_IF_ERROR(
          writer.add(makeScaleName(name), format::ElementType::F32,
                     std::vector<int64_t>{std::ssize(result.scale)},
                     std::as_bytes(std::span<const float>(result.scale))));
    if (!result.rowFormat.empty())
      SC_RETURN_IF_ERROR(
          writer.add(format::makeRowFormatName(name), format::ElementType::U8,
                     std::vector<int64_t>{std::ssize(result.rowFormat)},
                     std::as_bytes(std::span(result.rowFormat))));
  }
  absl::Status status = writer.finish();
  bar.clear();
  return status;
}

absl::Status quantizeTables(const Setup *setup, const Options &options,
                            std::ostream &os) {
  SC_ASSIGN_OR_RETURN(RowFormats formats, readFormats(options));
  const std::string &input = options.run.tables;
  SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(input));
  SC_ASSIGN_OR_RETURN(std::vector<PlannedArray> arrays,
                      planArrays(reader, input, formats, setup, options));
  SC_ASSIGN_OR_RETURN(NpzWriter writer, NpzWriter::create(options.outputs));
  Converter converter(reader, arrays, input, options.outputs);
  SC_RETURN_IF_ERROR(converter.checkSizes());
  SC_RETURN_IF_ERROR(converter.convertAll());
  SC_RETURN_IF_ERROR(converter.write(writer));
  if (options.statistics == TextFormat::Json)
    printConversionsJson(converter.getConversions(), arrays, os);
  else
    printConversionsText(converter.getConversions(), arrays, os);
  return absl::OkStatus();
}

} // namespace sc::prep
