//===-- sc-compile.cpp - ahead-of-time compiler ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command line of the compiler.

#include "Driver.h"

#include "sc/Pipelines/Pipelines.h"
#include "sc/Target/Target.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>

namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("sc-compile options");

cl::opt<std::string> input(cl::Positional, cl::init("-"),
                           cl::desc("<StableHLO text, - for standard input>"),
                           cl::cat(category));
cl::opt<std::string> output("o", cl::value_desc("file"),
                            cl::desc("where the executable, or the IR of "
                                     "--compile-to, is written"),
                            cl::cat(category));
cl::opt<std::string> target("target", cl::value_desc("NAME[:AxB[xC]]"),
                            cl::desc("machine and chips along each axis; "
                                     "help lists machines"),
                            cl::cat(category));
cl::opt<std::string> compileTo("compile-to", cl::value_desc("stage"),
                               cl::desc("stop behind a stage and print its IR: "
                                        "stablehlo, sc, planned, tile, placed"),
                               cl::cat(category));
cl::opt<sc::ReportFormat>
    report("report", cl::desc("print what was decided"),
           cl::values(clEnumValN(sc::ReportFormat::Text, "text", "for people"),
                      clEnumValN(sc::ReportFormat::Json, "json",
                                 "for programs; docs/Report.md")),
           cl::init(sc::ReportFormat::None), cl::cat(category));
cl::opt<bool> remarks("remarks", cl::desc("print why it was decided"),
                      cl::cat(category));

} // namespace

static int usage(const llvm::Twine &message) {
  llvm::errs() << "sc-compile: error: " << message << "\n";
  return 2;
}

/// An error text for options that do not go together; empty if they do.
static std::string checkOptions() {
  bool isStage = compileTo.empty();
  std::string names;
  for (const sc::Stage &stage : sc::getStages()) {
    isStage |= stage.name == compileTo;
    names += (names.empty() ? "" : ", ") + stage.name.str();
  }
  if (!isStage)
    return "unknown stage '" + compileTo + "'; stages: " + names;
  if (target.empty() && compileTo != "stablehlo")
    return "missing --target=NAME[:AxB[xC]]; --target=help lists machines";
  if (!compileTo.empty() && report != sc::ReportFormat::None)
    return "--report goes with an executable, not with --compile-to";
  if (compileTo.empty() && output.empty() && report == sc::ReportFormat::None)
    return "nothing to do: give -o FILE, --report or --compile-to";
  if (output == "-" && report != sc::ReportFormat::None)
    return "-o - and --report both write to standard output";
  return "";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Compiles SparseCore programs ahead of time.\n",
          &llvm::errs()))
    return 2;
  if (target == "help") {
    sc::printTargets(std::cout);
    return 0;
  }
  std::string error = checkOptions();
  if (!error.empty())
    return usage(error);
  return sc::compile({input, output, target, compileTo, report, remarks});
}
