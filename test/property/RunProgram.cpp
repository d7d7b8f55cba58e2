//===-- RunProgram.cpp - compile, load and run ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of one program that must agree.

#include "RunProgram.h"

#include "gtest/gtest.h"

#include <algorithm>

using sc::runtime::DmaTiming;
using sc::runtime::Machine;
using sc::runtime::MachineOptions;

namespace sc::test {

std::optional<format::Executable> compileAndLoad(const std::string &text,
                                                 const std::string &target,
                                                 const SplitPlan *plan) {
  CompiledText compiled = compileText(text, target, plan);
  if (compiled.bytes.empty()) {
    ADD_FAILURE() << compiled.errors << "\n" << text;
    return std::nullopt;
  }
  auto executable = format::Executable::load(std::move(compiled.bytes));
  if (!executable.ok()) {
    ADD_FAILURE() << executable.status() << "\n" << text;
    return std::nullopt;
  }
  return *std::move(executable);
}

static bool setInputs(Machine &machine, const std::vector<Bytes> &inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::span<std::byte> input = machine.getInput(i);
    EXPECT_EQ(input.size(), inputs[i].size()) << "input " << i;
    if (input.size() != inputs[i].size())
      return false;
    std::copy(inputs[i].begin(), inputs[i].end(), input.begin());
  }
  return true;
}

RunResult run(const format::Executable &executable,
              const std::vector<Bytes> &inputs, const MachineOptions &options,
              int runs) {
  RunResult result;
  auto machine = Machine::create(executable, options);
  result.status = machine.status();
  if (!machine.ok())
    return result;
  for (int i = 0; i < runs && result.status.ok(); ++i) {
    // A run may overwrite its inputs, so they are set for each.
    if (!setInputs(**machine, inputs))
      return result;
    result.status = (*machine)->run();
  }
  for (size_t i = 0; i < executable.getProgram().outputs()->size(); ++i) {
    std::span<const std::byte> output = (*machine)->getOutput(i);
    result.outputs.emplace_back(output.begin(), output.end());
  }
  result.counters = (*machine)->getCounters();
  return result;
}

std::vector<MachineOptions> getVariants() {
  return {{.threads = 1,
           .poison = true,
           .dmaTiming = DmaTiming::AtStart,
           .allowNative = true},
          {.threads = 2,
           .poison = false,
           .dmaTiming = DmaTiming::AtWait,
           .allowNative = true},
          {.threads = 7,
           .poison = true,
           .dmaTiming = DmaTiming::AtWait,
           .allowNative = true},
          {.threads = 7,
           .poison = false,
           .dmaTiming = DmaTiming::AtStart,
           .allowNative = true}};
}

std::string describe(const MachineOptions &options) {
  return std::to_string(options.threads) + " threads, poison " +
         (options.poison ? "on" : "off") + ", DMA at " +
         (options.dmaTiming == DmaTiming::AtStart ? "start" : "wait");
}

static void expectSameCounters(const runtime::Counters &actual,
                               const runtime::Counters &expected) {
  for (const runtime::CounterInfo &info : runtime::getCounterInfos())
    EXPECT_EQ(actual.*info.field, expected.*info.field) << info.name;
}

static void expectPeaksInside(const runtime::Counters &counters) {
  for (const runtime::BufferPeak &peak : counters.peaks)
    EXPECT_LE(peak.touchedBytes, peak.allocatedBytes)
        << "space " << static_cast<int>(peak.space) << ", class "
        << static_cast<int>(peak.bufferClass);
  for (const runtime::SpacePeak &peak : counters.spacePeaks)
    EXPECT_LE(peak.touchedBytes, peak.allocatedBytes)
        << "space " << static_cast<int>(peak.space);
}

RunResult runVariants(const format::Executable &executable,
                      const std::vector<Bytes> &inputs) {
  std::vector<MachineOptions> variants = getVariants();
  RunResult first = run(executable, inputs, variants.front());
  EXPECT_TRUE(first.status.ok()) << first.status;
  expectPeaksInside(first.counters);
  for (size_t i = 1; i < variants.size() && first.status.ok(); ++i) {
    SCOPED_TRACE(describe(variants[i]));
    RunResult other = run(executable, inputs, variants[i]);
    EXPECT_TRUE(other.status.ok()) << other.status;
    EXPECT_TRUE(other.outputs == first.outputs) << "the bits differ";
    expectSameCounters(other.counters, first.counters);
  }
  RunResult again = run(executable, inputs, variants.front(), /*runs=*/2);
  EXPECT_TRUE(again.outputs == first.outputs) << "a second run differs";
  return first;
}

} // namespace sc::test
