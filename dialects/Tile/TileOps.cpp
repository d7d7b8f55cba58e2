//===-- TileOps.cpp - operations and their rules --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of the tile operations, and verifiers of tasks, schedules and
// sequencers. The label in front of each message is the rule in TileOps.td.

#include "dialects/Tile/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

/// An integer attribute as `[12]`.
static ParseResult parsePlainInteger(OpAsmParser &parser, IntegerAttr &value) {
  int64_t number = 0;
  if (parser.parseLSquare() || parser.parseInteger(number) ||
      parser.parseRSquare())
    return failure();
  value = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

static void printPlainInteger(OpAsmPrinter &printer, Operation *,
                              IntegerAttr value) {
  printer << '[' << value.getInt() << ']';
}

/// One type that several operands have.
static ParseResult parseSameTypes(OpAsmParser &parser, Type &first,
                                  Type &second, Type &third) {
  if (parser.parseType(first))
    return failure();
  second = third = first;
  return success();
}

static void printSameTypes(OpAsmPrinter &printer, Operation *, Type first, Type,
                           Type) {
  printer << first;
}

#define GET_OP_CLASSES
#include "dialects/Tile/TileOps.cpp.inc"

namespace sc::tile {

//===----------------------------------------------------------------------===//
// tile.task
//===----------------------------------------------------------------------===//

ParseResult TaskOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void TaskOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getBody().getArguments(), printer, [&](auto argument) {
    printer.printRegionArgument(argument);
  });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getSymNameAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

SequencerOp TaskOp::getSequencer() {
  auto sequencers = getBody().getOps<SequencerOp>();
  return sequencers.empty() ? SequencerOp() : *sequencers.begin();
}

/// Rules c4 to c6.
static LogicalResult verifyTaskContents(TaskOp op) {
  for (BlockArgument argument : op.getBody().getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || getSpace(type) != Space::Hbm || !fitsBuffer(type))
      return op.emitOpError() << "task_c4: argument " << argument.getArgNumber()
                              << " must be an hbm buffer of static shape, got "
                              << argument.getType();
  }
  for (Operation &inner : op.getBody().front())
    if (!isa<AllocOp, SequencerOp, ProgramOp>(inner))
      return op.emitOpError() << "task_c5: a task holds buffers, a sequencer "
                                 "and programs, not "
                              << inner.getName();
  if (static_cast<int64_t>(op.getSparseCores()) <= 0 ||
      static_cast<int64_t>(op.getFlags()) < 0 ||
      static_cast<int64_t>(op.getDmaFlags()) < 0)
    return op.emitOpError() << "task_c6: sparse_cores must be positive, flags "
                               "and dma_flags not negative";
  return success();
}

LogicalResult TaskOp::verify() {
  if (getPerSparseCore().size() != getBody().getNumArguments())
    return emitOpError() << "task_c1: per_sparse_core has "
                         << getPerSparseCore().size() << " entries for "
                         << getBody().getNumArguments() << " arguments";
  int64_t perGroup = getDevicesPerGroup();
  if (perGroup <= 0 || getGroups().empty() ||
      getGroups().size() % perGroup != 0)
    return emitOpError() << "task_c2: groups has " << getGroups().size()
                         << " devices, not a multiple of devices_per_group = "
                         << perGroup;
  if (llvm::range_size(getBody().getOps<SequencerOp>()) != 1)
    return emitOpError() << "task_c3: a task needs exactly one sequencer";
  return verifyTaskContents(*this);
}

//===----------------------------------------------------------------------===//
// tile.alloc
//===----------------------------------------------------------------------===//

void AllocOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

static bool isTaskSpace(Space space) {
  return space == Space::TileSpmem || space == Space::Smem ||
         space == Space::Spmem;
}

LogicalResult AllocOp::verify() {
  std::optional<Space> space = getSpace(getType());
  if (!space || !fitsBuffer(getType()))
    return emitOpError() << "alloc_c1: the buffer needs a static shape of at "
                            "most 2^46 bytes, integers or floats, and a "
                            "memory space of this dialect, got "
                         << getType();
  Operation *parent = (*this)->getParentOp();
  bool isInSchedule = isa_and_nonnull<ScheduleOp>(parent);
  if (!isInSchedule && !isa_and_nonnull<TaskOp>(parent))
    return emitOpError()
           << "alloc_c2: a buffer belongs to a schedule or a task";
  bool isMisplaced = isInSchedule ? isTaskSpace(*space) : *space == Space::Host;
  if (isMisplaced)
    return emitOpError() << "alloc_c2: a buffer in " << stringifySpace(*space)
                         << " cannot belong to a "
                         << (isInSchedule ? "schedule" : "task");
  bool hasOffset = getOffset().has_value();
  if (getFirstUse().has_value() != hasOffset ||
      getLastUse().has_value() != hasOffset)
    return emitOpError()
           << "alloc_c3: offset, first_use and last_use come together";
  return success();
}

//===----------------------------------------------------------------------===//
// Host schedule
//===----------------------------------------------------------------------===//

static int64_t getElements(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getNumElements();
}

static Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

static LogicalResult verifyCopySide(CopyOp op, StringRef side, Value buffer,
                                    int64_t offset, ArrayRef<int64_t> strides) {
  bool isHost = getSpace(buffer.getType()) == Space::Host;
  SmallVector<int64_t> shifts = {0};
  if (isHost && op.getDevices())
    shifts.assign(op.getDevices()->begin(), op.getDevices()->end());
  for (int64_t shift : shifts)
    if (shift >= 0 && !isAccessInside(getElements(buffer), offset + shift,
                                      op.getSizes(), strides))
      return op.emitOpError()
             << "copy_c4: the " << side << " is left by an access at offset "
             << offset + shift << " of " << buffer.getType();
  return success();
}

LogicalResult CopyOp::verify() {
  if (getSizes().size() != getSourceStrides().size() ||
      getSizes().size() != getDestinationStrides().size())
    return emitOpError() << "copy_c1: sizes and strides must have one length";
  if (getElementType(getSource()) != getElementType(getDestination()))
    return emitOpError() << "copy_c2: element types differ";
  bool isTransfer =
      getSpace(getSource().getType()) != getSpace(getDestination().getType());
  if (isTransfer != getDevices().has_value())
    return emitOpError() << "copy_c3: devices belong to a copy between host "
                            "and hbm, and only there";
  if (failed(verifyCopySide(*this, "source", getSource(), getSourceOffset(),
                            getSourceStrides())))
    return failure();
  return verifyCopySide(*this, "destination", getDestination(),
                        getDestinationOffset(), getDestinationStrides());
}

LogicalResult FillOp::verify() {
  if (getSizes().size() != getStrides().size())
    return emitOpError() << "fill_c1: sizes and strides must have one length";
  if (!isa<IntegerAttr, FloatAttr>(getValue()) ||
      cast<TypedAttr>(getValue()).getType() != getElementType(getDestination()))
    return emitOpError() << "fill_c2: the value is not of the element type of "
                         << getDestination().getType();
  if (!isAccessInside(getElements(getDestination()), getOffset(), getSizes(),
                      getStrides()))
    return emitOpError() << "fill_c3: the fill leaves "
                         << getDestination().getType();
  return success();
}

LogicalResult ConstantOp::verify() {
  auto buffer = cast<MemRefType>(getDestination().getType());
  ShapedType value = getValue().getShapedType();
  if (value.getShape() != buffer.getShape() ||
      value.getElementType() != buffer.getElementType())
    return emitOpError() << "constant_c1: the value is " << value
                         << ", the buffer " << buffer;
  return success();
}

LogicalResult RunOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto task = symbols.lookupNearestSymbolFrom<TaskOp>(*this, getTaskAttr());
  if (!task)
    return emitOpError() << "run_c1: " << getTaskAttr() << " is not a task";
  Block::BlockArgListType arguments = task.getBody().getArguments();
  if (arguments.size() != getBuffers().size())
    return emitOpError() << "run_c2: the task takes " << arguments.size()
                         << " buffers, got " << getBuffers().size();
  for (auto [index, buffer] : llvm::enumerate(getBuffers())) {
    bool isSlice = task.getPerSparseCore()[index];
    int64_t slices = isSlice ? task.getSparseCores() : 1;
    int64_t needed = getElements(arguments[index]) * slices;
    if (getSpace(buffer.getType()) != Space::Hbm ||
        getElements(buffer) != needed ||
        getElementType(buffer) != getElementType(arguments[index]))
      return emitOpError() << "run_c2: buffer " << index << " is "
                           << buffer.getType() << ", the task takes "
                           << (isSlice ? "one slice for each SparseCore of "
                                       : "")
                           << arguments[index].getType();
  }
  return success();
}

/// Rule c2 for one side.
static LogicalResult verifyNativeSide(NativeOp op, StringRef side,
                                      OperandRange buffers,
                                      ArrayRef<Type> types) {
  if (buffers.size() != types.size())
    return op.emitOpError() << "native_c2: the function has " << types.size()
                            << " " << side << "s, got " << buffers.size();
  for (auto [index, buffer, type] : llvm::enumerate(buffers, types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() ||
        tensor.getNumElements() != getElements(buffer) ||
        tensor.getElementType() != getElementType(buffer))
      return op.emitOpError()
             << "native_c2: " << side << " " << index << " is "
             << buffer.getType() << ", the function has " << type;
  }
  return success();
}

LogicalResult NativeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "native_c1: " << getCalleeAttr()
                         << " is not a function";
  if (failed(verifyNativeSide(*this, "argument", getInputs(),
                              callee.getArgumentTypes())))
    return failure();
  return verifyNativeSide(*this, "result", getOutputs(),
                          callee.getResultTypes());
}

LogicalResult NativeOp::verify() {
  if (getOutputs().empty())
    return emitOpError("native_c3: there is no output");
  std::optional<Space> space = getSpace(getOutputs().front().getType());
  llvm::SmallDenseMap<Value, int> uses;
  for (Value buffer : getOperands()) {
    ++uses[buffer];
    if (!space || getSpace(buffer.getType()) != space)
      return emitOpError() << "native_c3: buffers in several spaces, "
                           << buffer.getType() << " and "
                           << getOutputs().front().getType();
  }
  for (Value output : getOutputs())
    if (uses[output] > 1)
      return emitOpError("native_c4: an output is also another operand");
  return success();
}

//===----------------------------------------------------------------------===//
// Sequencer
//===----------------------------------------------------------------------===//

/// Ranges of flags come as pairs.
static LogicalResult verifyAwaits(Operation *op, StringRef rule,
                                  std::optional<ArrayRef<int64_t>> awaits) {
  if (awaits && awaits->size() % 2 != 0)
    return op->emitOpError() << rule << ": awaits has " << awaits->size()
                             << " numbers, not pairs of first and number";
  return success();
}

LogicalResult LaunchOp::verify() {
  auto task = (*this)->getParentOfType<TaskOp>();
  if (!task || !task.lookupSymbol<ProgramOp>(getProgram()))
    return emitOpError() << "launch_c1: the task has no program "
                         << getProgramAttr();
  return verifyAwaits(*this, "launch_c2", getAwaits());
}

LogicalResult AllToAllOp::verify() {
  auto type = dyn_cast<MemRefType>(getSend().getType());
  if (!type || type != getReceive().getType() || type.getRank() != 3 ||
      getSpace(type) != Space::Hbm)
    return emitOpError() << "all_to_all_c1: send and receive need one rank 3 "
                            "type in hbm, got "
                         << getSend().getType() << " and "
                         << getReceive().getType();
  auto task = (*this)->getParentOfType<TaskOp>();
  int64_t first = getFirstBlock(), blocks = type.getDimSize(0);
  int64_t peers = task ? task.getGroupSparseCores() : 1;
  if (first < 0 || peers > blocks || first > blocks - peers)
    return emitOpError() << "all_to_all_c3: " << peers << " blocks from block "
                         << first << " on do not lie in " << type;
  return verifyAwaits(*this, "all_to_all_c2", getAwaits());
}

} // namespace sc::tile
