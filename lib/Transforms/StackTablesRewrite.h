//===-- StackTablesRewrite.h - a program for given stacks -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of sc-stack-tables that changes IR.

#ifndef SC_LIB_TRANSFORMS_STACKTABLESREWRITE_H
#define SC_LIB_TRANSFORMS_STACKTABLESREWRITE_H

#include "sc/Spec/StackedSpec.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace sc {

/// Where the user has defined `stack`: its first table, or where it is given
/// in `module` the sc.stack.
mlir::Location getStackLocation(mlir::ModuleOp module,
                                const spec::Stack &stack);

/// Replaces each sc.lookup of @main by lookups in the stacks, and erases the
/// sc.spec. Fails after an error and leaves the module as it was.
mlir::LogicalResult rewriteToStacks(mlir::ModuleOp module,
                                    const spec::StackedSpec &stacked);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_STACKTABLESREWRITE_H
