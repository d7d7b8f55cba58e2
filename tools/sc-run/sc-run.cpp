//===-- sc-run.cpp - runs an executable on the machine model --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit codes: 0 ok, 1 the input is wrong, 2 usage.

#include "tools/sc-run/CommandLine.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

static int runTool(int argc, char **argv) {
  sc::run::RunOptions options;
  if (std::optional<int> code = sc::run::parseCommandLine(argc, argv, options))
    return *code;
  absl::Status status = sc::run::runProgram(options, std::cout);
  std::cout.flush();
  if (status.ok() && !std::cout)
    status = absl::UnavailableError("cannot write to standard output");
  if (status.ok())
    return 0;
  std::cerr << "sc-run: error: " << status.message() << "\n";
  return 1;
}

int main(int argc, char **argv) {
  // A file above the limit of the shell fails like any other write.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    std::cerr << "sc-run: error: out of memory\n";
  } catch (const std::exception &error) {
    std::cerr << "sc-run: error: " << error.what() << "\n";
  }
  return 1;
}
