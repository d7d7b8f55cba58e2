//===-- SpecSyntax.h - syntax of the operations of a spec -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom directives of SparseCoreSpecOps.td; generated code calls them.

#ifndef SC_DIALECTS_SPARSECORE_SPECSYNTAX_H
#define SC_DIALECTS_SPARSECORE_SPECSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace sc {

/// "[@user, @item rotation 4]"; a member without a rotation has a unit.
mlir::ParseResult parseStackMembers(mlir::OpAsmParser &parser,
                                    mlir::ArrayAttr &tables,
                                    mlir::ArrayAttr &rotations);
void printStackMembers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::ArrayAttr tables, mlir::ArrayAttr rotations);

} // namespace sc

#endif // SC_DIALECTS_SPARSECORE_SPECSYNTAX_H
