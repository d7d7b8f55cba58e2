//===-- ScheduleBuilder.cpp - makes the host schedule ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, copies and shards of the host schedule.

#include "ScheduleBuilder.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

#include <set>

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

namespace {
/// A mesh axis that cuts a dimension: how a device's part of the offset
/// follows from its position.
struct CuttingAxis {
  int64_t stride; // of the axis in positions of the mesh
  int64_t size;
  int64_t step; // elements from one coordinate to the next
};
} // namespace

static std::optional<CuttingAxis> findAxis(sdy::MeshAttr mesh, StringRef name) {
  int64_t stride = 1;
  for (sdy::MeshAxisAttr axis : llvm::reverse(mesh.getAxes())) {
    if (axis.getName() == name)
      return CuttingAxis{stride, axis.getSize(), 0};
    stride *= axis.getSize();
  }
  return std::nullopt;
}

/// The axes that cut a tensor, each with its step in the global array.
static SmallVector<CuttingAxis> getCuttingAxes(sdy::TensorShardingAttr sharding,
                                               sdy::MeshAttr mesh,
                                               sdy::ManualAxesAttr manualAxes,
                                               ArrayRef<int64_t> globalShape,
                                               ArrayRef<int64_t> localShape) {
  SmallVector<int64_t> strides = getDenseStrides(globalShape);
  SmallVector<CuttingAxis> axes;
  for (auto [dim, size] : llvm::enumerate(localShape)) {
    int64_t step = size * strides[dim];
    SmallVector<StringRef> names = sharding.getAxesOfDim(dim);
    // The last axis of a dimension is the fastest.
    for (StringRef name : llvm::reverse(names)) {
      std::optional<CuttingAxis> axis = findAxis(mesh, name);
      if (!axis || !manualAxes.contains(name))
        continue;
      axis->step = step;
      step *= axis->size;
      axes.push_back(*axis);
    }
  }
  return axes;
}

SmallVector<int64_t> getShardOffsets(sdy::TensorShardingAttr sharding,
                                     sdy::MeshAttr mesh,
                                     sdy::ManualAxesAttr manualAxes,
                                     ArrayRef<int64_t> globalShape,
                                     ArrayRef<int64_t> localShape, bool once) {
  SmallVector<CuttingAxis> axes =
      getCuttingAxes(sharding, mesh, manualAxes, globalShape, localShape);
  int64_t devices = mesh.getDeviceCount();
  SmallVector<int64_t> offsets(devices, -1);
  // Offsets are multiples of large powers of two, which collide when hashed.
  std::set<int64_t> seen;
  for (int64_t position = 0; position < devices; ++position) {
    int64_t offset = 0;
    for (const CuttingAxis &axis : axes)
      offset += position / axis.stride % axis.size * axis.step;
    int64_t device =
        mesh.getDeviceIds().empty() ? position : mesh.getDeviceIds()[position];
    if (!once || seen.insert(offset).second)
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
  for (Value buffer : copy)
    values[buffer].push_back(value);
  buffers[value] = std::move(copy);
}

/// True where a region between `op` and where `value` is defined may run more
/// than once.
static bool isInLoop(Operation *op, Value value) {
  Region *region = value.getParentRegion();
  if (!region->isAncestor(op->getParentRegion()))
    return false;
  for (Operation *at = op; at->getParentRegion() != region;) {
    at = at->getParentOp();
    if (!isa<sdy::ManualComputationOp>(at))
      return true;
  }
  return false;
}

/// True where `user` is behind `op`, in its block or around it. An operation
/// around `op` reads its operands before.
static bool isBehind(Operation *user, Operation *op) {
  for (Operation *at = op; at && at->getBlock(); at = at->getParentOp()) {
    Operation *ancestor = at->getBlock()->findAncestorOpInBlock(*user);
    if (ancestor)
      return ancestor == at ? user != at : at->isBeforeInBlock(ancestor);
  }
  return false;
}

bool ScheduleBuilder::isReadAfter(
    Value buffer, Operation *op,
    llvm::function_ref<bool(OpOperand &)> filter) const {
  auto held = values.find(buffer);
  if (held == values.end())
    return false;
  return llvm::any_of(held->second, [&](Value value) {
    return llvm::any_of(value.getUses(), [&](OpOperand &use) {
      return (!filter || filter(use)) &&
             (isInLoop(op, value) || isBehind(use.getOwner(), op));
    });
  });
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

void ScheduleBuilder::leaveOut(Operation *op, StringRef reason, bool quiet) {
  SmallVector<Value> live;
  for (Value result : op->getResults()) {
    SmallVector<Value> leaves = allocValue(op->getLoc(), result.getType());
    llvm::append_range(live, leaves);
    map(result, leaves);
  }
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value value : used)
    if (auto found = buffers.find(value); found != buffers.end())
      llvm::append_range(live, found->second);
  StringRef name = op->getName().getStringRef();
  std::string target;
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    target = (name + " @" + call.getCallTargetName()).str();
  if (!quiet)
    emitRemark(op->getLoc()) << "left out (" << reason << ")";
  tile::LeftOutOp::create(builder, op->getLoc(),
                          target.empty() ? name : StringRef(target), reason,
                          live);
}

} // namespace sc
