//===-- UpdateBench.cpp - execution of an update --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine beside its twins, in turns: updates of a table of 1M rows of 128
// words, 16384 samples of 10 ids, 4 SparseCores. All of them start from the
// same table, see the same batches, and must agree to the bit before and after
// the measurement. Fails where the machine takes too long beside its twin.

#include "CompileModule.h"
#include "Timer.h"
#include "UpdateTwin.h"
#include "UpdateWorkload.h"

#include "runtime/format/Program.h"
#include "runtime/machine/Machine.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <memory>

using namespace sc;
using namespace sc::bench;

/// Most that the machine may take, in times of its twin.
static constexpr double kMostOfTwin = 1.5;
static constexpr int64_t kTableBytes = kTableRows * kUpdateWidth * 4;

//===----------------------------------------------------------------------===//
// The machine with the table loaded
//===----------------------------------------------------------------------===//

namespace {

/// Positions of the arguments of the module.
enum Argument : uint32_t {
  RowPointers,
  EmbeddingIds,
  SampleIds,
  Gains,
  Gradients,
  Table
};

/// A machine whose HBM holds the table, ready to update it again and again.
class LoadedMachine {
public:
  LoadedMachine(const UpdateWorkload &workload, UpdateState &initial,
                int threads);
  /// Copies a batch to HBM.
  void load(const UpdateBatch &batch);
  void runUpdate() { runStep(launch); }
  /// Table and slot are the same, bit for bit.
  bool isEqualTo(UpdateState &state);

private:
  template <typename T>
  void setInput(uint32_t index, const T *values, size_t count);
  template <typename T>
  void copyInput(uint32_t index, const std::vector<T> &values);
  void runStep(size_t step);
  size_t findCopy(uint32_t input) const;
  size_t findLaunch() const;

  format::Executable executable;
  std::unique_ptr<runtime::Machine> machine;
  size_t launch = 0;
};

} // namespace

[[noreturn]] static void fail(absl::string_view message) {
  std::cerr << message << "\n";
  std::abort();
}

template <typename T>
void LoadedMachine::setInput(uint32_t index, const T *values, size_t count) {
  auto input = machine->getInput(index);
  if (input.size() != count * sizeof(T))
    fail("an input has another size");
  std::memcpy(input.data(), values, input.size());
}

void LoadedMachine::runStep(size_t step) {
  absl::Status status = machine->runStep(step);
  if (!status.ok())
    fail(status.message());
}

/// The step that copies an input to HBM.
size_t LoadedMachine::findCopy(uint32_t input) const {
  const format::Program &program = executable.getProgram();
  for (uint32_t step = 0; step < program.steps()->size(); ++step) {
    const auto *copy = program.steps()->Get(step)->body_as_Copy();
    if (copy && copy->source() == program.inputs()->Get(input)->buffer())
      return step;
  }
  fail("an input is not copied");
}

size_t LoadedMachine::findLaunch() const {
  const auto &steps = *executable.getProgram().steps();
  for (uint32_t step = 0; step < steps.size(); ++step)
    if (steps.Get(step)->body_type() == format::StepBody::Launch)
      return step;
  fail("nothing is launched");
}

LoadedMachine::LoadedMachine(const UpdateWorkload &workload,
                             UpdateState &initial, int threads)
    : executable(
          format::Executable::load(
              compileModule(workload.getModule(initial.optimizer), "v5p:1x1x1"))
              .value()) {
  runtime::MachineOptions options;
  options.threads = threads;
  machine = runtime::Machine::create(executable, options).value();
  launch = findLaunch();
  uint32_t input = Table;
  setInput(input++, initial.table.data(), kTableBytes / 4);
  if (initial.slot)
    setInput(input++, initial.slot->data(), kTableBytes / 4);
  setInput(input, &kLearningRate, 1);
  for (size_t step = 0; step < launch; ++step)
    runStep(step);
}

template <typename T>
void LoadedMachine::copyInput(uint32_t index, const std::vector<T> &values) {
  setInput(index, values.data(), values.size());
  runStep(findCopy(index));
}

void LoadedMachine::load(const UpdateBatch &batch) {
  copyInput(RowPointers, batch.rowPointers);
  copyInput(EmbeddingIds, batch.embeddingIds);
  copyInput(SampleIds, batch.sampleIds);
  copyInput(Gains, batch.gains);
  copyInput(Gradients, batch.gradients);
}

bool LoadedMachine::isEqualTo(UpdateState &state) {
  size_t numSteps = executable.getProgram().steps()->size();
  for (size_t step = launch + 1; step < numSteps; ++step)
    runStep(step);
  auto isEqual = [&](size_t output, HugeArray &values) {
    return std::memcmp(machine->getOutput(output).data(), values.data(),
                       kTableBytes) == 0;
  };
  return isEqual(0, state.table) && (!state.slot || isEqual(1, *state.slot));
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

namespace {

/// All that update one table with one optimizer.
struct Case {
  Case(Ids ids, Optimizer optimizer);
  void check();

  UpdateWorkload workload;
  UpdateTwin twin;
  UpdateState fused; // not sharded
  LoadedMachine machine, twoThreads;
};

} // namespace

Case::Case(Ids ids, Optimizer optimizer)
    : workload(ids), twin(optimizer, workload.maxIds), fused(optimizer),
      machine(workload, twin.getState(), 1),
      twoThreads(workload, twin.getState(), 2) {
  for (int64_t row = 0; row < kTableRows; ++row)
    for (int64_t column = 0; column < kUpdateWidth; ++column)
      fused.table.data()[row * kUpdateWidth + column] =
          getTableValue(row, column);
}

/// A table that is not sharded beside one that is.
static bool isEqual(HugeArray &plain, HugeArray &sharded) {
  for (int64_t row = 0; row < kTableRows; ++row) {
    int64_t place = row % kSparseCores * kRowsPerCore + row / kSparseCores;
    if (std::memcmp(plain.data() + row * kUpdateWidth,
                    sharded.data() + place * kUpdateWidth,
                    kUpdateWidth * 4) != 0)
      return false;
  }
  return true;
}

void Case::check() {
  UpdateState &state = twin.getState();
  if (!machine.isEqualTo(state) || !twoThreads.isEqualTo(state))
    fail("the twin disagrees with the machine");
  if (!isEqual(fused.table, state.table) ||
      (state.slot && !isEqual(*fused.slot, *state.slot)))
    fail("the fused loop disagrees with the twin");
}

static void addParts(benchmark::State &state, const UpdateBreakdown &parts,
                     double updates) {
  auto add = [&](const char *name, double seconds) {
    state.counters[name] += seconds * 1e3 / updates;
  };
  add("twin_request", parts.request);
  add("twin_sum", parts.sum);
  add("twin_exchange", parts.exchange);
  add("twin_merge", parts.merge);
  add("twin_combine", parts.combine);
  add("twin_optimize", parts.optimize);
}

static bool isTooSlow = false;

static void update(benchmark::State &state, Ids ids, Optimizer optimizer) {
  Case data(ids, optimizer);
  Times machine, twoThreads, twin, fused;
  size_t next = 0;
  auto runAll = [&] {
    const UpdateBatch &batch = data.workload.batches[next++ % kUpdateBatches];
    data.machine.load(batch);
    measure(machine, [&] { data.machine.runUpdate(); });
    measure(twin, [&] { data.twin.run(batch); });
    measure(fused, [&] { runFusedUpdate(batch, data.fused); });
    data.twoThreads.load(batch);
    measure(twoThreads, [&] { data.twoThreads.runUpdate(); });
  };
  // Touches all memory once.
  for (int64_t i = 0; i < kUpdateBatches; ++i)
    runAll();
  data.check();
  for (Times *times : {&machine, &twoThreads, &twin, &fused})
    *times = Times();
  for (auto _ : state) {
    runAll();
    state.SetIterationTime(machine.processor.back() * 1e-3);
    addParts(state, data.twin.getBreakdown(),
             static_cast<double>(state.max_iterations));
  }
  data.check();
  double ours = getMedian(machine.processor);
  double ofTwin = ours / getMedian(twin.processor);
  isTooSlow |= ofTwin > kMostOfTwin;
  state.counters["machine"] = ours;
  state.counters["twin"] = getMedian(twin.processor);
  state.counters["fused"] = getMedian(fused.processor);
  state.counters["of_twin"] = ofTwin;
  state.counters["of_fused"] = ours / getMedian(fused.processor);
  state.counters["two_threads_gain"] =
      getMedian(machine.elapsed) / getMedian(twoThreads.elapsed);
}

static void add(const char *name, Ids ids, Optimizer optimizer) {
  benchmark::RegisterBenchmark(name, update, ids, optimizer)
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime()
      ->Iterations(4 * kUpdateBatches);
}

int main(int argc, char **argv) {
  add("sgd/uniform", Ids::Uniform, Optimizer::SGD);
  add("adagrad/uniform", Ids::Uniform, Optimizer::Adagrad);
  add("sgd/zipf", Ids::Zipf, Optimizer::SGD);
  add("adagrad/zipf", Ids::Zipf, Optimizer::Adagrad);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  if (isTooSlow)
    std::cerr << "the machine takes more than " << kMostOfTwin
              << " times as long as its twin\n";
  return isTooSlow ? 1 : 0;
}
