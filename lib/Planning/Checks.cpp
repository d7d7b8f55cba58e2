//===-- Checks.cpp - problems that contradict themselves ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every text names the two values that do not go together.

#include "Checks.h"

#include <utility>

namespace sc {

namespace {
struct Item {
  const char *name;
  int64_t value;
};
} // namespace

Infeasible makeRefusal(Constraint constraint, std::string message) {
  Infeasible refusal;
  refusal.constraint = constraint;
  refusal.message = std::move(message);
  return refusal;
}

static std::string describeNonPositive(const LookupProblem &problem) {
  bool isLocal = problem.kind == LookupKind::LocalLookup;
  for (const Item &item : {
           Item{"TileSpmem bytes", problem.tileSpmemBytes},
           Item{"tiles", problem.tiles},
           Item{"lanes", problem.lanes},
           Item{"SparseCores of a device", problem.sparseCoresPerDevice},
           Item{"SparseCores", problem.sparseCores},
           Item{"samples per SparseCore", problem.samples},
           Item{"feature width", problem.width},
           // Without exchange neither limit plays a role.
           Item{"max_ids_per_partition", isLocal ? 1 : problem.maxIds},
           Item{"max_unique_ids_per_partition",
                isLocal ? 1 : problem.maxUniqueIds},
           Item{"table rows per SparseCore", problem.tableRows},
       })
    if (item.value <= 0)
      return std::string(item.name) + " must be positive, got " +
             std::to_string(item.value);
  for (const Item &item :
       {Item{"list entries", problem.maxIds},
        Item{"HBM bytes per second", problem.hbmBytesPerSecond},
        Item{"slots", problem.slots},
        Item{"rows of the optimizer", problem.optimizer.rows},
        Item{"words of the optimizer", problem.optimizer.words},
        Item{"uniform rows of the optimizer", problem.optimizer.uniformRows},
        Item{"uniform words of the optimizer", problem.optimizer.uniformWords}})
    if (item.value < 0)
      return std::string(item.name) + " must not be negative, got " +
             std::to_string(item.value);
  return "";
}

static std::string describeOptions(const PlanOptions &options) {
  for (const Item &item :
       {Item{"the bound of replicas", options.maxReplicas},
        Item{"parallel iterations", options.parallelIterations}})
    if (item.value <= 0)
      return std::string(item.name) + " must be positive, got " +
             std::to_string(item.value);
  for (const Item &item :
       {Item{"serialized tables", options.numSerializedTables.value_or(0)},
        Item{"HBM bytes of the TensorCore",
             options.tensorCoreHbmBytes.value_or(0)}})
    if (item.value < 0)
      return std::string(item.name) + " must not be negative, got " +
             std::to_string(item.value);
  return "";
}

static std::string describeRowFormat(const LookupProblem &problem) {
  if (problem.kind != LookupKind::Update || !problem.rowFormat.isNarrow())
    return "";
  return "an updated table must store its rows as f32, got " +
         format::formatRowFormat(problem.rowFormat);
}

static std::string describeLimits(const LookupProblem &problem) {
  if (problem.kind == LookupKind::LocalLookup ||
      problem.maxUniqueIds <= problem.maxIds)
    return "";
  return "max_unique_ids_per_partition " +
         std::to_string(problem.maxUniqueIds) +
         " is greater than max_ids_per_partition " +
         std::to_string(problem.maxIds);
}

std::optional<Infeasible> findContradiction(const LookupProblem &problem,
                                            const PlanOptions &options) {
  for (std::string text :
       {describeNonPositive(problem), describeOptions(options),
        describeLimits(problem), describeRowFormat(problem)})
    if (!text.empty()) {
      Infeasible refusal = makeRefusal(Constraint::Problem, std::move(text));
      refusal.tileSpmemBytes = problem.tileSpmemBytes;
      return refusal;
    }
  return std::nullopt;
}

static std::string describeResident(const HbmResident &resident) {
  std::string name = "HBM buffer '" + resident.name + "' ";
  if (resident.bytes < 0)
    return name + "must not have negative bytes, got " +
           std::to_string(resident.bytes);
  if (resident.paddingBytes < 0 || resident.paddingBytes > resident.bytes)
    return name + "has " + std::to_string(resident.paddingBytes) +
           " bytes of padding among " + std::to_string(resident.bytes);
  if (resident.firstStep > resident.lastStep)
    return name + "is live from step " + std::to_string(resident.firstStep) +
           " to step " + std::to_string(resident.lastStep);
  return "";
}

static std::string describeProgram(const ProgramProblem &problem) {
  if (problem.lookups.size() != problem.lookupSteps.size())
    return std::to_string(problem.lookups.size()) + " lookups have " +
           std::to_string(problem.lookupSteps.size()) + " steps";
  if (problem.usableHbmBytes < 0)
    return "usable HBM bytes must not be negative, got " +
           std::to_string(problem.usableHbmBytes);
  for (const Item &item : {Item{"devices", problem.devices},
                           Item{"devices of a chip", problem.devicesPerChip}})
    if (item.value <= 0)
      return std::string(item.name) + " must be positive, got " +
             std::to_string(item.value);
  for (const HbmResident &resident : problem.residents)
    if (std::string text = describeResident(resident); !text.empty())
      return text;
  return describeOptions(problem.options);
}

std::optional<Infeasible> findContradiction(const ProgramProblem &problem) {
  std::string text = describeProgram(problem);
  if (text.empty())
    return std::nullopt;
  return makeRefusal(Constraint::Problem, std::move(text));
}

} // namespace sc
