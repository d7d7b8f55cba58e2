//===-- sc-compile.cpp - ahead-of-time compiler ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's main function.

#include "CommandLine.h"

#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  sc::CommandLine commandLine;
  if (!sc::parseCommandLine(argc, argv, commandLine))
    return 2;
  if (commandLine.listTargets)
    return sc::listTargets(commandLine.driver);
  if (commandLine.explain)
    return sc::explain(commandLine.driver, *commandLine.explain);
  return sc::compile(commandLine.driver);
}
