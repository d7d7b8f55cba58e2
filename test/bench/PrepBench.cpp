//===-- PrepBench.cpp - from ids to device buffers ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The preprocessing library beside its twin, in turns. With --serve=<case> it
// runs one case as often as it reads a line and prints times as JSON, for
// peer_preprocessing.py.

#include "PrepTwin.h"
#include "PrepWorkload.h"
#include "test/unit/host/AllocationCount.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <malloc.h>
#include <map>
#include <string_view>

using namespace sc;
using namespace sc::bench;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Bytes that are allocated, in small and in large blocks.
static int64_t getAllocatedBytes() {
  struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd);
}

static int64_t countBytes(const host::Results &results) {
  size_t bytes = 0;
  for (const host::StackResult &stack : results.stacks) {
    const host::Buffers &buffers = stack.buffers;
    bytes += buffers.rowPointers.size_bytes() +
             buffers.embeddingIds.size_bytes() +
             buffers.sampleIds.size_bytes() + buffers.gains.size_bytes();
  }
  return static_cast<int64_t>(bytes);
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

static const host::Results &run(host::Preprocessor &preprocessor,
                                const PrepWorkload &workload) {
  auto results = preprocessor.run(workload.getBatch());
  if (results.ok())
    return **results;
  std::cerr << results.status().message() << "\n";
  std::abort();
}

/// Nanoseconds of `work`.
template <typename Work> static double measure(const Work &work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now() - start)
      .count();
}

static double getMedian(std::vector<double> values) {
  auto middle = values.begin() + static_cast<int64_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Both must give the same bytes before any of them is measured.
static void checkTwin(const PrepTwin &twin, const host::Results &results) {
  if (twin.isEqualTo(results))
    return;
  std::cerr << "the twin disagrees with the library\n";
  std::abort();
}

static void preprocess(benchmark::State &state, const PrepCase &prepCase) {
  PrepWorkload workload(prepCase);
  const auto numIds = static_cast<double>(workload.numIds);
  const int64_t bytesBefore = getAllocatedBytes();
  host::Preprocessor preprocessor = workload.makePreprocessor();
  const host::Results &results = run(preprocessor, workload);
  const int64_t working =
      getAllocatedBytes() - bytesBefore - countBytes(results);
  PrepTwin twin(workload);
  twin.run();
  checkTwin(twin, results);

  std::vector<double> ours, twins;
  int64_t numAllocations = 0;
  for (auto _ : state) {
    const int64_t before = test::allocations;
    double time = measure([&] { run(preprocessor, workload); });
    numAllocations += test::allocations - before;
    ours.push_back(time);
    state.SetIterationTime(time * 1e-9);
    twins.push_back(measure([&] { twin.run(); }));
  }
  state.counters["ns_per_id"] = getMedian(ours) / numIds;
  state.counters["min_ns_per_id"] = *std::ranges::min_element(ours) / numIds;
  state.counters["twin_ns_per_id"] = getMedian(twins) / numIds;
  state.counters["of_twin"] = getMedian(ours) / getMedian(twins);
  state.counters["working_bytes_per_id"] =
      static_cast<double>(working) / numIds;
  state.counters["allocations"] = static_cast<double>(numAllocations);
  state.counters["minibatches"] = static_cast<double>(results.numMinibatches);
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

namespace {

/// Prints the usual table, then what two threads gain.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs)
      if (run.counters.contains("ns_per_id"))
        times[run.run_name.function_name] = run.counters.at("ns_per_id");
  }

  void Finalize() override {
    for (const auto &[name, time] : times)
      if (auto two = times.find(name + "_2_threads"); two != times.end())
        std::cout << name
                  << ": one thread / two threads = " << time / two->second
                  << "\n";
  }

private:
  std::map<std::string, double> times;
};

} // namespace

/// Nanoseconds of processor time of all threads.
static double getCpuTime() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 +
         static_cast<double>(time.tv_nsec);
}

/// Nanoseconds per id of one run for each line of the input.
static int serve(const std::string &name) {
  const PrepCase *prepCase = findPrepCase(name);
  if (!prepCase) {
    std::cerr << "no case '" << name << "'\n";
    return 2;
  }
  PrepWorkload workload(*prepCase);
  host::Preprocessor preprocessor = workload.makePreprocessor();
  run(preprocessor, workload);
  const auto numIds = static_cast<double>(workload.numIds);
  for (std::string line; std::getline(std::cin, line);) {
    double cpu = getCpuTime();
    double time = measure([&] { run(preprocessor, workload); });
    cpu = getCpuTime() - cpu;
    std::cout << "{\"case\": \"" << name
              << "\", \"ns_per_id\": " << time / numIds
              << ", \"cpu_ns_per_id\": " << cpu / numIds << "}" << std::endl;
  }
  return 0;
}

int main(int argc, char **argv) {
  constexpr std::string_view kServe = "--serve=";
  if (argc == 2 && std::string_view(argv[1]).starts_with(kServe))
    return serve(argv[1] + kServe.size());
  for (const PrepCase &prepCase : getPrepCases())
    benchmark::RegisterBenchmark(prepCase.name.c_str(), preprocess, prepCase)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(prepCase.batch >= 16384 ? 15 : 101);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
