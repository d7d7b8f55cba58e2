//===-- Tile.cpp - dialect, attributes and helpers ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the tile dialect, and questions about its buffers.

#include "dialects/Tile/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/Tile/TileDialect.cpp.inc"
#include "dialects/Tile/TileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Tile/TileAttrs.cpp.inc"

void sc::tile::TileDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Tile/TileAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Tile/TileOps.cpp.inc"
      >();
}

namespace sc::tile {

std::optional<Space> getSpace(Type memref) {
  auto type = dyn_cast<MemRefType>(memref);
  if (!type)
    return std::nullopt;
  auto space = dyn_cast_or_null<SpaceAttr>(type.getMemorySpace());
  if (!space)
    return std::nullopt;
  return space.getValue();
}

bool canFold(RowFunction function) {
  return llvm::is_contained({RowFunction::Add, RowFunction::Multiply,
                             RowFunction::Maximum, RowFunction::Minimum,
                             RowFunction::AndInt, RowFunction::AddInt,
                             RowFunction::MultiplyInt, RowFunction::MaximumInt,
                             RowFunction::MinimumInt},
                            function);
}

int64_t getElementBytes(Type elementType) {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

bool fitsBuffer(ShapedType type) {
  constexpr int64_t kMaxBytes = int64_t(1) << 46;
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return false;
  int64_t bytes = getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(bytes, size, bytes) || bytes > kMaxBytes)
      return false;
  return true;
}

int64_t getBufferBytes(Type memref) {
  auto type = cast<MemRefType>(memref);
  return type.getNumElements() * getElementBytes(type.getElementType());
}

bool isAccessInside(int64_t elements, int64_t offset, ArrayRef<int64_t> sizes,
                    ArrayRef<int64_t> strides) {
  int64_t lowest = offset, highest = offset;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (size < 0)
      return false;
    if (size == 0)
      return true;
    int64_t reach = 0;
    int64_t &end = stride < 0 ? lowest : highest;
    if (llvm::MulOverflow(size - 1, stride, reach) ||
        llvm::AddOverflow(end, reach, end))
      return false;
  }
  return lowest >= 0 && highest < elements;
}

} // namespace sc::tile
