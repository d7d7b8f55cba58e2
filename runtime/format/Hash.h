//===-- Hash.h - hash of a file's bytes -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Against damage, not against forgery.

#ifndef SC_RUNTIME_FORMAT_HASH_H
#define SC_RUNTIME_FORMAT_HASH_H

#include <cstdint>
#include <span>

namespace sc::format {

/// FNV-1a, 64 bits.
inline uint64_t computeHash(std::span<const uint8_t> bytes) {
  uint64_t hash = 14695981039346656037u;
  for (uint8_t byte : bytes)
    hash = (hash ^ byte) * 1099511628211u;
  return hash;
}

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_HASH_H
