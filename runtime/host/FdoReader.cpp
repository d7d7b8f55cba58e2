//===-- FdoReader.cpp - reading jax-tpu-embedding's statistics ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both forms become the largest counts; files of several processes are merged.

#include "runtime/host/FdoFile.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/FdoCsv.h"
#include "runtime/support/Npz.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace sc::host {

using absl::InvalidArgumentError;
using absl::StrCat;
using format::ElementType;

// Of a CSV file, and of an array. A year of batches on a large host has less.
static constexpr int64_t kMostBytes = int64_t(1) << 30;

namespace {

/// What the name of an array says.
struct FdoKey {
  std::string stack;
  std::vector<int64_t> FdoCounts::*counts;
};

} // namespace

/// `place` begins the error.
static absl::StatusOr<FdoKey> splitKey(const std::string &place,
                                       const std::string &name) {
  for (const FdoField &field : kFdoFields)
    if (const std::string_view suffix = field.suffix;
        name.ends_with(suffix) && name.size() > suffix.size())
      return FdoKey{name.substr(0, name.size() - suffix.size()), field.counts};
  auto appendSuffix = [](std::string *out, const FdoField &field) {
    out->append(field.suffix);
  };
  return InvalidArgumentError(
      StrCat(place, "'", name, "' must be the name of a stack and one of ",
             absl::StrJoin(kFdoFields, ", ", appendSuffix)));
}

/// The largest of each column; rows are as long as the last dimension.
template <typename T>
static std::vector<int64_t> findColumnMaxima(std::span<const T> elements,
                                             size_t width) {
  std::vector<int64_t> maxima(width, 0);
  for (size_t i = 0; i < elements.size(); ++i)
    maxima[i % width] = std::max<int64_t>(maxima[i % width], elements[i]);
  return maxima;
}

template <typename T>
static absl::StatusOr<std::vector<int64_t>>
reduceArray(runtime::Array &array, const std::string &place) {
  std::span<const T> elements = array.getElements<T>();
  if (elements.empty())
    return InvalidArgumentError(StrCat(place, ": has no counts"));
  T least = *std::min_element(elements.begin(), elements.end());
  if (least < 0)
    return InvalidArgumentError(
        StrCat(place, ": ", least, " must be a whole number, 0 or more"));
  return findColumnMaxima(
      elements,
      array.shape.empty() ? 1 : static_cast<size_t>(array.shape.back()));
}

static absl::StatusOr<std::vector<int64_t>>
readArray(const runtime::NpzReader &reader, const std::string &place,
          const std::string &name) {
  SC_ASSIGN_OR_RETURN(runtime::NpyHeader header, reader.readHeader(name));
  const bool isKnown =
      header.dtype && (header.dtype->type == ElementType::I32 ||
                       header.dtype->type == ElementType::I64);
  if (!isKnown)
    return InvalidArgumentError(StrCat(
        place, ": expected int32 or int64, found ", header.formatType()));
  // The header's parser refuses shapes whose size does not fit.
  if (*format::countBytes(header.dtype->type, header.shape) > kMostBytes)
    return InvalidArgumentError(StrCat(place, ": has more than ", kMostBytes,
                                       " bytes, the limit for statistics"));
  SC_ASSIGN_OR_RETURN(runtime::Array array, reader.read(name));
  if (array.type == ElementType::I32)
    return reduceArray<int32_t>(array, place);
  return reduceArray<int64_t>(array, place);
}

static absl::StatusOr<FdoStatistics> readNpz(const std::string &path) {
  SC_ASSIGN_OR_RETURN(runtime::NpzReader reader,
                      runtime::NpzReader::open(path));
  FdoStatistics statistics;
  for (const std::string &name : reader.getNames()) {
    SC_ASSIGN_OR_RETURN(FdoKey key, splitKey(path + ": array ", name));
    SC_ASSIGN_OR_RETURN(
        statistics[key.stack].*key.counts,
        readArray(reader, StrCat(path, ": array '", name, "'"), name));
  }
  return statistics;
}

static absl::StatusOr<FdoStatistics> readCsv(const std::string &text,
                                             const std::string &path) {
  FdoStatistics statistics;
  auto addRow = [&](const FdoCsvRow &row) -> absl::Status {
    SC_ASSIGN_OR_RETURN(FdoKey key, splitKey(row.keyPlace + ": ", row.key));
    std::vector<int64_t> &counts = statistics[key.stack].*key.counts;
    if (counts.empty())
      counts.resize(row.counts.size());
    if (counts.size() != row.counts.size())
      return InvalidArgumentError(
          StrCat(row.countsPlace, ": '", row.key, "' has ", row.counts.size(),
                 " counts, in the rows before ", counts.size()));
    for (size_t i = 0; i < counts.size(); ++i)
      counts[i] = std::max(counts[i], row.counts[i]);
    return absl::OkStatus();
  };
  SC_RETURN_IF_ERROR(readFdoCsv(text, path, addRow));
  return statistics;
}

/// Gives up early, also on files that have no size and no end.
static absl::StatusOr<std::string> readBytes(std::ifstream &stream,
                                             const std::string &path) {
  const absl::Status tooLarge =
      InvalidArgumentError(StrCat(path, ": has more than ", kMostBytes,
                                  " bytes, the limit for statistics"));
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > static_cast<uintmax_t>(kMostBytes))
    return tooLarge;
  std::string text;
  std::vector<char> piece(size_t(1) << 16);
  while (stream && static_cast<int64_t>(text.size()) <= kMostBytes) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<size_t>(stream.gcount()));
  }
  if (stream.bad())
    return InvalidArgumentError(StrCat(path, ": cannot be read"));
  if (static_cast<int64_t>(text.size()) > kMostBytes)
    return tooLarge;
  return text;
}

absl::StatusOr<FdoStatistics> readFdoFile(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return InvalidArgumentError(StrCat(path, ": is a directory"));
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return absl::NotFoundError(StrCat(path, ": cannot be opened"));
  char magic[2] = {};
  stream.read(magic, 2);
  if (magic[0] == 'P' && magic[1] == 'K')
    return readNpz(path);
  stream.clear();
  stream.seekg(0);
  SC_ASSIGN_OR_RETURN(std::string text, readBytes(stream, path));
  return readCsv(text, path);
}

namespace {

struct NamedFile {
  uint64_t nanoseconds = 0;
  std::string path;
};

} // namespace

/// Takes digits from the front of `text`; "" if there are none.
static std::string_view takeDigits(std::string_view &text) {
  size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

/// The process as it is spelt, and the time; "" for other names.
static std::string parseFdoFileName(std::string_view name,
                                    uint64_t &nanoseconds) {
  constexpr std::string_view prefix = "fdo_stats_";
  if (!name.starts_with(prefix))
    return "";
  name.remove_prefix(prefix.size());
  std::string_view process = takeDigits(name);
  if (!name.starts_with('_'))
    return "";
  name.remove_prefix(1);
  std::string_view time = takeDigits(name);
  auto [stop, code] =
      std::from_chars(time.data(), time.data() + time.size(), nanoseconds);
  if (code != std::errc() || (name != ".npz" && name != ".csv"))
    return "";
  return std::string(process);
}

absl::StatusOr<FdoStatistics> readFdoFolder(const std::string &path) {
  std::error_code error;
  std::map<std::string, NamedFile> newest; // by process
  for (std::filesystem::directory_iterator entry(path, error), end;
       !error && entry != end; entry.increment(error)) {
    NamedFile file{0, entry->path().string()};
    std::string process =
        parseFdoFileName(entry->path().filename().string(), file.nanoseconds);
    if (process.empty())
      continue;
    NamedFile &best = newest[process];
    // Folders have no order: of files of one time the .npz is taken.
    if (std::pair(file.nanoseconds, file.path) >
        std::pair(best.nanoseconds, best.path))
      best = file;
  }
  if (error)
    return absl::NotFoundError(
        StrCat(path, ": cannot be read: ", error.message()));
  if (newest.empty())
    return absl::NotFoundError(StrCat(
        path, ": has no file fdo_stats_<process>_<nanoseconds>.npz or .csv"));
  FdoStatistics merged;
  for (const auto &[process, file] : newest) {
    SC_ASSIGN_OR_RETURN(FdoStatistics statistics, readFdoFile(file.path));
    merged = mergeFdo(merged, statistics);
  }
  return merged;
}

} // namespace sc::host
