//===-- ListAccess.cpp - checked lists and rows of a tile ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of ranges of words.

#include "runtime/machine/ListAccess.h"

namespace sc::runtime {

using format::kWordBytes;

bool checkWordRange(Agent &agent, const Region &region, int64_t offset,
                    int64_t count) {
  int64_t bytes = 0;
  if (offset % kWordBytes != 0) {
    agent.fail("alignment: list offset ", offset, " is not a multiple of ",
               kWordBytes, " bytes");
    return false;
  }
  if (count < 0 || __builtin_mul_overflow(count, kWordBytes, &bytes)) {
    agent.fail("list of ", count, " entries");
    return false;
  }
  return agent.checkAccess(region, offset, bytes);
}

bool checkWords(Agent &agent, const Region &region, int64_t offset,
                int64_t count) {
  if (region.space == format::MemorySpace::TileSpmem)
    return checkWordRange(agent, region, offset, count);
  agent.fail("list in ", agent.describe(region), ", which is not in tilespmem");
  return false;
}

bool checkDenseRows(Agent &agent, const Region &region, int64_t offset,
                    int64_t rows, int64_t rowBytes) {
  int64_t words = 0;
  if (rowBytes < 0 || rowBytes % kWordBytes != 0 || rows < 0 ||
      __builtin_mul_overflow(rows, rowBytes / kWordBytes, &words)) {
    agent.fail(rows, " rows of ", rowBytes, " bytes");
    return false;
  }
  return checkWords(agent, region, offset, words);
}

int64_t countVectors(const Agent &agent, int64_t words) {
  int64_t lanes = agent.context->program.target()->f32_lanes();
  return (words + lanes - 1) / lanes;
}

} // namespace sc::runtime
