//===-- FdoFile.cpp - statistics in jax-tpu-embedding's files -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording, merging and writing: one array for each stack and statistic.

#include "runtime/host/FdoFile.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/FdoCsv.h"
#include "runtime/host/Layout.h"
#include "runtime/support/Npz.h"
#include "runtime/support/WriteFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

using absl::InvalidArgumentError;
using absl::StrCat;
using format::ElementType;

static void mergeCounts(std::vector<int64_t> &into,
                        const std::vector<int64_t> &from) {
  if (into.empty() || from.empty()) {
    if (into.empty())
      into = from;
    return;
  }
  if (into.size() != from.size()) {
    into = {std::max(*std::max_element(into.begin(), into.end()),
                     *std::max_element(from.begin(), from.end()))};
    return;
  }
  for (size_t i = 0; i < into.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

FdoCounts mergeFdo(const FdoCounts &a, const FdoCounts &b) {
  FdoCounts merged = a;
  for (const FdoField &field : kFdoFields)
    mergeCounts(merged.*field.counts, b.*field.counts);
  return merged;
}

FdoStatistics mergeFdo(const FdoStatistics &a, const FdoStatistics &b) {
  FdoStatistics merged = a;
  for (const auto &[stack, counts] : b)
    merged[stack] = mergeFdo(merged[stack], counts);
  return merged;
}

ObservedLimits observeLimits(const FdoCounts &counts) {
  return {findLargest(counts.maxIds), findLargest(counts.maxUniqueIds),
          findLargest(counts.requiredBufferSizes)};
}

std::map<std::string, ObservedLimits>
observeLimits(const FdoStatistics &statistics) {
  std::map<std::string, ObservedLimits> observed;
  for (const auto &[stack, counts] : statistics)
    observed[stack] = observeLimits(counts);
  return observed;
}

/// `before` is empty for the first batch.
static absl::Status checkRow(const std::string &array,
                             const std::vector<int64_t> &row,
                             const std::vector<int64_t> &before) {
  if (!before.empty() && before.size() != row.size())
    return InvalidArgumentError(StrCat(array, ": a batch has ", row.size(),
                                       " counts, those before had ",
                                       before.size()));
  for (int64_t count : row)
    if (count > kMaxInt32)
      return absl::OutOfRangeError(
          StrCat(array, ": ", count, " exceeds INT32 (", kMaxInt32, ")"));
  return absl::OkStatus();
}

absl::Status FdoRecorder::record(const std::string &stack,
                                 const Statistics &statistics) {
  const FdoCounts batch = {statistics.maxIds,
                           statistics.maxUniqueIds,
                           statistics.requiredBufferSizes,
                           {statistics.droppedIdCount}};
  auto found = largest.find(stack);
  const FdoCounts before = found != largest.end() ? found->second : FdoCounts();
  // All is checked before anything is changed.
  for (const FdoField &field : kFdoFields)
    SC_RETURN_IF_ERROR(checkRow(stack + field.suffix, batch.*field.counts,
                                before.*field.counts));
  if (history == FdoHistory::Keep)
    for (const FdoField &field : kFdoFields) {
      std::vector<int32_t> &array = rows[stack + field.suffix];
      for (int64_t count : batch.*field.counts)
        array.push_back(static_cast<int32_t>(count));
    }
  largest[stack] = mergeFdo(before, batch);
  return absl::OkStatus();
}

static bool isCsvPath(const std::string &path) {
  return path.ends_with(".csv");
}

/// Calls visit(name, counts) for each array that was recorded.
template <typename Visit>
static absl::Status forEachArray(const FdoStatistics &statistics,
                                 const Visit &visit) {
  for (const auto &[stack, counts] : statistics)
    for (const FdoField &field : kFdoFields)
      if (!(counts.*field.counts).empty())
        SC_RETURN_IF_ERROR(visit(stack + field.suffix, counts.*field.counts));
  return absl::OkStatus();
}

absl::Status FdoRecorder::write(const std::string &path) const {
  if (history == FdoHistory::Largest)
    return writeFdoFile(path, largest);
  if (isCsvPath(path)) {
    std::string text = formatFdoCsvHeader();
    SC_RETURN_IF_ERROR(forEachArray(largest, [&](const std::string &name,
                                                 const auto &counts) {
      const std::vector<int32_t> &array = rows.at(name);
      const auto width = static_cast<std::ptrdiff_t>(counts.size());
      for (auto row = array.begin(); row != array.end(); row += width)
        text += formatFdoCsvRow(name, std::vector<int64_t>(row, row + width));
      return absl::OkStatus();
    }));
    return runtime::writeFile(path, text);
  }
  SC_ASSIGN_OR_RETURN(runtime::NpzWriter writer,
                      runtime::NpzWriter::create(path));
  SC_RETURN_IF_ERROR(forEachArray(largest, [&](const std::string &name,
                                               const auto &counts) {
    const std::vector<int32_t> &array = rows.at(name);
    const int64_t shape[] = {static_cast<int64_t>(array.size() / counts.size()),
                             static_cast<int64_t>(counts.size())};
    return writer.add(name, ElementType::I32, shape,
                      std::as_bytes(std::span(array)));
  }));
  return writer.finish();
}

absl::Status writeFdoFile(const std::string &path,
                          const FdoStatistics &statistics) {
  if (isCsvPath(path)) {
    std::string text = formatFdoCsvHeader();
    SC_RETURN_IF_ERROR(forEachArray(
        statistics, [&](const std::string &name, const auto &counts) {
          text += formatFdoCsvRow(name, counts);
          return absl::OkStatus();
        }));
    return runtime::writeFile(path, text);
  }
  SC_ASSIGN_OR_RETURN(runtime::NpzWriter writer,
                      runtime::NpzWriter::create(path));
  SC_RETURN_IF_ERROR(forEachArray(
      statistics, [&](const std::string &name, const auto &counts) {
        const int64_t shape[] = {static_cast<int64_t>(counts.size())};
        return writer.add(name, ElementType::I64, shape,
                          std::as_bytes(std::span(counts)));
      }));
  return writer.finish();
}

std::string makeFdoFileName(int64_t process, int64_t nanoseconds,
                            const std::string &extension) {
  return StrCat("fdo_stats_", process, "_", nanoseconds, ".", extension);
}

} // namespace sc::host
