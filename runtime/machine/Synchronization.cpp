//===-- Synchronization.cpp - flags, launches, faults, exchanges ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ties the programs of a task together.

#include "runtime/machine/Instructions.h"

#include "runtime/kernels/Kernels.h"

#include <algorithm>
#include <cstring>

namespace sc::runtime {

using format::Instruction;

bool Agent::checkFlag(int64_t flag) {
  auto numFlags = static_cast<int64_t>(core->flags.size());
  if (flag >= 0 && flag < numFlags)
    return true;
  fail("sync flag ", flag, " does not exist, the task has ", numFlags);
  return false;
}

/// Returns Blocked for the same instruction to run again.
static Outcome block(Agent &agent) {
  --agent.pc;
  return Outcome::Blocked;
}

Outcome Agent::signal(int64_t peer, int64_t flag, int64_t value) {
  if (!checkFlag(flag))
    return Outcome::Faulted;
  ++tally->counters.signals;
  if (peer != core->index || tile >= 0) {
    outbox->push_back(
        {static_cast<int32_t>(peer), flag, value, program, pc - 1});
    return Outcome::Continue;
  }
  int64_t &word = core->flags[static_cast<size_t>(flag)];
  if (word != 0)
    return fail("sync flag ", flag, " of SparseCore ", peer,
                " of the group is set already, to ", word);
  word = value;
  return Outcome::Continue;
}

Outcome executeSignal(Agent &agent, const Instruction &instruction) {
  int64_t peer = agent.getValue(instruction, 0);
  int64_t flag = agent.getValue(instruction, 1);
  int64_t value = agent.getValue(instruction, 2);
  if (peer < -1 || peer >= agent.context->coresPerGroup)
    return agent.fail("peer ", peer, " does not exist, the group has ",
                      agent.context->coresPerGroup, " SparseCores");
  if (value <= 0)
    return agent.fail("signal of value ", value, ", must be positive");
  return agent.signal(peer < 0 ? agent.core->index : peer, flag, value);
}

Outcome executeWait(Agent &agent, const Instruction &instruction) {
  int64_t flag = agent.getValue(instruction, 0);
  if (!agent.checkFlag(flag))
    return Outcome::Faulted;
  if (agent.core->flags[static_cast<size_t>(flag)] == 0)
    return block(agent);
  return Outcome::Continue;
}

Outcome executeLoadFlag(Agent &agent, const Instruction &instruction) {
  int64_t flag = agent.getValue(instruction, 1);
  if (!agent.checkFlag(flag))
    return Outcome::Faulted;
  agent.setResult(instruction, agent.core->flags[static_cast<size_t>(flag)]);
  ++agent.tally->counters.scalarOperations;
  return Outcome::Continue;
}

Outcome executeClearFlags(Agent &agent, const Instruction &instruction) {
  int64_t first = agent.getValue(instruction, 0);
  int64_t count = agent.getValue(instruction, 1);
  std::vector<int64_t> &flags = agent.core->flags;
  auto numFlags = static_cast<int64_t>(flags.size());
  if (first < 0 || count < 0 || first > numFlags || count > numFlags - first)
    return agent.fail("clear of ", count, " sync flags from ", first,
                      " on, the task has ", numFlags);
  std::fill_n(flags.begin() + first, count, 0);
  return Outcome::Continue;
}

Outcome executeLaunch(Agent &agent, const Instruction &instruction) {
  agent.core->queue.push_back(
      static_cast<int32_t>(agent.getRaw(instruction, 0)));
  return Outcome::Continue;
}

Outcome executeBarrier(Agent &agent, const Instruction &) {
  return agent.core->queue.empty() ? Outcome::Continue : block(agent);
}

Outcome executeFaultIf(Agent &agent, const Instruction &instruction) {
  ++agent.tally->counters.scalarOperations;
  if (agent.getValue(instruction, 0) == 0)
    return Outcome::Continue;
  return agent.fail(format::describeFault(
      static_cast<format::FaultCode>(agent.getRaw(instruction, 1)),
      agent.getValue(instruction, 2), agent.getValue(instruction, 3)));
}

namespace {
/// The operands of an all_to_all.
struct Exchange {
  int32_t send;
  int32_t receive;
  int64_t offset; // of the block of SparseCore 0, in both
  int64_t slots;
  int64_t rowBytes;
  int64_t countFlag;
  int64_t doneFlag;
};
} // namespace

/// The number of rows for `peer`, or a fault.
static Outcome loadCount(Agent &agent, const Exchange &exchange, int64_t peer,
                         int64_t &count) {
  int64_t flag = exchange.countFlag + peer;
  if (!agent.checkFlag(flag))
    return Outcome::Faulted;
  int64_t value = agent.core->flags[static_cast<size_t>(flag)];
  if (value == 0)
    return agent.fail("all_to_all: count flag ", flag, " is not set");
  count = value - 1;
  if (count < 0 || count > exchange.slots)
    return agent.fail("all_to_all: ", count, " rows for SparseCore ", peer,
                      " of the group, which has ", exchange.slots, " slots");
  return Outcome::Continue;
}

static Outcome exchangeRows(Agent &agent, const Exchange &exchange,
                            const CoreState &peer) {
  int64_t count = 0;
  if (loadCount(agent, exchange, peer.index, count) == Outcome::Faulted)
    return Outcome::Faulted;
  const Memory &memory = agent.context->memory;
  const CoreState &core = *agent.core;
  Region send = memory.getRegion(exchange.send, core.device, core.localIndex);
  Region receive =
      memory.getRegion(exchange.receive, peer.device, peer.localIndex);
  int64_t slotBytes = exchange.slots * exchange.rowBytes;
  int64_t bytes = count * exchange.rowBytes;
  int64_t from = exchange.offset + peer.index * slotBytes;
  int64_t to = exchange.offset + core.index * slotBytes;
  if (!agent.checkAccess(send, from, bytes) ||
      !agent.checkAccess(receive, to, bytes) ||
      !agent.checkDisjoint(send.base + from, bytes, receive.base + to, bytes))
    return Outcome::Faulted;
  if (isStreamed(receive))
    kernels::streamCopy(send.base + from, receive.base + to, bytes);
  else if (bytes > 0)
    std::memcpy(receive.base + to, send.base + from,
                static_cast<size_t>(bytes));
  agent.tally->countRead(send.space, bytes);
  agent.tally->countWrite(receive.space, bytes);
  if (peer.device != core.device)
    agent.tally->counters.iciBytes += bytes;
  return agent.signal(peer.index, exchange.doneFlag + core.index, count + 1);
}

/// All blocks are addressable without overflow.
static bool checkSizes(Agent &agent, const Exchange &exchange) {
  int64_t bytes = 0;
  if (exchange.offset < 0 || exchange.offset % format::kWordBytes != 0) {
    agent.fail("all_to_all: offset ", exchange.offset);
    return false;
  }
  if (exchange.slots >= 0 && exchange.rowBytes >= 0 &&
      exchange.rowBytes % format::kWordBytes == 0 &&
      !__builtin_mul_overflow(exchange.slots, exchange.rowBytes, &bytes) &&
      !__builtin_mul_overflow(bytes, int64_t{agent.context->coresPerGroup},
                              &bytes) &&
      !__builtin_add_overflow(bytes, exchange.offset, &bytes))
    return true;
  agent.fail("all_to_all: ", exchange.slots, " slots of ", exchange.rowBytes,
             " bytes");
  return false;
}

Outcome executeAllToAll(Agent &agent, const Instruction &instruction) {
  Exchange exchange{static_cast<int32_t>(agent.getRaw(instruction, 0)),
                    static_cast<int32_t>(agent.getRaw(instruction, 1)),
                    agent.getValue(instruction, 2),
                    agent.getValue(instruction, 3),
                    agent.getValue(instruction, 4),
                    agent.getValue(instruction, 5),
                    agent.getValue(instruction, 6)};
  if (!checkSizes(agent, exchange))
    return Outcome::Faulted;
  for (const CoreState &peer : agent.getPeers())
    if (exchangeRows(agent, exchange, peer) == Outcome::Faulted)
      return Outcome::Faulted;
  ++agent.tally->counters.allToAlls;
  return Outcome::Continue;
}

} // namespace sc::runtime
