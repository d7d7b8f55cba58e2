//===-- FdoCsv.cpp - the CSV of jax-tpu-embedding's statistics ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two cells in each row, the second a list of whole numbers.

#include "runtime/host/FdoCsv.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/support/CsvScanner.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <charconv>

namespace sc::host {

using runtime::CsvBlanks;
using runtime::CsvCell;
using runtime::CsvScanner;

static constexpr std::string_view kBlanks = " \t\r\n\v\f";
static constexpr const char *kLineEnd = "\r\n";
static constexpr size_t kMostShown = 40; // bytes of a wrong count

static bool isHeader(const std::vector<CsvCell> &cells) {
  return cells.size() == 2 && cells[0].text == "key" &&
         cells[1].text == "values";
}

bool isFdoCsv(std::string_view text) {
  std::string error;
  const std::string name;
  return isHeader(CsvScanner(text, name, error, CsvBlanks::Keep).readLine());
}

/// What is wrong with the list; "" if nothing is.
static std::string parseCounts(std::string_view text,
                               std::vector<int64_t> &counts) {
  counts.clear();
  for (size_t begin; (begin = text.find_first_not_of(kBlanks)) != text.npos;) {
    text.remove_prefix(begin);
    std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    int64_t count = 0;
    auto [stop, code] =
        std::from_chars(word.data(), word.data() + word.size(), count);
    if (code != std::errc() || stop != word.data() + word.size() || count < 0)
      return absl::StrCat("'", std::string(word.substr(0, kMostShown)),
                          "' must be a whole number of 64 bits, 0 or more");
    counts.push_back(count);
    text.remove_prefix(word.size());
  }
  return counts.empty() ? "the row has no counts" : "";
}

absl::Status
readFdoCsv(std::string_view text, const std::string &path,
           absl::FunctionRef<absl::Status(const FdoCsvRow &)> visit) {
  std::string error;
  CsvScanner scanner(text, path, error, CsvBlanks::Keep);
  std::vector<CsvCell> cells = scanner.readLine();
  if (error.empty() && !isHeader(cells))
    scanner.fail(cells.empty() ? CsvCell() : cells[0],
                 "expected the header key,values");
  FdoCsvRow row;
  while (error.empty() && !(cells = scanner.readLine()).empty()) {
    auto getPlace = [&](const CsvCell &cell) {
      return absl::StrCat(path, ":", cell.line, ":", cell.column);
    };
    if (cells.size() != 2) {
      scanner.fail(cells[0], absl::StrCat("a row must have 2 cells, key and "
                                          "values; this one has ",
                                          cells.size()));
      break;
    }
    row.key = cells[0].text;
    row.keyPlace = getPlace(cells[0]);
    row.countsPlace = getPlace(cells[1]);
    std::string problem = parseCounts(cells[1].text, row.counts);
    if (!problem.empty())
      scanner.fail(cells[1], problem);
    else
      SC_RETURN_IF_ERROR(visit(row));
  }
  return error.empty() ? absl::OkStatus() : absl::InvalidArgumentError(error);
}

std::string formatFdoCsvHeader() {
  return absl::StrCat("key,values", kLineEnd);
}

std::string formatFdoCsvRow(std::string_view key,
                            std::span<const int64_t> counts) {
  return absl::StrCat(runtime::formatCsvCell(key), ",",
                      absl::StrJoin(counts, " "), kLineEnd);
}

} // namespace sc::host
