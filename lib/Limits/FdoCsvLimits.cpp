//===-- FdoCsvLimits.cpp - limits in the FDO CSV of jax-tpu-embedding -----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row for each batch and statistic; the limit is the largest of all counts.

#include "lib/Limits/LimitsDetail.h"
#include "runtime/host/FdoCsv.h"
#include "runtime/host/FdoFile.h"
#include "sc/Target/NearestName.h"

#include <algorithm>
#include <utility>

namespace sc {

/// The limit that a statistic observes; "" if it is about none.
static std::string_view getLimitKey(const host::FdoField &field) {
  if (field.counts == &host::FdoCounts::maxIds)
    return detail::kMaxIdsKey;
  if (field.counts == &host::FdoCounts::maxUniqueIds)
    return detail::kMaxUniqueIdsKey;
  return "";
}

std::optional<detail::FdoName> detail::splitFdoName(std::string_view array) {
  for (const host::FdoField &field : host::kFdoFields)
    if (const std::string_view suffix = field.suffix;
        array.ends_with(suffix) && array.size() > suffix.size())
      return FdoName{array.substr(0, array.size() - suffix.size()),
                     getLimitKey(field)};
  return std::nullopt;
}

std::string detail::describeFdoNames() {
  std::string text = "a table's name with ";
  for (const host::FdoField &field : host::kFdoFields) {
    if (&field != &host::kFdoFields.front())
      text += &field == &host::kFdoFields.back() ? " or " : ", ";
    text += field.suffix;
  }
  return text;
}

static absl::Status addRow(const host::FdoCsvRow &row, const std::string &name,
                           LimitsByTable &tables) {
  std::optional<detail::FdoName> parts = detail::splitFdoName(row.key);
  if (!parts)
    return absl::InvalidArgumentError(row.keyPlace + ": unknown key " +
                                      quoteName(row.key) +
                                      "; known: " + detail::describeFdoNames());
  if (parts->key.empty())
    return absl::OkStatus();
  // A limit of no ids cannot be, but a batch without ids can.
  const int64_t largest =
      *std::max_element(row.counts.begin(), row.counts.end());
  std::string problem = detail::findValueProblem(parts->table, parts->key,
                                                 std::to_string(largest),
                                                 std::max<int64_t>(largest, 1));
  if (!problem.empty())
    return absl::InvalidArgumentError(row.countsPlace + ": " + problem);
  TableLimits &limits = tables[std::string(parts->table)];
  limits.source = name;
  std::optional<int64_t> &limit = *detail::getLimit(limits, parts->key);
  limit = std::max(limit.value_or(0), largest);
  return absl::OkStatus();
}

/// What is wrong with the largest counts of the whole file.
static std::string findTablesProblem(const LimitsByTable &tables) {
  for (const auto &[table, limits] : tables) {
    for (auto [key, limit] :
         {std::pair(detail::kMaxIdsKey, limits.maxIds),
          std::pair(detail::kMaxUniqueIdsKey, limits.maxUniqueIds)})
      if (limit == 0)
        return detail::findValueProblem(table, key, "0", 0);
    std::string problem = detail::findPairProblem(table, limits);
    if (!problem.empty())
      return problem;
  }
  return tables.empty() ? "has no key that ends with _max_ids or "
                          "_max_unique_ids"
                        : "";
}

std::optional<LimitsByTable> detail::parseFdoCsvLimits(std::string_view text,
                                                       const std::string &name,
                                                       std::string &error) {
  LimitsByTable tables;
  absl::Status status =
      host::readFdoCsv(text, name, [&](const host::FdoCsvRow &row) {
        return addRow(row, name, tables);
      });
  error = std::string(status.message());
  if (status.ok()) {
    std::string problem = findTablesProblem(tables);
    error = problem.empty() ? "" : name + ": " + problem;
  }
  if (!error.empty())
    return std::nullopt;
  return tables;
}

} // namespace sc
