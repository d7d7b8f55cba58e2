//===-- ElementTypes.h - element types of the format ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From MLIR types to those that a file names.

#ifndef SC_LIB_SERIALIZE_ELEMENTTYPES_H
#define SC_LIB_SERIALIZE_ELEMENTTYPES_H

#include "runtime/format/program_generated.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace sc {

/// Nothing for a type that a file cannot hold.
std::optional<format::ElementType> getElementType(mlir::Type type);

} // namespace sc

#endif // SC_LIB_SERIALIZE_ELEMENTTYPES_H
