//===-- SerializePlan.cpp - plans into the executable ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads dictionaries by the names of runtime/format/program.fbs.

#include "SerializePlan.h"

#include "runtime/format/Types.h"

using namespace mlir;

namespace sc {

/// Numbers are i64: others need not fit, and count as absent.
static int64_t getNumber(DictionaryAttr entries, StringRef name,
                         int64_t fallback = 0) {
  auto value = entries.getAs<IntegerAttr>(name);
  return value && value.getType().isSignlessInteger(64) ? value.getInt()
                                                        : fallback;
}

/// Numbers outside the enum count as absent.
template <typename Enum>
static Enum getEnum(DictionaryAttr entries, StringRef name, Enum fallback) {
  static_assert(static_cast<int64_t>(Enum::MIN) == 0);
  int64_t value = getNumber(entries, name, static_cast<int64_t>(fallback));
  return value < 0 || value > static_cast<int64_t>(Enum::MAX)
             ? fallback
             : static_cast<Enum>(value);
}

static std::string getText(DictionaryAttr entries, StringRef name) {
  auto value = entries.getAs<StringAttr>(name);
  return value ? value.str() : "";
}

/// A flag is a unit attribute, or a number that is not 0.
static bool getFlag(DictionaryAttr entries, StringRef name) {
  return entries.getAs<UnitAttr>(name) || getNumber(entries, name) != 0;
}

static double getSeconds(DictionaryAttr entries) {
  auto value = entries.getAs<FloatAttr>("seconds");
  return value ? value.getValueAsDouble() : 0;
}

static void readProblem(format::LookupT &lookup, DictionaryAttr entries) {
  lookup.kind = getEnum(entries, "kind", format::LookupKind::Lookup);
  lookup.table_name = getText(entries, "table");
  lookup.limits_source = getText(entries, "limits_source");
  lookup.max_ids = getNumber(entries, "max_ids");
  lookup.max_unique_ids = getNumber(entries, "max_unique_ids");
  lookup.width = getNumber(entries, "width");
  lookup.row_type = getEnum(entries, "row_type", format::RowType::F32);
  lookup.row_scale = getEnum(entries, "row_scale", format::ScaleKind::None);
  lookup.row_bytes = getNumber(entries, "row_bytes");
  lookup.samples = getNumber(entries, "samples");
  lookup.table_rows = getNumber(entries, "table_rows");
  lookup.sparse_cores = getNumber(entries, "sparse_cores");
}

static void readPlan(format::LookupT &lookup, DictionaryAttr entries) {
  lookup.replicas = getNumber(entries, "replicas", 1);
  lookup.vector_splits = getNumber(entries, "vector_splits", 1);
  lookup.sample_splits = getNumber(entries, "sample_splits", 1);
  lookup.row_streaming = getFlag(entries, "row_streaming");
  lookup.serialized = getFlag(entries, "serialized");
  lookup.window_rows = getNumber(entries, "window_rows");
  lookup.window_buffers = getNumber(entries, "window_buffers");
  lookup.list_entries = getNumber(entries, "list_entries");
  lookup.gather_operand_bytes = getNumber(entries, "gather_operand_bytes");
  lookup.scratch_bytes = getNumber(entries, "scratch_bytes");
  lookup.list_bytes = getNumber(entries, "list_bytes");
  lookup.stack_forward_bytes = getNumber(entries, "stack_forward_bytes");
  lookup.stack_backward_bytes = getNumber(entries, "stack_backward_bytes");
  lookup.exchange_bytes = getNumber(entries, "exchange_bytes");
  lookup.hbm_traffic_bytes = getNumber(entries, "hbm_traffic_bytes");
  lookup.gather_traffic_bytes = getNumber(entries, "gather_traffic_bytes");
  lookup.exchange_traffic_bytes = getNumber(entries, "exchange_traffic_bytes");
  lookup.merge_entries = getNumber(entries, "merge_entries");
  lookup.optimizer_rows = getNumber(entries, "optimizer_rows");
  lookup.seconds = getSeconds(entries);
}

std::unique_ptr<format::LookupT> makeLookup(DictionaryAttr entries) {
  auto lookup = std::make_unique<format::LookupT>();
  readProblem(*lookup, entries);
  readPlan(*lookup, entries);
  return lookup;
}

static std::optional<format::MemorySpace> findSpace(std::string_view name) {
  for (format::MemorySpace space : format::EnumValuesMemorySpace())
    if (name == format::getSpaceName(space))
      return space;
  return std::nullopt;
}

static std::optional<format::BufferClass> findClass(std::string_view name) {
  for (format::BufferClass bufferClass : format::EnumValuesBufferClass())
    if (name == format::getClassName(bufferClass))
      return bufferClass;
  return std::nullopt;
}

std::unique_ptr<format::PlanT> makePlan(ProgramPlanAttr attr) {
  auto plan = std::make_unique<format::PlanT>();
  for (auto entry : attr.getPeaks().getAsRange<DictionaryAttr>()) {
    auto space = findSpace(getText(entry, "space"));
    auto bufferClass = findClass(getText(entry, "class"));
    if (!space || !bufferClass)
      continue;
    auto peak = std::make_unique<format::PlannedPeakT>();
    peak->space = *space;
    peak->buffer_class = *bufferClass;
    peak->bytes = getNumber(entry, "bytes");
    plan->peaks.push_back(std::move(peak));
  }
  for (auto entry : attr.getHbmUses().getAsRange<DictionaryAttr>()) {
    auto use = std::make_unique<format::HbmUseT>();
    use->role = getEnum(entry, "role", format::HbmRole::Other);
    use->table_name = getText(entry, "table");
    use->bytes = getNumber(entry, "bytes");
    use->padding_bytes = getNumber(entry, "padding_bytes");
    plan->hbm_uses.push_back(std::move(use));
  }
  plan->hbm_peak_bytes = attr.getHbmPeakBytes();
  plan->serialized_tables = attr.getSerializedTables();
  plan->parallel_iterations = attr.getParallelIterations();
  plan->tensor_core_hbm_bytes = attr.getTensorCoreHbmBytes();
  plan->seconds = attr.getSeconds().getValueAsDouble();
  return plan;
}

} // namespace sc
