//===-- CommandLine.cpp - options of sc-run -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line may say; anything else is a usage error.

#include "tools/sc-run/CommandLine.h"

#include "tools/support/Choice.h"

#include <cmath>
#include <iostream>
#include <limits>

namespace sc::run {

using runtime::DmaTiming;
using tools::addChoice;

static void addOptions(CLI::App &app, RunOptions &options) {
  app.add_option("program", options.program, "Executable, *.scx")->required();
  app.add_option("--inputs", options.inputs,
                 "Arrays arg<i>, or by the inputs' names (.npz); several files "
                 "are separated by commas, or the option repeated")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--outputs", options.outputs,
                 "Where to write arrays out<i> (.npz)");
  CLI::Option *expect = app.add_option("--expect", options.expect,
                                       "Arrays out<i> to compare with (.npz)");
  app.add_option("--rtol", options.tolerance,
                 "Largest |a-b| / (1 + |b|) that is as expected")
      ->needs(expect)
      ->capture_default_str()
      ->check([](const std::string &text) {
        double value = std::strtod(text.c_str(), nullptr);
        bool isValid = std::isfinite(value) && value >= 0;
        return isValid ? "" : "must be finite and not negative, is " + text;
      });
  app.add_option("--threads", options.machine.threads,
                 "Worker threads [default: one for each core]")
      ->check(CLI::Range(1, 4096));
  addChoice<CountersFormat>(
      app, "--counters", options.counters, "Print counters after the run",
      {{"text", CountersFormat::Text}, {"json", CountersFormat::Json}});
  app.add_option("--target", options.target,
                 "Fail unless the program is for this machine (NAME:AxB[xC])");
}

static void addMachineOptions(CLI::App &app, RunOptions &options) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  app.add_option("--hbm-reserved-bytes", options.machine.reservedHbmBytes,
                 "HBM of each device that others hold, in bytes; the program "
                 "must fit beside it where the target's HBM is known "
                 "[default: 0]")
      ->check(CLI::Range(int64_t{0}, kMost));
  options.machine.allowNative = true;
  app.add_flag_callback(
      "--no-native", [&] { options.machine.allowNative = false; },
      "Refuse to run native code of the program, which may do whatever this "
      "process may");
}

static void addTestOptions(CLI::App &app, RunOptions &options) {
  app.add_flag("--poison", options.machine.poison,
               "Fill all memories with NaN before they are used");
  addChoice<DmaTiming>(
      app, "--dma-timing", options.machine.dmaTiming,
      "When asynchronous transfers take effect [default: start]",
      {{"start", DmaTiming::AtStart}, {"wait", DmaTiming::AtWait}});
}

std::optional<int> parseCommandLine(int argc, char **argv,
                                    RunOptions &options) {
  CLI::App app("Runs a SparseCore program on the machine model.", "sc-run");
  addOptions(app, options);
  addMachineOptions(app, options);
  addTestOptions(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    std::cerr << "sc-run: error: " << error.what()
              << "\nrun with --help for more information\n";
    return 2;
  }
  return std::nullopt;
}

} // namespace sc::run
