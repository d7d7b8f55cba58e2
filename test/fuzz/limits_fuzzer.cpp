//===-- limits_fuzzer.cpp - arbitrary text as limits ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the same text as JSON and as CSV. What is accepted keeps the rules of
// docs/Limits.md; what is refused has a message that begins with its name.

#include "lib/Limits/LimitsDetail.h"

#include <cstdlib>

using namespace sc;

static bool isLimit(const std::optional<int64_t> &limit) {
  return !limit || (*limit >= 1 && *limit <= detail::kMostIds);
}

static void check(const std::optional<LimitsByTable> &limits,
                  const std::string &error) {
  if (!limits && !error.starts_with("fuzz:"))
    abort();
  if (!limits)
    return;
  for (const auto &[table, entry] : *limits)
    if (table.empty() || !isLimit(entry.maxIds) ||
        !isLimit(entry.maxUniqueIds) ||
        !detail::findPairProblem(table, entry).empty())
      abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  std::string error;
  check(parseJsonLimits(text, "fuzz", error), error);
  error.clear();
  check(parseCsvLimits(text, "fuzz", error), error);
  return 0;
}
