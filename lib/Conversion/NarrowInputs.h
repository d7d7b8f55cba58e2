//===-- NarrowInputs.h - arguments that are narrow tables -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a runtime has to know to fill inputs from f32 rows, read off the
// lookups.

#ifndef SC_LIB_CONVERSION_NARROWINPUTS_H
#define SC_LIB_CONVERSION_NARROWINPUTS_H

#include "dialects/SparseCore/SparseCore.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace sc {

/// Attributes of `tile.input`, see sc/Conversion/NarrowAttributes.h, by number
/// of the argument.
using NarrowInputs = std::map<unsigned, mlir::NamedAttrList>;

/// The arguments of `main` that lookups read as narrow tables, as they are or
/// through manual computations and reshapes. Fails after an error where two
/// lookups read one argument differently, or two tables have one scale.
mlir::FailureOr<NarrowInputs> findNarrowInputs(mlir::func::FuncOp main);

} // namespace sc

#endif // SC_LIB_CONVERSION_NARROWINPUTS_H
