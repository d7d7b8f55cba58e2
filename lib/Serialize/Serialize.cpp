//===-- Serialize.cpp - IR to executable ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, tasks, steps and the contract of a placed module.

#include "sc/Serialize/Serialize.h"

#include "CodeEmitter.h"
#include "ElementTypes.h"
#include "SerializeNative.h"
#include "SerializePlan.h"
#include "dialects/SparseCore/SparseCore.h"
#include "dialects/Tile/Tile.h"
#include "runtime/format/Opcodes.h"
#include "runtime/format/program_generated.h"
#include "sc/Conversion/NarrowAttributes.h"
#include "sc/Target/ModuleTarget.h"
#include "sc/Target/Target.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace sc {

namespace {

constexpr const char *kCompilerVersion = "sc 0.1.0";

/// Fills a program from a module, part by part.
class Serializer {
public:
  Serializer(ModuleOp module, format::ProgramT &program)
      : module(module), program(program), natives(module) {}
  LogicalResult run(const SourceInfo &source);

private:
  LogicalResult addTarget();
  LogicalResult addBuffer(tile::AllocOp op, int task, int instances);
  void addView(BlockArgument argument, const format::BufferT &parent,
               int parentIndex, int task, bool isPerSparseCore,
               int64_t runStep);
  LogicalResult addTask(tile::TaskOp task, tile::RunOp run, int64_t runStep);
  LogicalResult addCode(Region &region, StringRef name,
                        const CodeContext &context, format::CodeT &code);
  void addLookup(tile::TaskOp task, int index);
  LogicalResult addPlan();
  LogicalResult addSchedule(tile::ScheduleOp schedule);
  LogicalResult addStep(Operation *op);
  LogicalResult addInput(tile::InputOp op);
  format::NativeCallT makeNativeCall(tile::NativeOp op);
  LogicalResult
  addArgument(Operation *op, Value buffer, int64_t position,
              StringAttr sharding,
              std::vector<std::unique_ptr<format::ArgumentT>> &list);
  template <typename BodyT> void pushStep(Operation *op, BodyT body) {
    auto step = std::make_unique<format::StepT>();
    step->body.Set(std::move(body));
    step->location = getLocation(op->getLoc());
    program.steps.push_back(std::move(step));
  }
  int getBuffer(Value value) { return buffers.lookup(value); }
  int getLocation(Location location);

  ModuleOp module;
  format::ProgramT &program;
  NativeFunctions natives;
  DenseMap<Value, int> buffers;
  DenseMap<StringAttr, int> tasks;
  llvm::StringMap<int> locations;
  int sparseCoresPerDevice = 1;
};

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<format::ElementType> getElementType(Type type) {
  using format::ElementType;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (isa<Float8E4M3FNType>(type))
    return ElementType::F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return ElementType::F8E5M2;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return ElementType::I1;
  case 8:
    return integer.isUnsigned() ? ElementType::U8 : ElementType::I8;
  case 32:
    return integer.isUnsigned() ? ElementType::U32 : ElementType::I32;
  case 64:
    return integer.isUnsigned() ? ElementType::U64 : ElementType::I64;
  default:
    return std::nullopt;
  }
}

static format::MemorySpace getMemorySpace(Type memref) {
  return static_cast<format::MemorySpace>(*tile::getSpace(memref));
}

int Serializer::getLocation(Location location) {
  auto [entry, isNew] =
      locations.try_emplace(describeLocation(location), locations.size());
  if (isNew)
    program.locations.push_back(entry->getKey().str());
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

LogicalResult Serializer::addBuffer(tile::AllocOp op, int task, int instances) {
  if (!op.getOffset())
    return op.emitError("the buffer has no place: run sc-place-buffers first");
  auto elementType = getElementType(op.getType().getElementType());
  if (!elementType)
    return op.emitError() << "element type " << op.getType().getElementType()
                          << " cannot be stored in an executable";
  bool isOfTile =
      getMemorySpace(op.getType()) != format::MemorySpace::Hbm && task >= 0;
  auto buffer = std::make_unique<format::BufferT>();
  buffer->name = op.getName().str();
  buffer->space = getMemorySpace(op.getType());
  buffer->buffer_class = static_cast<format::BufferClass>(op.getBufferClass());
  buffer->element_type = *elementType;
  buffer->shape = op.getType().getShape().vec();
  buffer->offset = *op.getOffset();
  buffer->size = tile::getBufferBytes(op.getType());
  buffer->instances = isOfTile ? 1 : instances;
  buffer->stride = buffer->instances > 1 ? buffer->size : 0;
  buffer->task = task;
  buffer->first_use = *op.getFirstUse();
  buffer->last_use = *op.getLastUse();
  buffer->location = getLocation(op.getLoc());
  buffers[op.getResult()] = program.buffers.size();
  program.buffers.push_back(std::move(buffer));
  return success();
}

/// What a task sees of a buffer of the schedule.
void Serializer::addView(BlockArgument argument, const format::BufferT &parent,
                         int parentIndex, int task, bool isPerSparseCore,
                         int64_t runStep) {
  auto type = cast<MemRefType>(argument.getType());
  auto view = std::make_unique<format::BufferT>();
  view->name = parent.name;
  view->space = parent.space;
  view->buffer_class = parent.buffer_class;
  view->element_type = parent.element_type;
  view->shape = type.getShape().vec();
  view->offset = parent.offset;
  view->size = tile::getBufferBytes(type);
  view->instances = isPerSparseCore ? sparseCoresPerDevice : 1;
  view->stride = view->instances > 1 ? view->size : 0;
  view->parent = parentIndex;
  view->task = task;
  view->first_use = runStep;
  view->last_use = runStep;
  view->location = parent.location;
  buffers[argument] = program.buffers.size();
  program.buffers.push_back(std::move(view));
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

LogicalResult Serializer::addCode(Region &region, StringRef name,
                                  const CodeContext &context,
                                  format::CodeT &code) {
  CodeEmitter emitter(context);
  if (failed(emitter.emit(region)))
    return failure();
  code.name = name.str();
  code.instructions = emitter.takeInstructions();
  code.num_registers = emitter.getNumRegisters();
  return success();
}

/// A task without a planned program describes itself.
void Serializer::addLookup(tile::TaskOp task, int index) {
  if (module->hasAttr(SCDialect::kPlanAttrName) || !task.getLookup())
    return;
  program.lookups.push_back(makeLookup(*task.getLookup()));
  program.lookups.back()->task = index;
  program.lookups.back()->location = getLocation(task.getLoc());
}

/// All lookups of the plan; those that are compiled belong to the tasks, in
/// their order.
LogicalResult Serializer::addPlan() {
  auto plan = module->getAttrOfType<ProgramPlanAttr>(SCDialect::kPlanAttrName);
  if (!plan)
    return success();
  if (plan.getCompiledLookups().size() != program.tasks.size())
    return module.emitError()
           << "the plan has " << plan.getCompiledLookups().size()
           << " lookups, the schedule runs " << program.tasks.size()
           << " tasks";
  int task = 0;
  for (auto entry : plan.getLookups().getAsRange<DictionaryAttr>()) {
    program.lookups.push_back(makeLookup(entry));
    format::LookupT &lookup = *program.lookups.back();
    if (entry.contains("left_out"))
      continue;
    lookup.location = program.tasks[task]->location;
    lookup.task = task++;
  }
  program.plan = makePlan(plan);
  return success();
}

LogicalResult Serializer::addTask(tile::TaskOp op, tile::RunOp run,
                                  int64_t runStep) {
  int index = program.tasks.size();
  if (!tasks.try_emplace(op.getSymNameAttr(), index).second)
    return run.emitError() << "task @" << op.getSymName()
                           << " runs more than once";
  for (auto [position, pair] : llvm::enumerate(
           llvm::zip_equal(op.getBody().getArguments(), run.getBuffers()))) {
    auto [argument, buffer] = pair;
    int parent = getBuffer(buffer);
    addView(argument, *program.buffers[parent], parent, index,
            op.getPerSparseCore()[position], runStep);
  }
  for (auto alloc : op.getBody().getOps<tile::AllocOp>())
    if (failed(addBuffer(alloc, index, op.getSparseCores())))
      return failure();
  llvm::StringMap<int> programs;
  for (auto program : op.getBody().getOps<tile::ProgramOp>())
    programs.try_emplace(program.getSymName(), programs.size());
  auto getLoc = [&](Location location) { return getLocation(location); };
  CodeContext context{buffers, programs, getLoc};
  auto task = std::make_unique<format::TaskT>();
  task->name = op.getSymName().str();
  task->num_flags = op.getFlags();
  task->num_dma_flags = op.getDmaFlags();
  task->devices_per_group = op.getDevicesPerGroup();
  task->groups.assign(op.getGroups().begin(), op.getGroups().end());
  task->location = getLocation(op.getLoc());
  task->sequencer = std::make_unique<format::CodeT>();
  if (failed(addCode(op.getSequencer().getBody(), "sequencer", context,
                     *task->sequencer)))
    return failure();
  for (auto program : op.getBody().getOps<tile::ProgramOp>()) {
    task->programs.push_back(std::make_unique<format::CodeT>());
    if (failed(addCode(program.getBody(), program.getSymName(), context,
                       *task->programs.back())))
      return failure();
  }
  program.tasks.push_back(std::move(task));
  addLookup(op, index);
  return success();
}

//===----------------------------------------------------------------------===//
// Host schedule
//===----------------------------------------------------------------------===//

/// The bytes of a number as they lie in memory; i1 takes a byte.
static void appendBytes(std::vector<uint8_t> &bytes, const APInt &bits) {
  unsigned count = llvm::divideCeil(bits.getBitWidth(), 8);
  for (unsigned i = 0; i < count; ++i)
    bytes.push_back(static_cast<uint8_t>(
        bits.zextOrTrunc(std::max(bits.getBitWidth(), count * 8))
            .extractBitsAsZExtValue(8, i * 8)));
}

static APInt getBits(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue();
  return cast<FloatAttr>(value).getValue().bitcastToAPInt();
}

static std::vector<uint8_t> getBytes(ElementsAttr value) {
  std::vector<uint8_t> bytes;
  for (Attribute element : value.getValues<Attribute>())
    appendBytes(bytes, getBits(element));
  return bytes;
}

static format::CopyT makeCopy(tile::CopyOp op, int source, int destination) {
  format::CopyT copy;
  copy.source = source;
  copy.destination = destination;
  copy.sizes = op.getSizes().vec();
  copy.source_offset = op.getSourceOffset();
  copy.source_strides = op.getSourceStrides().vec();
  copy.destination_offset = op.getDestinationOffset();
  copy.destination_strides = op.getDestinationStrides().vec();
  if (op.getDevices())
    copy.device_offsets = op.getDevices()->vec();
  return copy;
}

static format::FillT makeFill(tile::FillOp op, int destination) {
  format::FillT fill;
  fill.destination = destination;
  fill.sizes = op.getSizes().vec();
  fill.offset = op.getOffset();
  fill.strides = op.getStrides().vec();
  appendBytes(fill.value, getBits(op.getValue()));
  return fill;
}

LogicalResult
Serializer::addArgument(Operation *op, Value buffer, int64_t position,
                        StringAttr sharding,
                        std::vector<std::unique_ptr<format::ArgumentT>> &list) {
  if (position < 0 || static_cast<size_t>(position) >= list.size())
    return op->emitError() << "position " << position << " is not one of the "
                           << list.size();
  if (list[position])
    return op->emitError() << "position " << position << " is taken twice";
  const format::BufferT &host = *program.buffers[getBuffer(buffer)];
  auto argument = std::make_unique<format::ArgumentT>();
  argument->name = host.name;
  argument->element_type = host.element_type;
  argument->shape = host.shape;
  argument->buffer = getBuffer(buffer);
  argument->sharding = sharding ? sharding.str() : "";
  list[position] = std::move(argument);
  return success();
}

/// Rows of a format; `buckets` may be null.
static std::unique_ptr<format::NarrowRowsT>
makeNarrowRows(RowFormatAttr attr, QuantizationAttr buckets) {
  format::RowFormat format = attr.getFormat();
  auto rows = std::make_unique<format::NarrowRowsT>();
  rows->type = format.type;
  rows->scale = format.scale;
  rows->width = attr.getWidth();
  rows->low = format.low;
  rows->high = format.high;
  if (!buckets)
    return rows;
  rows->low = static_cast<float>(buckets.getMin().getValueAsDouble());
  rows->high = static_cast<float>(buckets.getMax().getValueAsDouble());
  rows->buckets = buckets.getBuckets();
  return rows;
}

LogicalResult Serializer::addInput(tile::InputOp op) {
  if (failed(addArgument(op, op.getBuffer(), op.getPosition(),
                         op.getShardingAttr(), program.inputs)))
    return failure();
  auto format = op->getAttrOfType<RowFormatAttr>(kRowFormatAttrName);
  if (!format)
    return success();
  auto rows = makeNarrowRows(
      format, op->getAttrOfType<QuantizationAttr>(kBucketsAttrName));
  if (auto scale = op->getAttrOfType<IntegerAttr>(kScaleInputAttrName)) {
    auto inputs = static_cast<int64_t>(program.inputs.size());
    if (scale.getInt() < 0 || scale.getInt() >= inputs)
      return op->emitError() << kScaleInputAttrName << " " << scale.getInt()
                             << " is not one of the " << inputs << " inputs";
    rows->scale_input = static_cast<int32_t>(scale.getInt());
  }
  program.inputs[op.getPosition()]->narrow = std::move(rows);
  return success();
}

format::NativeCallT Serializer::makeNativeCall(tile::NativeOp op) {
  format::NativeCallT call;
  call.function = natives.add(op.getCalleeAttr().getAttr());
  for (Value buffer : op.getOperands())
    call.buffers.push_back(getBuffer(buffer));
  return call;
}

LogicalResult Serializer::addStep(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](tile::AllocOp) { return success(); })
      .Case([&](tile::InputOp input) { return addInput(input); })
      .Case([&](tile::OutputOp output) {
        return addArgument(output, output.getBuffer(), output.getPosition(),
                           output.getShardingAttr(), program.outputs);
      })
      .Case([&](tile::CopyOp copy) {
        pushStep(op, makeCopy(copy, getBuffer(copy.getSource()),
                              getBuffer(copy.getDestination())));
        return success();
      })
      .Case([&](tile::FillOp fill) {
        pushStep(op, makeFill(fill, getBuffer(fill.getDestination())));
        return success();
      })
      .Case([&](tile::ConstantOp constant) -> LogicalResult {
        if (!isa<DenseElementsAttr>(constant.getValue()))
          return constant.emitError("the data of the constant is not dense");
        format::ConstantT body;
        body.destination = getBuffer(constant.getDestination());
        body.data = getBytes(constant.getValue());
        pushStep(op, std::move(body));
        return success();
      })
      .Case([&](tile::RunOp run) -> LogicalResult {
        auto task = module.lookupSymbol<tile::TaskOp>(run.getTask());
        format::LaunchT launch;
        launch.task = program.tasks.size();
        if (failed(addTask(task, run, program.steps.size())))
          return failure();
        pushStep(op, launch);
        return success();
      })
      .Case([&](tile::NativeOp native) {
        pushStep(op, makeNativeCall(native));
        return success();
      })
      .Case([&](tile::LeftOutOp leftOut) {
        format::LeftOutT body;
        body.operation = leftOut.getOpName().str();
        body.reason = leftOut.getReason().str();
        pushStep(op, std::move(body));
        return success();
      })
      .Default([](Operation *op) -> LogicalResult {
        return op->emitError("no step of a host schedule");
      });
}

LogicalResult Serializer::addSchedule(tile::ScheduleOp schedule) {
  for (auto alloc : schedule.getBody().getOps<tile::AllocOp>())
    if (failed(addBuffer(alloc, -1, 1)))
      return failure();
  // Positions are checked against these sizes, so none stays empty.
  program.inputs.resize(
      llvm::range_size(schedule.getBody().getOps<tile::InputOp>()));
  program.outputs.resize(
      llvm::range_size(schedule.getBody().getOps<tile::OutputOp>()));
  for (Operation &op : schedule.getBody().front())
    if (failed(addStep(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

LogicalResult Serializer::addTarget() {
  FailureOr<const MachineDescription *> found = findTargetMachine(module);
  if (failed(found))
    return failure();
  const MachineDescription *machine = *found;
  auto attr = module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName);
  auto target = std::make_unique<format::TargetT>();
  target->name = machine->name;
  target->topology.assign(attr.getTopology().begin(), attr.getTopology().end());
  target->devices = attr.getDevices();
  target->sparse_cores_per_device = attr.getSparseCoresPerDevice();
  target->tiles_per_sparse_core = machine->tilesPerSparseCore.value;
  target->f32_lanes = machine->f32Lanes.value;
  target->tile_spmem_bytes = machine->tileSpmemBytes.value;
  target->smem_bytes = machine->smemBytes.value;
  target->hbm_bytes = machine->hbmBytes.value;
  target->usable_hbm_bytes = machine->usableHbmBytes.value;
  target->dma_granule_bytes = machine->dmaGranuleBytes.value;
  target->hbm_bytes_per_second = machine->hbmBytesPerSecond.value;
  target->assumed = listAssumed(*machine);
  sparseCoresPerDevice = target->sparse_cores_per_device;
  program.target = std::move(target);
  return success();
}

LogicalResult Serializer::run(const SourceInfo &source) {
  program.format_version = format::kFormatVersion;
  program.compiler_version = kCompilerVersion;
  program.source_name = source.name;
  program.source_hash = llvm::xxh3_64bits(source.text);
  if (failed(addTarget()))
    return failure();
  auto schedules = module.getOps<tile::ScheduleOp>();
  if (llvm::range_size(schedules) != 1)
    return module.emitError("expected one tile.schedule");
  if (failed(addSchedule(*schedules.begin())) ||
      failed(natives.compile(program)))
    return failure();
  return addPlan();
}

LogicalResult serializeModule(ModuleOp module, const SourceInfo &source,
                              format::ProgramT &program) {
  return Serializer(module, program).run(source);
}

/// About how large the file will be, so that the builder need not grow often.
static size_t estimateBytes(const format::ProgramT &program) {
  size_t bytes = 256 * (program.buffers.size() + program.steps.size());
  if (program.native)
    bytes += program.native->code.size();
  for (const auto &step : program.steps)
    if (const format::CopyT *copy = step->body.AsCopy())
      bytes += sizeof(int64_t) * copy->device_offsets.size();
  for (const auto &task : program.tasks)
    for (const auto &code : task->programs)
      bytes += sizeof(format::Instruction) * code->instructions.size();
  return bytes;
}

std::vector<uint8_t> packProgram(const format::ProgramT &program) {
  flatbuffers::FlatBufferBuilder builder(estimateBytes(program));
  builder.Finish(format::Program::Pack(builder, &program),
                 format::ProgramIdentifier());
  return {builder.GetBufferPointer(),
          builder.GetBufferPointer() + builder.GetSize()};
}

} // namespace sc
