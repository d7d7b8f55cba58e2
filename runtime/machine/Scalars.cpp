//===-- Scalars.cpp - control and scalar instructions --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64-bit signed scalars; overflow and division by zero are faults.

#include "runtime/machine/Instructions.h"

#include <algorithm>
#include <cstring>

namespace sc::runtime {

using format::Instruction;

static Outcome finish(Agent &agent) {
  ++agent.tally->counters.scalarOperations;
  return Outcome::Continue;
}

static Outcome setScalar(Agent &agent, const Instruction &instruction,
                         int64_t value) {
  agent.setResult(instruction, value);
  return finish(agent);
}

Outcome executeLoop(Agent &agent, const Instruction &instruction) {
  auto begin = static_cast<size_t>(agent.pc - 1);
  LoopState state{agent.getValue(instruction, 1),
                  agent.getValue(instruction, 2),
                  agent.getValue(instruction, 3)};
  if (state.step <= 0)
    return agent.fail("loop step is ", state.step, ", must be positive");
  agent.loops[begin] = state;
  if (state.current >= state.upper)
    agent.pc = agent.code->partners[begin] + 1;
  else
    agent.setResult(instruction, state.current);
  return finish(agent);
}

Outcome executeEndLoop(Agent &agent, const Instruction &) {
  int32_t begin = agent.code->partners[static_cast<size_t>(agent.pc - 1)];
  LoopState &state = agent.loops[static_cast<size_t>(begin)];
  int64_t next = 0;
  // A step past the largest integer is past the bound too.
  bool isPast = __builtin_add_overflow(state.current, state.step, &next);
  if (!isPast && next < state.upper) {
    state.current = next;
    agent.setResult(agent.code->instructions[begin], next);
    agent.pc = begin + 1;
  }
  return finish(agent);
}

Outcome executeSkipIfZero(Agent &agent, const Instruction &instruction) {
  if (agent.getValue(instruction, 0) == 0)
    agent.pc = agent.getRaw(instruction, 1);
  return finish(agent);
}

Outcome executeJump(Agent &agent, const Instruction &instruction) {
  agent.pc = agent.getRaw(instruction, 0);
  return finish(agent);
}

Outcome executeMove(Agent &agent, const Instruction &instruction) {
  return setScalar(agent, instruction, agent.getValue(instruction, 1));
}

static Outcome failOverflow(Agent &agent, const char *operation, int64_t lhs,
                            int64_t rhs) {
  return agent.fail("overflow: ", lhs, " ", operation, " ", rhs);
}

Outcome executeAdd(Agent &agent, const Instruction &instruction) {
  int64_t lhs = agent.getValue(instruction, 1);
  int64_t rhs = agent.getValue(instruction, 2), result = 0;
  if (__builtin_add_overflow(lhs, rhs, &result))
    return failOverflow(agent, "+", lhs, rhs);
  return setScalar(agent, instruction, result);
}

Outcome executeSubtract(Agent &agent, const Instruction &instruction) {
  int64_t lhs = agent.getValue(instruction, 1);
  int64_t rhs = agent.getValue(instruction, 2), result = 0;
  if (__builtin_sub_overflow(lhs, rhs, &result))
    return failOverflow(agent, "-", lhs, rhs);
  return setScalar(agent, instruction, result);
}

Outcome executeMultiply(Agent &agent, const Instruction &instruction) {
  int64_t lhs = agent.getValue(instruction, 1);
  int64_t rhs = agent.getValue(instruction, 2), result = 0;
  if (__builtin_mul_overflow(lhs, rhs, &result))
    return failOverflow(agent, "*", lhs, rhs);
  return setScalar(agent, instruction, result);
}

/// Faults on what has no quotient; else Continue.
static Outcome checkDivision(Agent &agent, const char *operation, int64_t lhs,
                             int64_t rhs) {
  if (rhs == 0)
    return agent.fail("division by zero: ", lhs, " ", operation, " 0");
  if (lhs == INT64_MIN && rhs == -1)
    return failOverflow(agent, operation, lhs, rhs);
  return Outcome::Continue;
}

Outcome executeDivide(Agent &agent, const Instruction &instruction) {
  int64_t lhs = agent.getValue(instruction, 1);
  int64_t rhs = agent.getValue(instruction, 2);
  if (checkDivision(agent, "/", lhs, rhs) == Outcome::Faulted)
    return Outcome::Faulted;
  return setScalar(agent, instruction, lhs / rhs);
}

Outcome executeRemainder(Agent &agent, const Instruction &instruction) {
  int64_t lhs = agent.getValue(instruction, 1);
  int64_t rhs = agent.getValue(instruction, 2);
  if (checkDivision(agent, "%", lhs, rhs) == Outcome::Faulted)
    return Outcome::Faulted;
  return setScalar(agent, instruction, lhs % rhs);
}

#define SC_BINARY(Name, expression)                                            \
  Outcome execute##Name(Agent &agent, const Instruction &instruction) {        \
    const int64_t lhs = agent.getValue(instruction, 1);                        \
    const int64_t rhs = agent.getValue(instruction, 2);                        \
    return setScalar(agent, instruction, expression);                          \
  }
SC_BINARY(Minimum, std::min(lhs, rhs))
SC_BINARY(Maximum, std::max(lhs, rhs))
SC_BINARY(Equal, lhs == rhs)
SC_BINARY(NotEqual, lhs != rhs)
SC_BINARY(Less, lhs < rhs)
SC_BINARY(LessEqual, lhs <= rhs)
SC_BINARY(And, lhs &rhs)
SC_BINARY(Or, lhs | rhs)
#undef SC_BINARY

/// Word `index` of `region` lies in it; `offset` receives where. `what` is
/// "load".
static bool checkWord(Agent &agent, const char *what, const Region &region,
                      int64_t index, int64_t &offset) {
  if (!__builtin_mul_overflow(index, format::kWordBytes, &offset))
    return agent.checkAccess(region, offset, format::kWordBytes);
  agent.fail(what, " index ", index, " overflows");
  return false;
}

Outcome executeLoad(Agent &agent, const Instruction &instruction) {
  Region region = agent.getRegion(instruction, 1);
  if (region.space != format::MemorySpace::Smem &&
      region.space != format::MemorySpace::TileSpmem)
    return agent.fail("load from ", agent.describe(region),
                      ", which is not in smem or tilespmem");
  int64_t offset = 0;
  if (!checkWord(agent, "load", region, agent.getValue(instruction, 2), offset))
    return Outcome::Faulted;
  int32_t word = 0;
  std::memcpy(&word, region.base + offset, sizeof(word));
  agent.tally->countRead(region.space, format::kWordBytes);
  return setScalar(agent, instruction, word);
}

Outcome executeStore(Agent &agent, const Instruction &instruction) {
  Region region = agent.getRegion(instruction, 0);
  int64_t value = agent.getValue(instruction, 2);
  if (region.space != format::MemorySpace::TileSpmem)
    return agent.fail("store to ", agent.describe(region),
                      ", which is not in tilespmem");
  if (value < INT32_MIN || value > INT32_MAX)
    return agent.fail("store of ", value, ", which does not fit a word");
  int64_t offset = 0;
  if (!checkWord(agent, "store", region, agent.getValue(instruction, 1),
                 offset))
    return Outcome::Faulted;
  auto word = static_cast<int32_t>(value);
  std::memcpy(region.base + offset, &word, sizeof(word));
  agent.tally->countWrite(region.space, format::kWordBytes);
  return finish(agent);
}

Outcome executeTileId(Agent &agent, const Instruction &instruction) {
  return setScalar(agent, instruction, agent.tile);
}

Outcome executeSparseCoreId(Agent &agent, const Instruction &instruction) {
  return setScalar(agent, instruction, agent.core->index);
}

} // namespace sc::runtime
