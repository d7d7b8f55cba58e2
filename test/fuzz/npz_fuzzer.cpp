//===-- npz_fuzzer.cpp - arbitrary bytes as .npz and .npy -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads every array of a file, and the bytes as the header of one array, which
// gets past the checksums of a zip file.

#include "runtime/support/Npz.h"

using namespace sc::runtime;

static void readHeader(std::span<const std::byte> bytes) {
  absl::StatusOr<NpyPreamble> preamble = parseNpyPreamble(bytes);
  if (!preamble.ok() || int64_t(bytes.size()) < preamble->bytes)
    return;
  std::span<const std::byte> rest = bytes.subspan(preamble->bytes);
  absl::StatusOr<NpyHeader> header = parseNpyHeader(
      {reinterpret_cast<const char *>(rest.data()), rest.size()});
  if (header.ok())
    (void)header->formatType();
}

static void readArrays(std::span<const std::byte> bytes) {
  absl::StatusOr<NpzReader> reader = NpzReader::openBytes(bytes, "fuzz");
  if (!reader.ok())
    return;
  for (const std::string &name : reader->getNames())
    (void)reader->read(name).ok();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto bytes = std::as_bytes(std::span(data, size));
  readHeader(bytes);
  readArrays(bytes);
  return 0;
}
