//===-- BucketHash.h - minibatching's bucket of a column --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HighwayHash64 of four bytes, many at a time.

#ifndef SC_RUNTIME_HOST_BUCKETHASH_H
#define SC_RUNTIME_HOST_BUCKETHASH_H

#include <array>
#include <cstdint>
#include <span>

namespace sc::host {

using HashKey = std::array<uint64_t, 4>;

/// JAX's; all hosts and all programs must use the same.
constexpr HashKey kBucketKey = {0x4451e30f87db9609, 0xca7358a1fd2737f8,
                                0x4b2c991fcee4fdea, 0x0b2658e18326f6ba};

/// HighwayHash64 of each word's four bytes, the lowest first. `hashes` has the
/// size of `words`.
void hashWords(const HashKey &key, std::span<const uint32_t> words,
               std::span<uint64_t> hashes);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_BUCKETHASH_H
