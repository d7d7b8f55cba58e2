//===-- LookupBench.cpp - execution of a lookup ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine beside its twins: one lookup in a table of 1M rows, 16384 samples
// of 30 ids, 4 SparseCores, f32 and narrow. Each iteration looks up another
// batch, so that none finds its rows in a cache. Prints ratios at the end.

#include "LookupBenchMachine.h"
#include "Twins.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>

using namespace sc;
using namespace sc::bench;

//===----------------------------------------------------------------------===//
// Benchmarks
//===----------------------------------------------------------------------===//

namespace {

/// A narrow table, as measured at one width.
struct NarrowKind {
  const char *name;
  const char *format;
  /// The most that a sum differs from that of the f32 table.
  float tolerance;
};

constexpr int64_t kNarrowWidth = 128;

/// The range makes the scale of int8 1/4, of which all values are multiples.
/// That of a row is its largest value / 127.
constexpr NarrowKind kNarrowKinds[] = {
    {"int8", "int8,scale=table,range=-31.75:31.75", 0},
    {"int8_row", "int8,scale=row", 0.25f},
    {"fp8_e4m3", "fp8_e4m3", 0},
    {"bf16", "bf16", 0}};

/// A machine with a narrow table; made when it is first measured.
struct NarrowCase {
  NarrowCase(const NarrowKind &kind, const Workload &workload,
             const float *table)
      : rows(kind.format, workload.width, table),
        machine(workload, rows.getTable(), /*threads=*/1) {}

  NarrowTableRows rows;
  LoadedMachine machine;
};

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
  std::map<std::string, std::unique_ptr<NarrowCase>> narrow;
  std::unique_ptr<HugeArray> plainCodes; // of int8
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
  if (!machine) {
    StoredTable table{
        "", reinterpret_cast<const std::byte *>(data.table.data()), {}};
    machine = std::make_unique<LoadedMachine>(data.batches[0], table, threads);
  }
  return *machine;
}

static NarrowCase &getNarrow(Case &data, const NarrowKind &kind) {
  auto &narrow = data.narrow[kind.name];
  if (!narrow)
    narrow =
        std::make_unique<NarrowCase>(kind, data.batches[0], data.table.data());
  return *narrow;
}

/// int8 codes row by row, of the scale 1/4.
static const int8_t *getPlainCodes(Case &data) {
  int64_t values = kTableRows * data.getWidth();
  if (!data.plainCodes) {
    data.plainCodes = std::make_unique<HugeArray>(values / 4);
    auto *codes = reinterpret_cast<int8_t *>(data.plainCodes->data());
    for (int64_t i = 0; i < values; ++i)
      codes[i] = static_cast<int8_t>(data.plain.data()[i] * 4);
  }
  return reinterpret_cast<const int8_t *>(data.plainCodes->data());
}

[[noreturn]] static void failCheck(const std::string &what) {
  std::cerr << what << " disagree with the embedding bag\n";
  std::abort();
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
  if (std::memcmp(data.twin->getResult(), data.bag.data(), bytes) != 0 ||
      std::memcmp(machine.readResult(), data.bag.data(), bytes) != 0)
    failCheck("machine or scheme twin");
}

/// The results of a narrow table are those of the f32 one, or close.
static void checkNarrow(Case &data, const NarrowKind &kind) {
  const Workload &batch = data.getNextBatch();
  int64_t count = kSamples * data.getWidth();
  runEmbeddingBag(batch, data.plain.data(), data.bag.data());
  std::vector<float> expected(data.bag.data(), data.bag.data() + count);
  LoadedMachine &machine = getNarrow(data, kind).machine;
  machine.load(batch);
  machine.runLookup();
  const auto *actual = reinterpret_cast<const float *>(machine.readResult());
  runInt8Bag(batch, getPlainCodes(data), 0.25f, data.bag.data());
  for (int64_t i = 0; i < count; ++i)
    if (!(std::abs(actual[i] - expected[i]) <= kind.tolerance) ||
        data.bag.data()[i] != expected[i])
      failCheck(kind.name);
}

static void setRate(benchmark::State &state) {
  state.SetItemsProcessed(state.iterations() * kSamples * kIdsPerSample);
}

static void runLookups(benchmark::State &state, Case &data,
                       LoadedMachine &machine) {
  for (auto _ : state) {
    state.PauseTiming();
    machine.load(data.getNextBatch());
    state.ResumeTiming();
    machine.runLookup();
  }
  setRate(state);
}

static void lookup(benchmark::State &state) {
  Case &data = getCase(state.range(0));
  checkResults(data);
  runLookups(state, data, getMachine(data, static_cast<int>(state.range(1))));
}

static void narrowLookup(benchmark::State &state, const NarrowKind &kind) {
  Case &data = getCase(state.range(0));
  checkNarrow(data, kind);
  runLookups(state, data, getNarrow(data, kind).machine);
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

static void int8Bag(benchmark::State &state) {
  Case &data = getCase(state.range(0));
  const int8_t *codes = getPlainCodes(data);
  for (auto _ : state)
    runInt8Bag(data.getNextBatch(), codes, 0.25f, data.bag.data());
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
    const std::string width = "/" + std::to_string(kNarrowWidth);
    for (const NarrowKind &kind : kNarrowKinds)
      std::cout << kind.name << ": machine / machine of f32 = "
                << median(kind.name + width) / median("lookup" + width + "/1")
                << "\n";
    std::cout << "int8: machine / int8 bag = "
              << median("int8" + width) / median("int8_bag" + width) << "\n";
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
    std::ranges::sort(all);
    return all.empty() ? std::nan("") : all[all.size() / 2];
  }

  std::map<std::string, std::vector<double>> times;
};

} // namespace

template <typename Function>
static void add(const char *name, Function function,
                const std::vector<int64_t> &arguments) {
  benchmark::RegisterBenchmark(name, function)
      ->Args(arguments)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->MinTime(0.5)
      ->Repetitions(5);
}

int main(int argc, char **argv) {
  for (int64_t width : {16, 64, 128}) {
    add("lookup", lookup, {width, 1});
    add("twin", schemeTwin, {width});
    add("bag", embeddingBag, {width});
    add("lookup", lookup, {width, 2});
  }
  for (const NarrowKind &kind : kNarrowKinds)
    add(kind.name,
        [&kind](benchmark::State &state) { narrowLookup(state, kind); },
        {kNarrowWidth});
  add("int8_bag", int8Bag, {kNarrowWidth});
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
