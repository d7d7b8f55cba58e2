//===-- CompileBench.cpp - time to compile and to start -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler on 26 lookups, and the start of sc-opt beside mlir-opt's.

#include "CompileModule.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace sc::bench;

/// Processor seconds of this process, user and system.
static double getCpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static std::string readFile(const std::string &path) {
  std::ifstream file(path);
  if (!file) {
    std::cerr << "cannot open " << path << "\n";
    std::exit(1);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

static void compileModule26(benchmark::State &state) {
  std::string text = readFile(
      SC_SOURCE_DIR "/test/corpus/mlir/dlrm_dcnv2_emb_unstacked_4dev.mlir");
  size_t bytes = 0;
  double before = getCpuSeconds();
  for (auto _ : state)
    bytes = compileModule(text, "v5p:2x2x1").size();
  state.counters["cpu_s"] =
      (getCpuSeconds() - before) / static_cast<double>(state.iterations());
  state.counters["scx_bytes"] = static_cast<double>(bytes);
}

static void start(benchmark::State &state, const std::string &tool) {
  std::string command = "echo 'module {}' | " + tool + " -o /dev/null";
  for (auto _ : state)
    if (std::system(command.c_str()) != 0)
      state.SkipWithError("the tool failed");
}

namespace {

/// Prints the usual table, then how long sc-opt starts relative to mlir-opt.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        medians.emplace_back(run.run_name.function_name,
                             run.GetAdjustedRealTime());
  }

  void Finalize() override {
    double times[2] = {};
    for (const auto &[name, time] : medians)
      if (name.rfind("start/", 0) == 0)
        times[name.find("mlir-opt") != std::string::npos] = time;
    std::cout << "start of sc-opt / start of mlir-opt = " << times[0] / times[1]
              << "\n";
  }

private:
  std::vector<std::pair<std::string, double>> medians;
};

} // namespace

int main(int argc, char **argv) {
  benchmark::RegisterBenchmark("compile/dlrm_dcnv2_26_lookups", compileModule26)
      ->Unit(benchmark::kMillisecond)
      ->Repetitions(3);
  for (const char *tool : {SC_OPT, SC_MLIR_OPT})
    benchmark::RegisterBenchmark((std::string("start/") + tool).c_str(), start,
                                 std::string(tool))
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Repetitions(5);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
