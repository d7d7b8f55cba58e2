//===-- ScheduleBuilder.cpp - makes the host schedule ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, copies and shards of the host schedule.

#include "ScheduleBuilder.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sc {

SmallVector<int64_t> getDenseStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

//===----------------------------------------------------------------------===//
// Shards
//===----------------------------------------------------------------------===//

/// Coordinates of the device at position `position` of the mesh, by axis.
static SmallVector<int64_t> getCoordinates(sdy::MeshAttr mesh,
                                           int64_t position) {
  SmallVector<int64_t> coordinates(mesh.getAxes().size());
  for (size_t axis = coordinates.size(); axis-- > 0;) {
    int64_t size = mesh.getAxes()[axis].getSize();
    coordinates[axis] = position % size;
    position /= size;
  }
  return coordinates;
}

static int64_t getCoordinate(sdy::MeshAttr mesh, ArrayRef<int64_t> coordinates,
                             StringRef name) {
  for (auto [axis, coordinate] : llvm::zip_equal(mesh.getAxes(), coordinates))
    if (axis.getName() == name)
      return coordinate;
  return 0;
}

SmallVector<int64_t> getShardOffsets(sdy::TensorShardingAttr sharding,
                                     sdy::MeshAttr mesh,
                                     sdy::ManualAxesAttr manualAxes,
                                     ArrayRef<int64_t> globalShape,
                                     ArrayRef<int64_t> localShape, bool once) {
  SmallVector<int64_t> strides = getDenseStrides(globalShape);
  int64_t devices = mesh.getDeviceCount();
  SmallVector<int64_t> offsets(devices, -1);
  llvm::SmallSetVector<int64_t, 8> seen;
  for (int64_t position = 0; position < devices; ++position) {
    SmallVector<int64_t> coordinates = getCoordinates(mesh, position);
    int64_t offset = 0;
    for (auto [dim, size] : llvm::enumerate(localShape)) {
      int64_t part = 0;
      for (StringRef axis : sharding.getAxesOfDim(dim))
        if (manualAxes.contains(axis))
          part = part * mesh.getAxisSize(axis) +
                 getCoordinate(mesh, coordinates, axis);
      offset += part * size * strides[dim];
    }
    int64_t device =
        mesh.getDeviceIds().empty() ? position : mesh.getDeviceIds()[position];
    if (seen.insert(offset) || !once)
      offsets[device] = offset;
  }
  return offsets;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

ScheduleBuilder::ScheduleBuilder(tile::ScheduleOp schedule)
    : builder(OpBuilder::atBlockEnd(&schedule.getBody().front())) {}

ArrayRef<Value> ScheduleBuilder::getBuffers(Value value) const {
  auto found = buffers.find(value);
  assert(found != buffers.end() && "operands are converted before their users");
  return found->second;
}

Value ScheduleBuilder::getBuffer(Value value) const {
  return getBuffers(value).front();
}

void ScheduleBuilder::map(Value value, ArrayRef<Value> leaves) {
  // `leaves` may lie in the map, which moves when it grows.
  SmallVector<Value, 1> copy(leaves);
  buffers[value] = std::move(copy);
}

Value ScheduleBuilder::alloc(Location location, Type tensor, tile::Space where,
                             tile::BufferClass bufferClass, StringRef name) {
  auto type = cast<RankedTensorType>(tensor);
  auto attr = tile::SpaceAttr::get(builder.getContext(), where);
  auto memref = MemRefType::get(type.getShape(), type.getElementType(),
                                MemRefLayoutAttrInterface(), attr);
  return tile::AllocOp::create(builder, location, memref, name, bufferClass,
                               IntegerAttr(), IntegerAttr(), IntegerAttr());
}

SmallVector<Value> ScheduleBuilder::allocValue(Location location, Type type) {
  SmallVector<Value> leaves;
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type element : tuple.getTypes())
      llvm::append_range(leaves, allocValue(location, element));
    return leaves;
  }
  std::string name = "temporary" + std::to_string(nextTemporary++);
  leaves.push_back(
      alloc(location, type, space, tile::BufferClass::Temporary, name));
  return leaves;
}

Value ScheduleBuilder::allocResult(Operation *op, unsigned index) {
  SmallVector<Value> leaves =
      allocValue(op->getLoc(), op->getResult(index).getType());
  map(op->getResult(index), leaves);
  return leaves.front();
}

//===----------------------------------------------------------------------===//
// Copies and fills
//===----------------------------------------------------------------------===//

void ScheduleBuilder::copy(Location location, const StridedView &source,
                           const StridedView &destination,
                           ArrayRef<int64_t> sizes,
                           std::optional<ArrayRef<int64_t>> devices) {
  if (llvm::is_contained(sizes, 0))
    return;
  tile::CopyOp::create(builder, location, source.buffer, destination.buffer,
                       builder.getI64IntegerAttr(source.offset),
                       builder.getDenseI64ArrayAttr(source.strides),
                       builder.getI64IntegerAttr(destination.offset),
                       builder.getDenseI64ArrayAttr(destination.strides),
                       builder.getDenseI64ArrayAttr(sizes),
                       devices ? builder.getDenseI64ArrayAttr(*devices)
                               : DenseI64ArrayAttr());
}

void ScheduleBuilder::copyAll(Location location, Value source,
                              Value destination,
                              std::optional<ArrayRef<int64_t>> devices) {
  auto type = cast<MemRefType>(source.getType());
  copy(location, {source, 0, {1}}, {destination, 0, {1}},
       {type.getNumElements()}, devices);
}

void ScheduleBuilder::fill(Location location, Attribute value,
                           const StridedView &destination,
                           ArrayRef<int64_t> sizes) {
  if (llvm::is_contained(sizes, 0))
    return;
  tile::FillOp::create(builder, location, cast<TypedAttr>(value),
                       destination.buffer,
                       builder.getI64IntegerAttr(destination.offset),
                       builder.getDenseI64ArrayAttr(destination.strides),
                       builder.getDenseI64ArrayAttr(sizes));
}

void ScheduleBuilder::fillWith(Location location, Value value,
                               const StridedView &destination,
                               ArrayRef<int64_t> sizes) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  if (auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                            : SplatElementsAttr())
    return fill(location, splat.getSplatValue<Attribute>(), destination, sizes);
  SmallVector<int64_t> strides(sizes.size(), 0);
  copy(location, {getBuffer(value), 0, strides}, destination, sizes);
}

//===----------------------------------------------------------------------===//
// What is not compiled
//===----------------------------------------------------------------------===//

void ScheduleBuilder::leaveOut(Operation *op, StringRef reason) {
  SmallVector<Value> results;
  for (Value result : op->getResults()) {
    SmallVector<Value> leaves = allocValue(op->getLoc(), result.getType());
    llvm::append_range(results, leaves);
    map(result, leaves);
  }
  StringRef name = op->getName().getStringRef();
  std::string target;
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    target = (name + " @" + call.getCallTargetName()).str();
  op->emitRemark() << "left out (" << reason << ")";
  tile::LeftOutOp::create(builder, op->getLoc(),
                          target.empty() ? name : StringRef(target), reason,
                          results);
}

} // namespace sc
