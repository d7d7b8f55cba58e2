//===-- StackTables.cpp - from tables and features to stacks --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-stack-tables. The decisions are those of lib/Stacking.

#include "sc/Transforms/Passes.h"

#include "FileError.h"
#include "StackTablesRewrite.h"
#include "dialects/StableHLO/StableHLO.h"
#include "sc/Import/FilePlace.h"
#include "sc/Import/ImportSpec.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_STACKTABLES
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct StackTables : public sc::impl::StackTablesBase<StackTables> {
  using StackTablesBase::StackTablesBase;
  void runOnOperation() override;

private:
  FailureOr<spec::StackOptions> getOptions(SpecOp op);
  FailureOr<spec::StackedSpec> stack(SpecOp op, const spec::Topology &topology);
};
} // namespace

/// A number that -1 leaves open.
static std::optional<int64_t> getOpen(int64_t number) {
  return number == -1 ? std::nullopt : std::optional(number);
}

spec::StackOptions sc::getStackOptions(const StackTablesOptions &options) {
  spec::StackOptions stack;
  stack.rule = options.rule;
  stack.limits = options.limits;
  stack.disableStacking = options.disableStacking;
  stack.activationBytesLimit = getOpen(options.activationBytesLimit);
  stack.shardBytesLimit = getOpen(options.shardBytesLimit);
  stack.tablesLimit = options.tablesLimit;
  stack.rotation = getOpen(options.rotation);
  return stack;
}

StackTablesOptions sc::makeStackTablesOptions(const spec::StackOptions &stack) {
  StackTablesOptions options;
  options.rule = stack.rule;
  options.limits = stack.limits;
  options.disableStacking = stack.disableStacking;
  options.activationBytesLimit = stack.activationBytesLimit.value_or(-1);
  options.shardBytesLimit = stack.shardBytesLimit.value_or(-1);
  options.tablesLimit = stack.tablesLimit;
  options.rotation = stack.rotation.value_or(-1);
  return options;
}

FailureOr<spec::StackOptions> StackTables::getOptions(SpecOp op) {
  for (auto [name, number] :
       {std::pair("activation-bytes-limit", activationBytesLimit.getValue()),
        std::pair("shard-bytes-limit", shardBytesLimit.getValue()),
        std::pair("tables-limit", tablesLimit.getValue()),
        std::pair("rotation", rotation.getValue())})
    if (number < (name == StringRef("tables-limit") ? 0 : -1))
      return op.emitError() << name << " must not be negative, got " << number;
  return getStackOptions({rule, limits, disableStacking, activationBytesLimit,
                          shardBytesLimit, tablesLimit, rotation, ""});
}

static FailureOr<LimitsByTable> readLimits(ModuleOp module,
                                           const std::string &path) {
  if (path.empty())
    return LimitsByTable();
  std::string error;
  std::optional<LimitsByTable> limits = readLimitsFile(path, error);
  if (!limits)
    return emitFileError(module, path, error);
  return *std::move(limits);
}

static std::string listMembers(const spec::Stack &stack) {
  std::string names;
  for (const spec::StackedTable &table : stack.tables)
    names += (names.empty() ? "'" : ", '") + table.table.name + "'";
  return names;
}

/// What was chosen for a stack, and why.
static void explainStack(ModuleOp module, const spec::Stack &stack) {
  InFlightDiagnostic remark = mlir::emitRemark(getStackLocation(module, stack));
  remark << "stack '" << stack.name << "' of "
         << (stack.tables.size() == 1 ? "table " : "tables ")
         << listMembers(stack) << ": " << stack.vocabularySize << " rows of "
         << stack.embeddingDim << " words, limits " << stack.maxIdsPerPartition
         << " and " << stack.maxUniqueIdsPerPartition;
  for (const std::string &reason : stack.reasons)
    remark << "; " << reason;
}

/// A status whose message may begin with a place in the spec.
static InFlightDiagnostic emitStatus(SpecOp op, const absl::Status &status) {
  std::string text(status.message());
  auto [place, message] = StringRef(text).split(": ");
  Location location = parseLocation(place, op.getLoc());
  auto file = dyn_cast<FileLineColLoc>(location);
  if (!file || file.getLine() == 0)
    return op.emitError() << text;
  return emitError(location) << message;
}

FailureOr<spec::StackedSpec>
StackTables::stack(SpecOp op, const spec::Topology &topology) {
  auto module = cast<ModuleOp>(op->getParentOp());
  FailureOr<spec::StackOptions> options = getOptions(op);
  FailureOr<LimitsByTable> limits = readLimits(module, maxIdsFile);
  FailureOr<spec::EmbeddingSpec> spec = collectSpec(module);
  if (failed(options) || failed(limits) || failed(spec))
    return failure();
  options->fileLimits = *std::move(limits);
  if (failed(emitSpecProblems(*spec, topology, op.getLoc(),
                              /*showWarnings=*/true)))
    return failure();
  auto stacked = spec::stackTables(*spec, topology, *options);
  if (!stacked.ok())
    return emitStatus(op, stacked.status());
  return std::move(*stacked);
}

void StackTables::runOnOperation() {
  ModuleOp module = getOperation();
  if (!hasSpec(module))
    return;
  auto target = module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName);
  if (!target) {
    module.emitError("the module has no target: run sc-assign-target first");
    return signalPassFailure();
  }
  FailureOr<spec::StackedSpec> stacked =
      stack(*module.getOps<SpecOp>().begin(),
            {target.getDevices(), target.getSparseCoresPerDevice()});
  if (failed(stacked))
    return signalPassFailure();
  for (const spec::Stack &stack : stacked->stacks)
    explainStack(module, stack);
  if (failed(rewriteToStacks(module, *stacked)))
    signalPassFailure();
}
