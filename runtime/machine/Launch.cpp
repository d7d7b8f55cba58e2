//===-- Launch.cpp - running a task on all SparseCores -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rounds of a task.

#include "runtime/machine/Launch.h"

#include "runtime/format/StatusMacros.h"

#include <algorithm>

namespace sc::runtime {

namespace {
/// Progress of a sequencer.
struct Sequencer {
  Agent agent;
  Outcome state = Outcome::Continue;
};

class TaskRun {
public:
  TaskRun(TaskContext context, WorkerPool &pool, std::vector<Worker> &workers);
  TaskRun(const TaskRun &) = delete;

  absl::Status run();

private:
  absl::Status runSequencers();
  absl::Status runTiles();
  void runSequencer(int worker, size_t item);
  void runTile(int worker, size_t item);
  absl::Status finishRound();
  void deliver(CoreState &sender, int tile, const PendingSignal &signal);
  bool isRunnable(const Sequencer &sequencer) const;
  absl::Status makeDeadlock() const;
  size_t getNumTiles() const {
    return static_cast<size_t>(
        context.program.target()->tiles_per_sparse_core());
  }
  void startItems(size_t count);

  TaskContext context;
  WorkerPool &pool;
  std::vector<Worker> &workers;
  std::vector<Sequencer> sequencers; // by core
  /// Cores whose sequencers or tiles run in this round.
  std::vector<size_t> active;
  // By item of this round.
  std::vector<std::vector<PendingSignal>> outboxes;
  std::vector<std::optional<Fault>> faults;
};
} // namespace

static std::vector<CoreState> makeCores(const format::Program &program,
                                        const format::Task &task) {
  int coresPerDevice = program.target()->sparse_cores_per_device();
  std::vector<CoreState> cores;
  for (uint32_t i = 0; i < task.groups()->size(); ++i) {
    int position = static_cast<int>(i) % task.devices_per_group();
    for (int local = 0; local < coresPerDevice; ++local) {
      CoreState core;
      core.device = task.groups()->Get(i);
      core.localIndex = local;
      core.index = position * coresPerDevice + local;
      core.group = static_cast<int>(i) / task.devices_per_group();
      core.flags.resize(static_cast<size_t>(task.num_flags()));
      cores.push_back(std::move(core));
    }
  }
  return cores;
}

TaskRun::TaskRun(TaskContext taskContext, WorkerPool &pool,
                 std::vector<Worker> &workers)
    : context(std::move(taskContext)), pool(pool), workers(workers),
      sequencers(context.cores.size()) {
  for (size_t i = 0; i < sequencers.size(); ++i) {
    sequencers[i].agent.context = &context;
    sequencers[i].agent.core = &context.cores[i];
    sequencers[i].agent.start(context.code.sequencer);
  }
  for (Worker &worker : workers)
    worker.tile.context = &context;
}

/// Whether what a sequencer waits for has come.
bool TaskRun::isRunnable(const Sequencer &sequencer) const {
  if (sequencer.state != Outcome::Blocked)
    return sequencer.state == Outcome::Continue;
  const Agent &agent = sequencer.agent;
  const format::Instruction &instruction = agent.code->instructions[agent.pc];
  if (static_cast<format::Opcode>(instruction.opcode()) ==
      format::Opcode::Barrier)
    return agent.core->queue.empty();
  auto flag = static_cast<size_t>(agent.getValue(instruction, 0));
  return agent.core->flags[flag] != 0;
}

void TaskRun::startItems(size_t count) {
  outboxes.resize(std::max(outboxes.size(), count));
  for (size_t item = 0; item < count; ++item)
    outboxes[item].clear();
  faults.assign(count, std::nullopt);
}

void TaskRun::runSequencer(int worker, size_t item) {
  Sequencer &sequencer = sequencers[active[item]];
  Agent &agent = sequencer.agent;
  agent.tally = &workers[static_cast<size_t>(worker)].tally;
  agent.outbox = &outboxes[item];
  sequencer.state = agent.run();
  faults[item] = std::move(agent.fault);
}

void TaskRun::runTile(int workerIndex, size_t item) {
  Worker &worker = workers[static_cast<size_t>(workerIndex)];
  CoreState &core = context.cores[active[item / getNumTiles()]];
  Agent &tile = worker.tile;
  tile.core = &core;
  tile.tile = static_cast<int>(item % getNumTiles());
  tile.tally = &worker.tally;
  tile.regions = worker.regions;
  tile.outbox = &outboxes[item];
  for (int32_t program : core.queue)
    if (worker.runProgram(context, core, program) == Outcome::Faulted)
      break;
  faults[item] = std::move(tile.fault);
  tile.fault.reset();
}

/// Sets a flag at the end of a round; a flag that is set is the sender's fault.
void TaskRun::deliver(CoreState &sender, int tile,
                      const PendingSignal &signal) {
  CoreState &target = (&sender)[signal.core - sender.index];
  int64_t &word = target.flags[static_cast<size_t>(signal.flag)];
  if (word == 0) {
    word = signal.value;
    return;
  }
  faults.push_back(Fault{
      absl::StrCat("sync flag ", signal.flag, " of SparseCore ", signal.core,
                   " of the group is set already, to ", word),
      sender.device, sender.localIndex, tile, signal.program,
      signal.instruction});
}

/// Reports the first fault of the round, in the order of the agents.
absl::Status TaskRun::finishRound() {
  const Fault *first = nullptr;
  for (const std::optional<Fault> &fault : faults)
    if (fault && (!first || *fault < *first))
      first = &*fault;
  if (!first)
    return absl::OkStatus();
  return makeFaultStatus(context.program, *context.code.task, *first);
}

absl::Status TaskRun::runSequencers() {
  active.clear();
  bool isAnyAlive = false;
  for (size_t i = 0; i < sequencers.size(); ++i) {
    isAnyAlive |= sequencers[i].state != Outcome::Ended;
    if (isRunnable(sequencers[i]))
      active.push_back(i);
  }
  if (isAnyAlive && active.empty())
    return makeDeadlock();
  startItems(active.size());
  pool.run(static_cast<int64_t>(active.size()), [&](int worker, int64_t item) {
    runSequencer(worker, static_cast<size_t>(item));
  });
  for (size_t item = 0; item < active.size(); ++item)
    for (const PendingSignal &signal : outboxes[item])
      deliver(context.cores[active[item]], -1, signal);
  return finishRound();
}

absl::Status TaskRun::runTiles() {
  active.clear();
  for (size_t i = 0; i < context.cores.size(); ++i)
    if (!context.cores[i].queue.empty())
      active.push_back(i);
  size_t items = active.size() * getNumTiles();
  startItems(items);
  pool.run(static_cast<int64_t>(items), [&](int worker, int64_t item) {
    runTile(worker, static_cast<size_t>(item));
  });
  for (size_t item = 0; item < items; ++item)
    for (const PendingSignal &signal : outboxes[item])
      deliver(context.cores[active[item / getNumTiles()]],
              static_cast<int>(item % getNumTiles()), signal);
  for (size_t core : active)
    context.cores[core].queue.clear();
  return finishRound();
}

absl::Status TaskRun::makeDeadlock() const {
  static constexpr size_t kMaxListed = 4;
  std::vector<const Agent *> blocked;
  for (const Sequencer &sequencer : sequencers)
    if (sequencer.state == Outcome::Blocked)
      blocked.push_back(&sequencer.agent);
  std::sort(blocked.begin(), blocked.end(),
            [](const Agent *lhs, const Agent *rhs) {
              return std::pair(lhs->core->device, lhs->core->localIndex) <
                     std::pair(rhs->core->device, rhs->core->localIndex);
            });
  std::string what =
      absl::StrCat("deadlock: ", blocked.size(), " SparseCores wait:");
  for (size_t i = 0; i < std::min(blocked.size(), kMaxListed); ++i) {
    const Agent &agent = *blocked[i];
    absl::StrAppend(&what, i == 0 ? " " : ", ", "device ", agent.core->device,
                    " SparseCore ", agent.core->localIndex, " for flag ",
                    agent.getValue(agent.code->instructions[agent.pc], 0),
                    " at instruction #", agent.pc);
  }
  if (blocked.size() > kMaxListed)
    absl::StrAppend(&what, " and ", blocked.size() - kMaxListed, " more");
  const Agent &first = *blocked.front();
  return makeFaultStatus(context.program, *context.code.task,
                         Fault{what, first.core->device, first.core->localIndex,
                               -1, -1, first.pc});
}

absl::Status TaskRun::run() {
  auto isDone = [&] {
    return std::all_of(sequencers.begin(), sequencers.end(),
                       [](const Sequencer &sequencer) {
                         return sequencer.state == Outcome::Ended;
                       });
  };
  while (!isDone()) {
    SC_RETURN_IF_ERROR(runSequencers());
    SC_RETURN_IF_ERROR(runTiles());
  }
  return absl::OkStatus();
}

absl::Status runTask(const format::Program &program, const TaskCode &code,
                     const Memory &memory, const MachineOptions &options,
                     WorkerPool &pool, std::vector<Worker> &workers) {
  TaskContext context{program,
                      code,
                      memory,
                      options,
                      makeCores(program, *code.task),
                      code.task->devices_per_group() *
                          program.target()->sparse_cores_per_device()};
  if (options.poison)
    memory.poisonSpmem();
  return TaskRun(std::move(context), pool, workers).run();
}

} // namespace sc::runtime
