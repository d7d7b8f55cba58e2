//===-- CompileBench.cpp - time to compile and to start -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler on 26 and on 1,000 lookups, planning alone, and the start of
// sc-opt beside mlir-opt's.

#include "CompileModule.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
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

/// A module of many lookups over 2,048 SparseCores, from its generator.
static std::string makeManyLookups(int lookups) {
  std::string command = SC_PYTHON " -B " SC_SOURCE_DIR
                                  "/test/Inputs/many_lookups.py " +
                        std::to_string(lookups) + " 512 4";
  std::string text;
  FILE *pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    std::exit(1);
  char buffer[1 << 16];
  while (size_t bytes = std::fread(buffer, 1, sizeof(buffer), pipe))
    text.append(buffer, bytes);
  if (pclose(pipe) != 0) {
    std::cerr << "cannot run " << command << "\n";
    std::exit(1);
  }
  return text;
}

static void compile(benchmark::State &state, const std::string &text,
                    const std::string &target) {
  size_t bytes = 0;
  double before = getCpuSeconds();
  for (auto _ : state)
    bytes = compileModule(text, target).size();
  state.counters["cpu_s"] =
      (getCpuSeconds() - before) / static_cast<double>(state.iterations());
  state.counters["scx_bytes"] = static_cast<double>(bytes);
}

static void lower(benchmark::State &state, const std::string &text,
                  const std::string &target, const std::string &stage) {
  double before = getCpuSeconds();
  for (auto _ : state)
    lowerModule(text, target, stage);
  state.counters["cpu_s"] =
      (getCpuSeconds() - before) / static_cast<double>(state.iterations());
}

static void start(benchmark::State &state, const std::string &tool) {
  std::string command = "echo 'module {}' | " + tool + " -o /dev/null";
  for (auto _ : state)
    if (std::system(command.c_str()) != 0)
      state.SkipWithError("the tool failed");
}

namespace {

/// Prints the usual table, then what the medians say.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        medians[run.run_name.function_name] = run.GetAdjustedRealTime();
  }

  void Finalize() override {
    printRatio("start/" SC_OPT, "start/" SC_MLIR_OPT);
    printRatio("compile/1000_lookups", "compile/26_lookups");
    if (medians.contains("until_planned/1000_lookups") &&
        medians.contains("until_sc/1000_lookups"))
      std::cout << "planning 1000 lookups = "
                << medians["until_planned/1000_lookups"] -
                       medians["until_sc/1000_lookups"]
                << " ms\n";
  }

private:
  void printRatio(const std::string &above, const std::string &below) {
    if (medians.contains(above) && medians.contains(below))
      std::cout << above << " / " << below << " = "
                << medians[above] / medians[below] << "\n";
  }

  std::map<std::string, double> medians;
};

} // namespace

template <typename Function, typename... Arguments>
static benchmark::internal::Benchmark *add(const std::string &name,
                                           Function *function,
                                           const Arguments &...arguments) {
  return benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
      ->Unit(benchmark::kMillisecond);
}

int main(int argc, char **argv) {
  std::string dlrm = readFile(
      SC_SOURCE_DIR "/test/corpus/mlir/dlrm_dcnv2_emb_unstacked_4dev.mlir");
  add("compile/dlrm_dcnv2_26_lookups", compile, dlrm, std::string("v5p:2x2x1"))
      ->Repetitions(3);
  const std::string chips = "v5p:8x8x8";
  std::string many = makeManyLookups(1000);
  add("compile/26_lookups", compile, makeManyLookups(26), chips)
      ->Repetitions(3);
  add("compile/1000_lookups", compile, many, chips)->Repetitions(3);
  for (std::string stage : {"sc", "planned"})
    add("until_" + stage + "/1000_lookups", lower, many, chips, stage)
        ->Repetitions(3);
  for (std::string tool : {SC_OPT, SC_MLIR_OPT})
    add("start/" + tool, start, tool)->UseRealTime()->Repetitions(5);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
