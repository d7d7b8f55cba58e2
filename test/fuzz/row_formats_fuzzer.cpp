//===-- row_formats_fuzzer.cpp - arbitrary text as row formats ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the same text as a file and as a format. What is accepted means the
// same when it is written and read again; what is refused has a message.

#include "sc/RowFormats/RowFormats.h"

#include <cstdlib>

using namespace sc;

static void check(const format::RowFormat &format) {
  absl::StatusOr<format::RowFormat> again =
      format::parseRowFormat(format::formatRowFormat(format));
  if (!again.ok() || *again != format)
    abort();
}

static void checkFile(std::string_view text) {
  std::string error;
  std::optional<RowFormats> formats = parseRowFormats(text, "fuzz", error);
  if (!formats && !error.starts_with("fuzz:"))
    abort();
  if (!formats)
    return;
  if (formats->others)
    check(*formats->others);
  for (const auto &[table, format] : formats->tables) {
    if (table.empty())
      abort();
    check(format);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  checkFile(text);
  absl::StatusOr<format::RowFormat> format = format::parseRowFormat(text);
  if (format.ok())
    check(*format);
  else if (format.status().message().empty())
    abort();
  return 0;
}
