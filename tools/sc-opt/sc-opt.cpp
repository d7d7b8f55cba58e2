// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer driver: reads a module, runs passes, prints the module.

#include "sc/InitAll.h"
#include "sc/Support/InputFormat.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sc::registerAllDialects(registry);
  sc::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "sc optimizer driver\n", registry);
  return sc::runOnInput("sc-opt", input, [&, &input = input, &output = output] {
    return mlir::MlirOptMain(argc, argv, input, output, registry);
  });
}
