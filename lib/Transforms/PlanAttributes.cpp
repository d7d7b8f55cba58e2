//===-- PlanAttributes.cpp - plans as attributes --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dictionaries of a program plan: what lib/Serialize writes into the file, by
// the names of runtime/format/program.fbs.

#include "PlanAttributes.h"

#include "mlir/IR/Builders.h"
#include "runtime/format/RowFormat.h"
#include "runtime/format/Types.h"
#include "sc/Conversion/LookupAttributes.h"

using namespace mlir;

namespace sc {

PlanAttr makePlanAttr(MLIRContext *context, const LookupPlan &plan) {
  return PlanAttr::get(
      context, plan.replicas, plan.vectorSplits, plan.sampleSplits,
      plan.samplesPerTile, plan.windowRows, plan.windowBuffers,
      plan.listEntries, plan.gatherOperandBytes, plan.scratchBytes,
      plan.listBytes, plan.stackBytes(), plan.mergeEntries, plan.optimizerRows,
      plan.rowStreaming, plan.isSerialized);
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

/// Attributes carry the numbers of the file's enums.
template <typename Planned, typename Written>
static constexpr bool isEqual(Planned planned, Written written) {
  return static_cast<int64_t>(planned) == static_cast<int64_t>(written);
}
static_assert(isEqual(LookupKind::Lookup, format::LookupKind::Lookup));
static_assert(isEqual(LookupKind::LocalLookup,
                      format::LookupKind::LocalLookup));
static_assert(isEqual(LookupKind::Update, format::LookupKind::Update));
static_assert(isEqual(LookupKind::Update, format::LookupKind::MAX));
static_assert(isEqual(HbmRole::Weights, format::HbmRole::Weights));
static_assert(isEqual(HbmRole::Slots, format::HbmRole::Slots));
static_assert(isEqual(HbmRole::Inputs, format::HbmRole::Inputs));
static_assert(isEqual(HbmRole::Other, format::HbmRole::Other));
static_assert(isEqual(HbmRole::Heap, format::HbmRole::Heap));
static_assert(isEqual(HbmRole::StackForward, format::HbmRole::StackForward));
static_assert(isEqual(HbmRole::StackBackward, format::HbmRole::StackBackward));
static_assert(isEqual(HbmRole::Exchange, format::HbmRole::Exchange));
static_assert(isEqual(HbmRole::TensorCore, format::HbmRole::TensorCore));
static_assert(isEqual(HbmRole::Gaps, format::HbmRole::Gaps));
static_assert(isEqual(HbmRole::Gaps, format::HbmRole::MAX));

namespace {
/// Collects the entries of a dictionary.
class Entries {
public:
  explicit Entries(MLIRContext *context) : builder(context) {}

  void add(StringRef name, int64_t value) {
    entries.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  }
  void add(StringRef name, StringRef value) {
    entries.push_back(builder.getNamedAttr(name, builder.getStringAttr(value)));
  }
  void addFlag(StringRef name, bool value) {
    if (value)
      entries.push_back(builder.getNamedAttr(name, builder.getUnitAttr()));
  }
  void addSeconds(double value) {
    entries.push_back(
        builder.getNamedAttr("seconds", builder.getF64FloatAttr(value)));
  }
  DictionaryAttr take() { return builder.getDictionaryAttr(entries); }

private:
  Builder builder;
  SmallVector<NamedAttribute> entries;
};
} // namespace

static void addProblem(Entries &entries, const LookupProblem &problem) {
  entries.add("kind", static_cast<int64_t>(problem.kind));
  entries.add("table", problem.table);
  entries.add("max_ids", problem.maxIds);
  entries.add("max_unique_ids", problem.maxUniqueIds);
  entries.add("width", problem.width);
  entries.add("row_type", static_cast<int64_t>(problem.rowFormat.type));
  entries.add("row_scale", static_cast<int64_t>(problem.rowFormat.scale));
  entries.add("row_bytes",
              format::getRowBytes(problem.rowFormat, problem.width));
  entries.add("samples", problem.samples);
  entries.add("table_rows", problem.tableRows);
  entries.add("sparse_cores", problem.sparseCores);
}

static void addPlan(Entries &entries, const LookupPlan &plan) {
  entries.add("replicas", plan.replicas);
  entries.add("vector_splits", plan.vectorSplits);
  entries.add("sample_splits", plan.sampleSplits);
  entries.addFlag("row_streaming", plan.rowStreaming);
  entries.addFlag("serialized", plan.isSerialized);
  entries.add("window_rows", plan.windowRows);
  entries.add("window_buffers", plan.windowBuffers);
  entries.add("list_entries", plan.listEntries);
  entries.add("merge_entries", plan.mergeEntries);
  entries.add("optimizer_rows", plan.optimizerRows);
  entries.add("gather_operand_bytes", plan.gatherOperandBytes);
  entries.add("scratch_bytes", plan.scratchBytes);
  entries.add("list_bytes", plan.listBytes);
  entries.add("stack_forward_bytes", plan.stackForwardBytes);
  entries.add("stack_backward_bytes", plan.stackBackwardBytes);
  entries.add("exchange_bytes", plan.exchangeBytes);
  entries.add("hbm_traffic_bytes", plan.traffic.hbmBytes());
  entries.add("gather_traffic_bytes", plan.traffic.gatherBytes);
  entries.add("exchange_traffic_bytes", plan.traffic.exchangeBytes);
  entries.addSeconds(plan.seconds);
}

static Attribute makeLookup(Operation *op, const LookupProblem &problem,
                            const LookupPlan &plan,
                            const ProgramPlan::Lifetime &stack) {
  Entries entries(op->getContext());
  addProblem(entries, problem);
  addPlan(entries, plan);
  entries.add("stack_first_step", stack.first);
  entries.add("stack_last_step", stack.last);
  if (auto source = op->getAttrOfType<StringAttr>(kLimitsSourceAttrName))
    entries.add("limits_source", source.getValue());
  else if (problem.kind == LookupKind::LocalLookup)
    entries.add("limits_source", "length of the list");
  else
    entries.add("limits_source", "program");
  return entries.take();
}

static Attribute makeUse(MLIRContext *context, const HbmUse &use) {
  Entries entries(context);
  entries.add("role", static_cast<int64_t>(use.role));
  entries.add("table", use.table);
  entries.add("bytes", use.bytes);
  entries.add("padding_bytes", use.paddingBytes);
  return entries.take();
}

//===----------------------------------------------------------------------===//
// Peaks
//===----------------------------------------------------------------------===//

using format::BufferClass;
using format::MemorySpace;
using format::PeakBuffer;

/// Stacks of lookups and updates, as the schedule will have them.
static void addStacks(std::vector<PeakBuffer> &buffers,
                      const ModuleProblem &module, const ProgramPlan &plan) {
  for (auto [index, problem] : llvm::enumerate(module.problem.lookups)) {
    if (problem.kind == LookupKind::LocalLookup)
      continue;
    buffers.push_back(
        {.space = MemorySpace::Hbm,
         .bufferClass = BufferClass::Stack,
         .bytes =
             plan.lookups[index].stackBytes() * problem.sparseCoresPerDevice,
         .firstUse = static_cast<int32_t>(plan.stackLifetimes[index].first),
         .lastUse = static_cast<int32_t>(plan.stackLifetimes[index].last)});
  }
}

namespace {
/// Bytes of the buffers of a tile by class, each at its largest program; those
/// of activations that the tiles of a SparseCore share are of all of them.
struct TaskBytes {
  int64_t activations = 0;
  int64_t sharedActivations = 0;
  int64_t lists = 0;
  int64_t windows = 0;
  int64_t scratch = 0;
  int64_t rowPointers = 0;
};
} // namespace

static int64_t getRowPointerBytes(const LookupProblem &problem) {
  if (problem.kind == LookupKind::LocalLookup)
    return 0;
  // One more word where the number of minibatches is read first.
  return (getRowPointersPerSparseCore(problem.sparseCores) +
          problem.isMinibatched) *
         4;
}

/// Windows of the program that has most: of narrow rows one sends them as they
/// are stored, another widens slices.
static int64_t getWindowBytes(const LookupProblem &problem,
                              const LookupPlan &plan) {
  const format::RowFormat &format = problem.rowFormat;
  int64_t slice = problem.width / plan.vectorSplits * 4;
  int64_t rows = plan.windowBuffers * plan.windowRows;
  if (!format.isNarrow())
    return rows * slice;
  int64_t gathered = rows * format::getGatheredRowBytes(format, problem.width,
                                                        plan.vectorSplits);
  int64_t combining = gathered + plan.windowRows * slice;
  if (problem.kind == LookupKind::LocalLookup)
    return combining;
  return std::max(combining, rows * format::getRowBytes(format, problem.width));
}

/// Scale words that each tile holds: those of rows are in the rows.
static int64_t getScaleBytes(const LookupProblem &problem) {
  const format::RowFormat &format = problem.rowFormat;
  return format.scale == format::ScaleKind::Row
             ? 0
             : format::getScaleWords(format) * 4;
}

static TaskBytes getLookupBytes(const LookupProblem &problem,
                                const LookupPlan &plan) {
  TaskBytes bytes;
  bytes.activations = plan.gatherOperandBytes;
  bytes.lists = plan.listBytes;
  bytes.windows = getWindowBytes(problem, plan);
  // One word for the number of minibatches, in a program before others.
  bytes.scratch = std::max<int64_t>(plan.carryBytes + getScaleBytes(problem),
                                    4 * problem.isMinibatched);
  bytes.rowPointers = getRowPointerBytes(problem);
  return bytes;
}

/// Programs up to `sum` have the entry lists, one window and the carry; `apply`
/// has the rest.
static TaskBytes getUpdateBytes(const LookupProblem &problem,
                                const LookupPlan &plan) {
  const OptimizerSizes &optimizer = problem.optimizer;
  int64_t row = problem.width / plan.vectorSplits * 4;
  int64_t blocks = problem.sparseCores * plan.replicas;
  TaskBytes bytes;
  bytes.sharedActivations = problem.tiles * plan.gatherOperandBytes;
  bytes.lists = std::max(plan.listBytes, 12 * plan.mergeEntries);
  bytes.windows = ((plan.windowBuffers + 1) * plan.windowRows +
                   optimizer.rows * plan.optimizerRows) *
                  row;
  bytes.scratch =
      std::max(plan.carryBytes,
               8 * blocks + 8 + 4 * optimizer.words * plan.optimizerRows +
                   row * optimizer.uniformRows + 4 * optimizer.uniformWords);
  bytes.rowPointers = getRowPointerBytes(problem);
  return bytes;
}

/// Buffers of a task: each class as one buffer at its largest.
static void addTask(std::vector<PeakBuffer> &buffers, int32_t task,
                    const LookupProblem &problem, const LookupPlan &plan) {
  auto add = [&](MemorySpace space, BufferClass bufferClass, int64_t bytes) {
    if (bytes > 0)
      buffers.push_back({.space = space,
                         .bufferClass = bufferClass,
                         .bytes = bytes,
                         .task = task});
  };
  TaskBytes bytes = problem.kind == LookupKind::Update
                        ? getUpdateBytes(problem, plan)
                        : getLookupBytes(problem, plan);
  add(MemorySpace::TileSpmem, BufferClass::Activations, bytes.activations);
  add(MemorySpace::Spmem, BufferClass::Activations, bytes.sharedActivations);
  add(MemorySpace::TileSpmem, BufferClass::List, bytes.lists);
  add(MemorySpace::TileSpmem, BufferClass::Window, bytes.windows);
  add(MemorySpace::TileSpmem, BufferClass::Scratch, bytes.scratch);
  add(MemorySpace::Smem, BufferClass::RowPointers, bytes.rowPointers);
}

static ArrayAttr makePeaks(MLIRContext *context, const ModuleProblem &module,
                           const ProgramPlan &plan) {
  std::vector<PeakBuffer> buffers = module.buffers;
  addStacks(buffers, module, plan);
  for (auto [index, problem] : llvm::enumerate(module.problem.lookups))
    addTask(buffers, index, problem, plan.lookups[index]);
  SmallVector<Attribute> peaks;
  for (const format::ClassPeak &peak : format::computePeaks(buffers)) {
    Entries entries(context);
    entries.add("space", format::getSpaceName(peak.space));
    entries.add("class", format::getClassName(peak.bufferClass));
    entries.add("bytes", peak.bytes);
    peaks.push_back(entries.take());
  }
  return ArrayAttr::get(context, peaks);
}

ProgramPlanAttr makeProgramPlanAttr(MLIRContext *context,
                                    const ModuleProblem &module,
                                    const ProgramPlan &plan) {
  SmallVector<Attribute> lookups, uses;
  for (auto [index, op] : llvm::enumerate(module.ops))
    lookups.push_back(makeLookup(op, module.problem.lookups[index],
                                 plan.lookups[index],
                                 plan.stackLifetimes[index]));
  for (const HbmUse &use : plan.peakUses)
    uses.push_back(makeUse(context, use));
  const PlanOptions &options = module.problem.options;
  return ProgramPlanAttr::get(
      context, plan.serializedTables, plan.hbmPeakBytes,
      options.tensorCoreHbmBytes.value_or(0), options.parallelIterations,
      Builder(context).getF64FloatAttr(plan.seconds),
      makePeaks(context, module, plan), ArrayAttr::get(context, uses),
      ArrayAttr::get(context, lookups));
}

} // namespace sc
