//===-- ModuleTarget.h - the machine of a module ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the attribute of a module to the description of its machine.

#ifndef SC_TARGET_MODULETARGET_H
#define SC_TARGET_MODULETARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace sc {

struct MachineDescription;

/// The machine that `module` is compiled for, never null. Fails after an error
/// at the module where it has no target or an unknown one.
mlir::FailureOr<const MachineDescription *>
findTargetMachine(mlir::ModuleOp module);

} // namespace sc

#endif // SC_TARGET_MODULETARGET_H
