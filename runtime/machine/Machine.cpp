//===-- Machine.cpp - runs an executable on the machine model ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Construction, the walk over the steps, and the sum of what workers counted.

#include "runtime/machine/Machine.h"

#include "runtime/format/Errors.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/machine/BufferPeaks.h"
#include "runtime/machine/HostSchedule.h"
#include "runtime/machine/Launch.h"
#include "runtime/native/NativeLibrary.h"

#include <algorithm>
#include <optional>

namespace sc::runtime {

struct Machine::State {
  State(const format::Program &program, const MachineOptions &options)
      : program(program), options(options), pool(options.threads) {}

  const format::Program &program;
  MachineOptions options;
  WorkerPool pool;
  Memory memory;
  std::vector<TaskCode> tasks;
  std::vector<Worker> workers;
  std::optional<NativeLibrary> native;
  Counters counters;
};

Machine::Machine(std::unique_ptr<State> state) : state(std::move(state)) {}
Machine::~Machine() = default;

absl::StatusOr<std::unique_ptr<Machine>>
Machine::create(const format::Executable &executable,
                const MachineOptions &options) {
  return create(executable.getProgram(), options);
}

/// Bytes of a device that an argument in HBM takes; 0 for any other buffer.
static int64_t countArgumentBytes(const format::Buffer &buffer) {
  bool isArgument = buffer.space() == format::MemorySpace::Hbm &&
                    buffer.buffer_class() == format::BufferClass::Argument &&
                    buffer.parent() < 0;
  return isArgument ? buffer.size() * buffer.instances() : 0;
}

static absl::Status makeBufferError(const format::Buffer &buffer, int64_t bytes,
                                    int64_t freeBytes) {
  std::string error = format::formatError(
      format::ErrorCode::E0100,
      format::describeBufferAllocation(bytes, freeBytes, "0x0x0_HBM0"));
  return absl::ResourceExhaustedError(absl::StrCat(
      "argument '", buffer.name()->str(), "' needs ", bytes,
      " bytes of HBM per device, ", freeBytes, " are free\n", error));
}

static absl::Status makeProgramError(const format::Program &program,
                                     int64_t bytes, int64_t freeBytes) {
  std::string error = format::formatError(
      format::ErrorCode::E0101, format::describeProgramAllocation(
                                    program.source_name()->str(), bytes,
                                    freeBytes, /*reservedBytes=*/0, freeBytes));
  return absl::ResourceExhaustedError(
      absl::StrCat("the program needs ", bytes,
                   " bytes of HBM per device beside its arguments, ", freeBytes,
                   " are free\n", error));
}

/// Loads into the HBM that others leave free: the arguments one by one, then
/// what else the program needs. All devices are alike, so one is checked.
static absl::Status reserveHbm(const format::Program &program,
                               int64_t reservedBytes) {
  int64_t capacity = format::getHbmCapacity(*program.target());
  int64_t neededBytes = computeMemorySizes(program).hbm;
  int64_t freeBytes = std::max<int64_t>(0, capacity - reservedBytes);
  if (capacity == 0 || neededBytes <= freeBytes)
    return absl::OkStatus();
  for (const format::Buffer *buffer : *program.buffers()) {
    int64_t bytes = countArgumentBytes(*buffer);
    if (bytes > freeBytes)
      return makeBufferError(*buffer, bytes, freeBytes);
    freeBytes -= bytes;
    neededBytes -= bytes;
  }
  return makeProgramError(program, neededBytes, freeBytes);
}

absl::StatusOr<std::unique_ptr<Machine>>
Machine::create(const format::Program &program, const MachineOptions &options) {
  SC_RETURN_IF_ERROR(reserveHbm(program, options.reservedHbmBytes));
  auto state = std::make_unique<State>(program, options);
  SC_ASSIGN_OR_RETURN(state->memory, Memory::create(program, options.poison));
  for (const format::Task *task : *program.tasks()) {
    SC_ASSIGN_OR_RETURN(TaskCode code, prepareTask(*task));
    state->tasks.push_back(std::move(code));
  }
  SC_ASSIGN_OR_RETURN(state->workers,
                      createWorkers(program, state->memory.getSizes(),
                                    state->pool.getNumWorkers()));
  if (program.native() && options.allowNative) {
    SC_ASSIGN_OR_RETURN(state->native, NativeLibrary::load(*program.native()));
  }
  std::unique_ptr<Machine> machine(new Machine(std::move(state)));
  machine->updateCounters();
  return machine;
}

static std::span<std::byte> getArgument(const format::Program &program,
                                        const Memory &memory,
                                        const format::Argument &argument) {
  const format::Buffer &buffer =
      *program.buffers()->Get(static_cast<uint32_t>(argument.buffer()));
  return {memory.getBuffer(buffer, 0), static_cast<size_t>(buffer.size())};
}

std::span<std::byte> Machine::getInput(size_t index) {
  return getArgument(
      state->program, state->memory,
      *state->program.inputs()->Get(static_cast<uint32_t>(index)));
}

std::span<const std::byte> Machine::getOutput(size_t index) const {
  return getArgument(
      state->program, state->memory,
      *state->program.outputs()->Get(static_cast<uint32_t>(index)));
}

static absl::Status makeLeftOutError(const format::Program &program,
                                     const format::Step &step) {
  const format::LeftOut &leftOut = *step.body_as_LeftOut();
  return absl::UnimplementedError(
      absl::StrCat("operation '", leftOut.operation()->str(),
                   "' was left out: ", leftOut.reason()->str(),
                   formatLocation(program, step.location())));
}

static absl::Status makeNoNativeError(const format::Program &program,
                                      const format::Step &step, size_t index) {
  return absl::PermissionDeniedError(
      absl::StrCat("step ", index,
                   " runs native code from the file, which is not allowed here",
                   formatLocation(program, step.location())));
}

absl::Status Machine::runStep(size_t index) {
  const format::Step &step =
      *state->program.steps()->Get(static_cast<uint32_t>(index));
  Tally &tally = state->workers.front().tally;
  HostContext context{state->program, state->memory, state->pool, tally};
  absl::Status status;
  switch (step.body_type()) {
  case format::StepBody::Copy:
    runCopy(context, *step.body_as_Copy());
    break;
  case format::StepBody::Fill:
    runFill(context, *step.body_as_Fill());
    break;
  case format::StepBody::Constant:
    runConstant(context, *step.body_as_Constant());
    break;
  case format::StepBody::Launch:
    ++tally.counters.launches;
    status = runTask(
        state->program,
        state->tasks[static_cast<size_t>(step.body_as_Launch()->task())],
        state->memory, state->options, state->pool, state->workers);
    break;
  case format::StepBody::LeftOut:
    status = makeLeftOutError(state->program, step);
    break;
  case format::StepBody::NativeCall:
    if (!state->native)
      status = makeNoNativeError(state->program, step, index);
    else
      runNativeCall(context, *step.body_as_NativeCall(), *state->native);
    break;
  case format::StepBody::NONE:
    break;
  }
  updateCounters();
  return status;
}

absl::Status Machine::run() {
  for (size_t index = 0; index < state->program.steps()->size(); ++index)
    SC_RETURN_IF_ERROR(runStep(index));
  return absl::OkStatus();
}

void Machine::updateCounters() {
  Counters total;
  std::vector<int64_t> touched(state->program.buffers()->size());
  for (const Worker &worker : state->workers) {
    total.add(worker.tally.counters);
    for (size_t i = 0; i < touched.size(); ++i)
      touched[i] = std::max(touched[i], worker.tally.touched[i]);
  }
  BufferPeaks peaks = computeBufferPeaks(state->program, touched);
  total.peaks = std::move(peaks.byClass);
  total.spacePeaks = std::move(peaks.bySpace);
  state->counters = std::move(total);
}

const Counters &Machine::getCounters() const { return state->counters; }

} // namespace sc::runtime
