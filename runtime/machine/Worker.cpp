//===-- Worker.cpp - a thread's tile -------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile programs on the memories of a worker thread.

#include "runtime/machine/Worker.h"

#include "runtime/format/StatusMacros.h"

#include <cstring>

namespace sc::runtime {

using format::MemorySpace;

absl::StatusOr<std::vector<Worker>>
createWorkers(const format::Program &program, const MemorySizes &sizes,
              int numWorkers) {
  std::vector<Worker> workers(static_cast<size_t>(numWorkers));
  for (Worker &worker : workers) {
    SC_ASSIGN_OR_RETURN(worker.tileSpmem,
                        Arena::create(sizes.tileSpmem, "TileSpmem"));
    SC_ASSIGN_OR_RETURN(worker.smem, Arena::create(sizes.smem, "Smem"));
    worker.tally.touched.resize(program.buffers()->size());
    worker.regions.resize(program.buffers()->size());
  }
  return workers;
}

/// Points the worker's regions of `code` to the instances of `core`.
static void resolveRegions(Worker &worker, const TaskContext &context,
                           const CoreState &core, const Code &code) {
  for (int32_t index : code.buffers) {
    const format::Buffer &buffer =
        *context.program.buffers()->Get(static_cast<uint32_t>(index));
    Region region =
        context.memory.getRegion(index, core.device, core.localIndex);
    const Arena *arena = nullptr;
    if (buffer.space() == MemorySpace::TileSpmem)
      arena = &worker.tileSpmem;
    else if (buffer.space() == MemorySpace::Smem)
      arena = &worker.smem;
    if (arena) {
      region.base = arena->getData() + buffer.offset();
      region.size = buffer.size();
    }
    worker.regions[static_cast<size_t>(index)] = region;
  }
}

static void poison(const Arena &arena) {
  if (arena.getSize() > 0)
    std::memset(arena.getData(), kPoison, static_cast<size_t>(arena.getSize()));
}

/// Faults if a DMA flag is still pending.
static Outcome checkExit(Agent &tile) {
  for (size_t flag = 0; flag < tile.dmaFlags.size(); ++flag)
    if (tile.dmaFlags[flag].isPending)
      return tile.failAt(tile.dmaFlags[flag].transfer.instruction,
                         absl::StrCat("unexpected semaphore value at exit: "
                                      "DMA flag ",
                                      flag, " is pending"));
  return Outcome::Ended;
}

Outcome Worker::runProgram(const TaskContext &context, const CoreState &core,
                           int32_t program) {
  const Code &code = context.code.programs[static_cast<size_t>(program)];
  resolveRegions(*this, context, core, code);
  if (context.options.poison) {
    poison(tileSpmem);
    poison(smem);
  }
  tile.program = program;
  tile.start(code);
  ++tally.counters.tilePrograms;
  Outcome outcome = tile.run();
  return outcome == Outcome::Ended ? checkExit(tile) : outcome;
}

} // namespace sc::runtime
