//===-- sc-prep.cpp - from ids to the buffers of a program ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit codes: 0 ok, 1 the input is wrong, 2 usage.

#include "tools/sc-prep/CheckOptions.h"
#include "tools/sc-prep/CommandLine.h"
#include "tools/sc-prep/Prep.h"
#include "tools/support/ToolMain.h"

#include <span>

static int runTool(int argc, char **argv) {
  const std::span<const char *const> arguments(argv, static_cast<size_t>(argc));
  if (std::string problem =
          sc::prep::findEmptyValue(arguments.subspan(argc > 0 ? 1 : 0));
      !problem.empty()) {
    std::cerr << "sc-prep: error: " << problem
              << "\nrun with --help for more information\n";
    return 2;
  }
  sc::prep::Options options;
  if (std::optional<int> code = sc::prep::parseCommandLine(argc, argv, options))
    return *code;
  return sc::tools::finish("sc-prep",
                           sc::prep::prepare(options, std::cout, std::cerr));
}

int main(int argc, char **argv) {
  return sc::tools::runMain("sc-prep", [&] { return runTool(argc, argv); });
}
