//===-- sc-run.cpp - runs an executable on the machine model --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit codes: 0 ok, 1 the input is wrong, 2 usage.

#include "tools/sc-run/CommandLine.h"
#include "tools/support/ToolMain.h"

static int runTool(int argc, char **argv) {
  sc::run::RunOptions options;
  if (std::optional<int> code = sc::run::parseCommandLine(argc, argv, options))
    return *code;
  return sc::tools::finish("sc-run", sc::run::runProgram(options, std::cout));
}

int main(int argc, char **argv) {
  return sc::tools::runMain("sc-run", [&] { return runTool(argc, argv); });
}
