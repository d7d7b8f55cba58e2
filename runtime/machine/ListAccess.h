//===-- ListAccess.h - checked lists and rows of a tile ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instructions on lists and on rows share.

#ifndef SC_RUNTIME_MACHINE_LISTACCESS_H
#define SC_RUNTIME_MACHINE_LISTACCESS_H

#include "runtime/machine/Agent.h"

#include "runtime/format/Opcodes.h"

namespace sc::runtime {

template <typename T> inline T *getWords(const Region &region, int64_t offset) {
  return reinterpret_cast<T *>(region.base + offset);
}

/// `count` words at `offset` lie in the region, aligned, whatever its memory.
/// On failure records a fault, as all checks here.
bool checkWordRange(Agent &agent, const Region &region, int64_t offset,
                    int64_t count);

/// The same, in TileSpmem.
bool checkWords(Agent &agent, const Region &region, int64_t offset,
                int64_t count);

/// `rows` rows of `rowBytes` bytes at `offset` lie in the region, in TileSpmem.
bool checkDenseRows(Agent &agent, const Region &region, int64_t offset,
                    int64_t rows, int64_t rowBytes);

/// Vectors of the target that hold `words` words.
int64_t countVectors(const Agent &agent, int64_t words);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_LISTACCESS_H
