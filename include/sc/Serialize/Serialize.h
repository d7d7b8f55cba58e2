//===-- Serialize.h - IR to executable --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a placed module into the tables of an .scx file.

#ifndef SC_SERIALIZE_SERIALIZE_H
#define SC_SERIALIZE_SERIALIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sc::format {
struct ProgramT;
} // namespace sc::format

namespace sc {

/// Where a program came from; stored in the file.
struct SourceInfo {
  std::string name;
  std::string text;
};

/// The program of `module`, which holds one tile.schedule with placed buffers.
/// Fails after an error at the operation that cannot be serialized.
mlir::LogicalResult serializeModule(mlir::ModuleOp module,
                                    const SourceInfo &source,
                                    format::ProgramT &program);

/// The bytes of an .scx file.
std::vector<uint8_t> packProgram(const format::ProgramT &program);

/// A location as "file:line:column", with the names around it in front:
/// `"reshape"(model.py:12:3)`; "unknown" where there is none.
std::string describeLocation(mlir::Location location);

} // namespace sc

#endif // SC_SERIALIZE_SERIALIZE_H
