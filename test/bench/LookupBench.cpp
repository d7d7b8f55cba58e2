//===-- LookupBench.cpp - execution of a lookup ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine beside its twins: one lookup in a table of 1M rows, 16384 samples
// of 30 ids, 4 SparseCores. Each iteration looks up another batch, so that none
// finds its rows in a cache. Prints the ratios at the end.

#include "CompileModule.h"
#include "Twins.h"
#include "Workload.h"

#include "runtime/format/Program.h"
#include "runtime/machine/Machine.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>

using namespace sc;
using namespace sc::bench;

//===----------------------------------------------------------------------===//
// The machine with the workload loaded
//===----------------------------------------------------------------------===//

namespace {

/// A machine whose HBM holds the inputs, ready to run the lookup again.
struct LoadedMachine {
  LoadedMachine(const Workload &workload, const float *table, int threads);
  /// Copies a batch to HBM.
  void load(const Workload &workload);
  void runLookup();
  void readResult();

  format::Executable executable;
  std::unique_ptr<runtime::Machine> machine;
  size_t launch = 0;
};

} // namespace

template <typename T>
static void setInput(runtime::Machine &machine, size_t index, const T *values,
                     size_t count) {
  auto input = machine.getInput(index);
  if (input.size() != count * sizeof(T))
    std::abort();
  std::memcpy(input.data(), values, input.size());
}

static void check(const absl::Status &status) {
  if (status.ok())
    return;
  std::cerr << status.message() << "\n";
  std::abort();
}

LoadedMachine::LoadedMachine(const Workload &workload, const float *table,
                             int threads)
    : executable(format::Executable::load(
                     compileModule(workload.getModule(), "v5p:1x1x1"))
                     .value()) {
  runtime::MachineOptions options;
  options.threads = threads;
  machine = runtime::Machine::create(executable, options).value();
  setInput(*machine, 4, table, kTableRows * workload.width);
  std::vector<float> init(kSamples * workload.width);
  setInput(*machine, 5, init.data(), init.size());
  load(workload);
  const auto &steps = *executable.getProgram().steps();
  for (; steps[launch]->body_type() != format::StepBody::Launch; ++launch)
    check(machine->runStep(launch));
}

void LoadedMachine::load(const Workload &workload) {
  auto set = [&](size_t index, const auto &values) {
    setInput(*machine, index, values.data(), values.size());
  };
  set(0, workload.rowPointers);
  set(1, workload.embeddingIds);
  set(2, workload.sampleIds);
  set(3, workload.gains);
  // The first steps copy the inputs to HBM in order; table and init stay.
  for (size_t step = 0; step < std::min<size_t>(launch, 4); ++step)
    check(machine->runStep(step));
}

void LoadedMachine::runLookup() { check(machine->runStep(launch)); }

void LoadedMachine::readResult() {
  for (size_t step = launch + 1; step < executable.getProgram().steps()->size();
       ++step)
    check(machine->runStep(step));
}

//===----------------------------------------------------------------------===//
// Benchmarks
//===----------------------------------------------------------------------===//

namespace {

/// Everything for one width; made when the width is first measured.
struct Case {
  explicit Case(int64_t width)
      : table(kTableRows * width), plain(kTableRows * width),
        bag(kSamples * width) {
    for (uint64_t seed = 1; seed <= kBatches; ++seed)
      batches.emplace_back(width, seed);
    fillShardedTable(table.data(), width);
    for (int64_t row = 0; row < kTableRows; ++row)
      for (int64_t column = 0; column < width; ++column)
        plain.data()[row * width + column] = getTableValue(row, column);
    twin = std::make_unique<SchemeTwin>(width, table.data());
  }

  /// The batch of the next iteration.
  const Workload &getNextBatch() { return batches[next++ % batches.size()]; }
  int64_t getWidth() const { return batches.front().width; }

  static constexpr uint64_t kBatches = 8;
  std::vector<Workload> batches;
  size_t next = 0;
  HugeArray table, plain, bag;
  std::unique_ptr<SchemeTwin> twin;
  std::map<int, std::unique_ptr<LoadedMachine>> machines;
};

} // namespace

/// The case of `width`; one at a time, so that memory stays small.
static Case &getCase(int64_t width) {
  static std::unique_ptr<Case> current;
  if (!current || current->getWidth() != width) {
    current.reset();
    current = std::make_unique<Case>(width);
  }
  return *current;
}

static LoadedMachine &getMachine(Case &data, int threads) {
  auto &machine = data.machines[threads];
  if (!machine)
    machine = std::make_unique<LoadedMachine>(data.batches[0],
                                              data.table.data(), threads);
  return *machine;
}

/// All three computations must agree before any of them is measured. Sums of
/// small multiples of 1/8 are exact, so they agree to the bit.
static void checkResults(Case &data) {
  size_t bytes = kSamples * data.getWidth() * 4;
  const Workload &batch = data.getNextBatch();
  data.twin->run(batch);
  runEmbeddingBag(batch, data.plain.data(), data.bag.data());
  LoadedMachine &machine = getMachine(data, 1);
  machine.load(batch);
  machine.runLookup();
  machine.readResult();
  if (std::memcmp(data.twin->getResult(), data.bag.data(), bytes) != 0 ||
      std::memcmp(machine.machine->getOutput(0).data(), data.bag.data(),
                  bytes) != 0) {
    std::cerr << "the twins disagree with the machine\n";
    std::abort();
  }
}

static void setRate(benchmark::State &state) {
  state.SetItemsProcessed(state.iterations() * kSamples * kIdsPerSample);
}

static void lookup(benchmark::State &state) {
  Case &data = getCase(state.range(0));
  checkResults(data);
  LoadedMachine &machine = getMachine(data, static_cast<int>(state.range(1)));
  for (auto _ : state) {
    state.PauseTiming();
    machine.load(data.getNextBatch());
    state.ResumeTiming();
    machine.runLookup();
  }
  setRate(state);
}

static void schemeTwin(benchmark::State &state) {
  Case &data = getCase(state.range(0));
  for (auto _ : state)
    data.twin->run(data.getNextBatch());
  setRate(state);
  const Breakdown &parts = data.twin->getBreakdown();
  state.counters["request_ms"] = parts.request * 1e3;
  state.counters["gather_ms"] = parts.gather * 1e3;
  state.counters["exchange_ms"] = parts.exchange * 1e3;
  state.counters["lists_ms"] = parts.lists * 1e3;
  state.counters["select_ms"] = parts.select * 1e3;
  state.counters["combine_ms"] = parts.combine * 1e3;
}

static void embeddingBag(benchmark::State &state) {
  Case &data = getCase(state.range(0));
  for (auto _ : state)
    runEmbeddingBag(data.getNextBatch(), data.plain.data(), data.bag.data());
  setRate(state);
}

//===----------------------------------------------------------------------===//
// Ratios
//===----------------------------------------------------------------------===//

namespace {

/// Prints the usual table, then the ratios of medians.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Iteration)
        times[run.run_name.function_name + "/" + run.run_name.args].push_back(
            run.GetAdjustedRealTime());
  }

  void Finalize() override {
    for (int64_t width : {16, 64, 128})
      printRatios(std::to_string(width));
  }

private:
  void printRatios(const std::string &width) {
    double one = median("lookup/" + width + "/1");
    double two = median("lookup/" + width + "/2");
    std::cout << "width " << width
              << ": machine / scheme twin = " << one / median("twin/" + width)
              << ", machine / embedding bag = " << one / median("bag/" + width)
              << ", one thread / two threads = " << one / two << "\n";
  }

  double median(const std::string &name) {
    std::vector<double> &all = times[name];
    if (all.empty())
      return std::nan("");
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2];
  }

  std::map<std::string, std::vector<double>> times;
};

} // namespace

int main(int argc, char **argv) {
  for (int64_t width : {16, 64, 128}) {
    auto add = [](const char *name, auto function,
                  const std::vector<int64_t> &arguments) {
      benchmark::RegisterBenchmark(name, function)
          ->Args(arguments)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime()
          ->MinTime(0.5)
          ->Repetitions(5);
    };
    add("lookup", lookup, {width, 1});
    add("twin", schemeTwin, {width});
    add("bag", embeddingBag, {width});
    add("lookup", lookup, {width, 2});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
