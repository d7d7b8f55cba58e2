//===-- npz_limits_fuzzer.cpp - arbitrary bytes as FDO npz ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader must not crash, and what it accepts keeps the rules of limits.

#include "lib/Limits/LimitsDetail.h"

#include <cstdlib>

using namespace sc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  std::string error;
  std::optional<LimitsByTable> limits =
      detail::parseNpzLimits(bytes, "fuzz", error);
  if (!limits && !error.starts_with("fuzz:"))
    abort();
  if (!limits)
    return 0;
  for (const auto &[table, entry] : *limits)
    if (table.empty() || entry.maxIds.value_or(1) < 1 ||
        entry.maxIds.value_or(1) > detail::kMostIds ||
        !detail::findPairProblem(table, entry).empty())
      abort();
  return 0;
}
