//===-- Codegen.h - from loop nests to a shared object ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's bufferization and LLVM lowering, LLVM's code generator, lld.

#ifndef SC_LIB_NATIVE_CODEGEN_H
#define SC_LIB_NATIVE_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sc::native {

/// What the code is compiled for.
inline constexpr const char *kArchitecture = "x86_64";
inline constexpr const char *kCpu = "x86-64-v3";

/// The features of `kCpu` that code may use, by the names of LLVM and of
/// `__builtin_cpu_supports`; sorted.
llvm::ArrayRef<llvm::StringRef> getFeatures();

/// Dialects and interfaces that the kernels need.
void registerKernelDialects(mlir::DialectRegistry &registry);

/// Lowers kernels to the LLVM dialect, in place.
mlir::LogicalResult lowerKernels(mlir::ModuleOp module);

/// The LLVM module: each of `symbols` becomes a function that takes an array
/// of pointers, the arguments of its kernel. Null after an error in the
/// diagnostics of the module's context.
std::unique_ptr<llvm::Module>
translateKernels(mlir::ModuleOp module, llvm::ArrayRef<std::string> symbols,
                 llvm::LLVMContext &context);

/// Optimizes and emits a relocatable object; on failure sets `error`.
std::optional<llvm::SmallVector<char, 0>> emitObject(llvm::Module &module,
                                                     std::string &error);

/// Links one object to a shared object; on failure sets `error`.
std::optional<std::vector<uint8_t>> linkObject(llvm::StringRef object,
                                               std::string &error);

} // namespace sc::native

#endif // SC_LIB_NATIVE_CODEGEN_H
