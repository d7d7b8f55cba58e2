// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of everything the tools need.

#include "sc/InitAll.h"

#include "dialects/Shardy/Shardy.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/StableHLO/StableHLO.h"
#include "dialects/Tile/Tile.h"
#include "sc/Conversion/Passes.h"
#include "sc/Pipelines/Pipelines.h"
#include "sc/Transforms/Passes.h"

#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

void sc::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                  sdy::SdyDialect, SCDialect, stablehlo::StableHLODialect,
                  tile::TileDialect>();
  mlir::func::registerInlinerExtension(registry);
}

void sc::registerAllPasses() {
  mlir::registerTransformsPasses();
  registerScConversionPasses();
  registerScTransformsPasses();
  registerPipelines();
}
