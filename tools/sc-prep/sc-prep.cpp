//===-- sc-prep.cpp - from ids to the buffers of a program ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit codes: 0 ok, 1 the input is wrong, 2 usage.

#include "tools/sc-prep/CheckOptions.h"
#include "tools/sc-prep/CommandLine.h"
#include "tools/sc-prep/Prep.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

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
  absl::Status status = sc::prep::prepare(options, std::cout, std::cerr);
  std::cout.flush();
  if (status.ok() && !std::cout)
    status = absl::UnavailableError("cannot write to standard output");
  if (status.ok())
    return 0;
  std::cerr << "sc-prep: error: " << status.message() << "\n";
  return 1;
}

int main(int argc, char **argv) {
  // A file above the limit of the shell fails like any other write.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    std::cerr << "sc-prep: error: out of memory\n";
  } catch (const std::exception &error) {
    std::cerr << "sc-prep: error: " << error.what() << "\n";
  }
  return 1;
}
