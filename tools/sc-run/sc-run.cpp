//===-- sc-run.cpp - runs an executable on the machine model --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line; Run.h has the rest. Exit codes: 0 ok, 1 the input is
// wrong, 2 usage.

#include "tools/sc-run/Run.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <iostream>
#include <map>
#include <new>

using namespace sc::run;
using sc::runtime::DmaTiming;

static void addOptions(CLI::App &app, RunOptions &options) {
  app.add_option("program", options.program, "Executable, *.scx")->required();
  app.add_option("--inputs", options.inputs,
                 "Arrays arg<i>, or by the inputs' names (.npz)");
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
  app.add_option("--counters", options.counters,
                 "Print counters after the run: text or json")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, CountersFormat>{{"text", CountersFormat::Text},
                                                {"json", CountersFormat::Json}},
          CLI::ignore_case));
  app.add_option("--target", options.target,
                 "Fail unless the program is for this machine (NAME:AxB[xC])");
}

static void addTestOptions(CLI::App &app, RunOptions &options) {
  app.add_flag("--poison", options.machine.poison,
               "Fill all memories with NaN before they are used");
  app.add_option("--dma-timing", options.machine.dmaTiming,
                 "When asynchronous transfers take effect: start or wait")
      ->transform(CLI::CheckedTransformer(std::map<std::string, DmaTiming>{
          {"start", DmaTiming::AtStart}, {"wait", DmaTiming::AtWait}}));
}

static int runTool(int argc, char **argv) {
  RunOptions options;
  CLI::App app("Runs a SparseCore program on the machine model.", "sc-run");
  addOptions(app, options);
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
  absl::Status status = runProgram(options, std::cout);
  std::cout.flush();
  if (status.ok())
    return 0;
  std::cerr << "sc-run: error: " << status.message() << "\n";
  return 1;
}

int main(int argc, char **argv) {
  try {
    return runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    std::cerr << "sc-run: error: out of memory\n";
  } catch (const std::exception &error) {
    std::cerr << "sc-run: error: " << error.what() << "\n";
  }
  return 1;
}
