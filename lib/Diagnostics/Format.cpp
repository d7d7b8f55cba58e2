//===-- Format.cpp - numbers in diagnostics -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as people read them.

#include "lib/Diagnostics/Format.h"

#include "runtime/format/Errors.h"

#include <cinttypes>
#include <cstdio>

namespace sc {

std::string formatHex(int64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%" PRIx64, static_cast<uint64_t>(value));
  return text;
}

std::string formatExactBytes(int64_t bytes) {
  std::string exact = std::to_string(bytes);
  std::string rounded = format::formatErrorBytes(bytes);
  if (rounded.ends_with('B'))
    return exact;
  rounded.insert(rounded.size() - 1, " ");
  return exact + " (" + rounded + "iB)";
}

} // namespace sc
