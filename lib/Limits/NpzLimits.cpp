//===-- NpzLimits.cpp - limits in the FDO npz of jax-tpu-embedding --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array for each table and statistic; the limit is the largest element.

#include "lib/Limits/LimitsDetail.h"
#include "runtime/support/Npz.h"
#include "sc/Target/NearestName.h"

#include <algorithm>
#include <utility>

namespace sc {

using format::ElementType;

static constexpr int64_t kMostBytes = int64_t(64) << 20;

namespace {

struct Extremes {
  int64_t least = 0;
  int64_t largest = 0;
};

} // namespace

/// Nothing for an array without elements. What exceeds int64 comes back as
/// INT64_MAX, which no limit may be.
template <typename T>
static std::optional<Extremes> findExtremes(runtime::Array &array) {
  std::span<T> elements = array.getElements<T>();
  if (elements.empty())
    return std::nullopt;
  auto clamp = [](T value) {
    return std::cmp_greater(value, INT64_MAX) ? INT64_MAX
                                              : static_cast<int64_t>(value);
  };
  auto [least, largest] = std::ranges::minmax(elements);
  return Extremes{clamp(least), clamp(largest)};
}

static std::optional<Extremes> findExtremes(runtime::Array &array) {
  switch (array.type) {
  case ElementType::I8:
    return findExtremes<int8_t>(array);
  case ElementType::U8:
    return findExtremes<uint8_t>(array);
  case ElementType::I32:
    return findExtremes<int32_t>(array);
  case ElementType::U32:
    return findExtremes<uint32_t>(array);
  case ElementType::I64:
    return findExtremes<int64_t>(array);
  case ElementType::U64:
    return findExtremes<uint64_t>(array);
  default:
    return std::nullopt;
  }
}

static bool isInteger(ElementType type) {
  return type != ElementType::I1 && type != ElementType::F16 &&
         type != ElementType::BF16 && type != ElementType::F32 &&
         type != ElementType::F64 && type != ElementType::F8E4M3FN &&
         type != ElementType::F8E5M2;
}

namespace {

/// Reads one file. Methods return false after setting `error`.
class NpzLimitsReader {
public:
  NpzLimitsReader(const runtime::NpzReader &reader, const std::string &name,
                  std::string &error)
      : reader(reader), name(name), error(error) {}

  bool read(LimitsByTable &tables);

private:
  bool readLimit(const std::string &array, const detail::FdoName &parts,
                 std::optional<int64_t> &limit);
  std::optional<runtime::Array> readArray(const std::string &array);
  bool fail(const std::string &text) {
    error = name + ": " + text;
    return false;
  }

  const runtime::NpzReader &reader;
  const std::string &name;
  std::string &error;
  int64_t bytesRead = 0;
};

} // namespace

std::optional<runtime::Array>
NpzLimitsReader::readArray(const std::string &array) {
  absl::StatusOr<runtime::NpyHeader> header = reader.readHeader(array);
  if (!header.ok()) {
    error = std::string(header.status().message());
    return std::nullopt;
  }
  if (!header->dtype || !isInteger(header->dtype->type)) {
    fail("array " + quoteName(array) + " must have integers, has " +
         header->formatType());
    return std::nullopt;
  }
  // The header's parser refuses shapes whose size does not fit.
  int64_t bytes = *format::countBytes(header->dtype->type, header->shape);
  if (bytes > kMostBytes - bytesRead) {
    fail("the arrays have more than " + std::to_string(kMostBytes) +
         " bytes, the limit for such a file");
    return std::nullopt;
  }
  bytesRead += bytes;
  absl::StatusOr<runtime::Array> read = reader.read(array);
  if (read.ok())
    return *std::move(read);
  error = std::string(read.status().message());
  return std::nullopt;
}

bool NpzLimitsReader::readLimit(const std::string &array,
                                const detail::FdoName &parts,
                                std::optional<int64_t> &limit) {
  std::optional<runtime::Array> read = readArray(array);
  if (!read)
    return false;
  std::optional<Extremes> extremes = findExtremes(*read);
  if (!extremes)
    return fail("array " + quoteName(array) + " has no elements");
  // A negative count is wrong even beside larger ones.
  int64_t value = extremes->least < 0 ? extremes->least : extremes->largest;
  std::string problem = detail::findValueProblem(parts.table, parts.key,
                                                 std::to_string(value), value);
  if (!problem.empty())
    return fail(problem);
  limit = value;
  return true;
}

bool NpzLimitsReader::read(LimitsByTable &tables) {
  for (const std::string &array : reader.getNames()) {
    std::optional<detail::FdoName> parts = detail::splitFdoName(array);
    if (!parts)
      return fail("unknown array " + quoteName(array) +
                  "; known: " + detail::describeFdoNames());
    if (parts->key.empty())
      continue;
    TableLimits &limits = tables[std::string(parts->table)];
    limits.source = name;
    if (!readLimit(array, *parts, *detail::getLimit(limits, parts->key)))
      return false;
  }
  if (tables.empty())
    return fail("has no array whose name ends with _max_ids or "
                "_max_unique_ids");
  for (const auto &[table, limits] : tables) {
    std::string problem = detail::findPairProblem(table, limits);
    if (!problem.empty())
      return fail(problem);
  }
  return true;
}

std::optional<LimitsByTable> detail::parseNpzLimits(std::string_view bytes,
                                                    const std::string &name,
                                                    std::string &error) {
  absl::StatusOr<runtime::NpzReader> reader = runtime::NpzReader::openBytes(
      std::as_bytes(std::span(bytes.data(), bytes.size())), name);
  LimitsByTable tables;
  if (reader.ok()) {
    if (NpzLimitsReader(*reader, name, error).read(tables))
      return tables;
    return std::nullopt;
  }
  error = std::string(reader.status().message());
  return std::nullopt;
}

} // namespace sc
