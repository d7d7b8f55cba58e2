//===-- FdoFile.cpp - statistics in jax-tpu-embedding's files -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One array for each stack and statistic.

#include "runtime/host/FdoFile.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/Layout.h"
#include "runtime/support/Npz.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

using absl::InvalidArgumentError;
using absl::StrCat;
using format::ElementType;

static constexpr const char *kMaxUniqueIds = "_max_unique_ids";
static constexpr const char *kMaxIds = "_max_ids";
static constexpr const char *kRequired = "_required_buffer_size";
static constexpr const char *kDropped = "_id_drop_counters";

absl::Status FdoRecorder::record(const std::string &stack,
                                 const Statistics &statistics) {
  const std::vector<int64_t> dropped = {statistics.droppedIdCount};
  const std::pair<const char *, const std::vector<int64_t> *> rows[] = {
      {kMaxIds, &statistics.maxIds},
      {kMaxUniqueIds, &statistics.maxUniqueIds},
      {kRequired, &statistics.requiredBufferSizes},
      {kDropped, &dropped}};
  // All is checked before anything is changed.
  for (const auto &[suffix, row] : rows) {
    auto found = arrays.find(stack + suffix);
    const int64_t width = static_cast<int64_t>(row->size());
    if (found != arrays.end() && found->second.width != width)
      return InvalidArgumentError(StrCat(stack, suffix, ": a batch has ", width,
                                         " counts, those before had ",
                                         found->second.width));
    for (int64_t count : *row)
      if (count > kMaxInt32)
        return absl::OutOfRangeError(StrCat(
            stack, suffix, ": ", count, " exceeds INT32 (", kMaxInt32, ")"));
  }
  for (const auto &[suffix, row] : rows) {
    Rows &array = arrays[stack + suffix];
    array.width = static_cast<int64_t>(row->size());
    for (int64_t count : *row)
      array.values.push_back(static_cast<int32_t>(count));
  }
  return absl::OkStatus();
}

absl::Status FdoRecorder::write(const std::string &path) const {
  SC_ASSIGN_OR_RETURN(runtime::NpzWriter writer,
                      runtime::NpzWriter::create(path));
  for (const auto &[name, array] : arrays) {
    const int64_t size = static_cast<int64_t>(array.values.size());
    const int64_t shape[] = {array.width > 0 ? size / array.width : 0,
                             array.width};
    SC_RETURN_IF_ERROR(writer.add(name, ElementType::I32, shape,
                                  std::as_bytes(std::span(array.values))));
  }
  return writer.finish();
}

std::string makeFdoFileName(int64_t process, int64_t nanoseconds) {
  return StrCat("fdo_stats_", process, "_", nanoseconds, ".npz");
}

static absl::StatusOr<int64_t> readLargest(const runtime::NpzReader &reader,
                                           const std::string &path,
                                           const std::string &name) {
  SC_ASSIGN_OR_RETURN(runtime::Array array, reader.read(name));
  int64_t largest = 0;
  auto findLargest = [&](auto elements) {
    for (int64_t count : elements)
      largest = std::max(largest, count);
  };
  if (array.type == ElementType::I32)
    findLargest(array.getElements<int32_t>());
  else if (array.type == ElementType::I64)
    findLargest(array.getElements<int64_t>());
  else
    return InvalidArgumentError(
        StrCat(path, ": array '", name, "': expected int32 or int64, found ",
               runtime::formatType(array.type, array.shape)));
  return largest;
}

absl::StatusOr<std::map<std::string, ObservedLimits>>
readFdoFile(const std::string &path) {
  SC_ASSIGN_OR_RETURN(runtime::NpzReader reader,
                      runtime::NpzReader::open(path));
  std::map<std::string, ObservedLimits> stacks;
  for (const std::string &name : reader.getNames()) {
    auto endsWith = [&](std::string_view suffix) {
      return name.size() > suffix.size() && name.ends_with(suffix);
    };
    auto getLimits = [&](std::string_view suffix) -> ObservedLimits & {
      return stacks[name.substr(0, name.size() - suffix.size())];
    };
    int64_t largest = 0;
    if (!endsWith(kDropped)) {
      SC_ASSIGN_OR_RETURN(largest, readLargest(reader, path, name));
    }
    if (endsWith(kMaxUniqueIds))
      getLimits(kMaxUniqueIds).maxUniqueIds = largest;
    else if (endsWith(kMaxIds))
      getLimits(kMaxIds).maxIds = largest;
    else if (endsWith(kRequired))
      getLimits(kRequired).requiredBufferSize = largest;
    else if (!endsWith(kDropped))
      return InvalidArgumentError(StrCat(
          path, ": array '", name, "': expected a name that ends in ", kMaxIds,
          ", ", kMaxUniqueIds, ", ", kRequired, " or ", kDropped));
  }
  return stacks;
}

} // namespace sc::host
