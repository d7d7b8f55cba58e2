//===-- Tile.h - the tile dialect -------------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dialect, attributes and operations of the machine-level IR.

#ifndef SC_DIALECTS_TILE_TILE_H
#define SC_DIALECTS_TILE_TILE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Tile/TileDialect.h.inc"
#include "dialects/Tile/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Tile/TileAttrs.h.inc"

namespace sc::tile {
class SequencerOp;
} // namespace sc::tile

#define GET_OP_CLASSES
#include "dialects/Tile/TileOps.h.inc"

namespace sc::tile {

/// The space of a memref; nothing where it has none of this dialect.
std::optional<Space> getSpace(mlir::Type memref);

/// Operands of a function of words.
constexpr int getNumOperands(RowFunction function) {
  switch (function) {
  case RowFunction::Select:
    return 3;
  case RowFunction::Copy:
  case RowFunction::Negate:
  case RowFunction::Abs:
  case RowFunction::Sign:
  case RowFunction::Sqrt:
  case RowFunction::Rsqrt:
  case RowFunction::Exponential:
  case RowFunction::Log:
  case RowFunction::LogPlusOne:
  case RowFunction::IsFinite:
  case RowFunction::IntToFloat:
  case RowFunction::FloatToInt:
    return 1;
  default:
    return 2;
  }
}

/// True where `function` can fold a row to a word.
bool canFold(RowFunction function);

/// Bytes of one element as it lies in memory: i1 takes a byte.
int64_t getElementBytes(mlir::Type elementType);

/// True where one buffer can hold all of `type`: the shape is static, elements
/// are integers or floats, and the bytes are at most 2^46.
bool fitsBuffer(mlir::ShapedType type);

/// Bytes of a memref of static shape, row-major and dense.
int64_t getBufferBytes(mlir::Type memref);

/// True where the access offset + sum(strides * index) over `sizes` stays in
/// [0, elements).
bool isAccessInside(int64_t elements, int64_t offset,
                    llvm::ArrayRef<int64_t> sizes,
                    llvm::ArrayRef<int64_t> strides);

} // namespace sc::tile

#endif // SC_DIALECTS_TILE_TILE_H
