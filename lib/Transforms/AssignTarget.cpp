//===-- AssignTarget.cpp - machine of a module ----------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements sc-assign-target.

#include "sc/Transforms/Passes.h"

#include "FileError.h"
#include "mlir/IR/Builders.h"
#include "sc/Target/Target.h"

using namespace mlir;

namespace sc {
#define GEN_PASS_DEF_ASSIGNTARGET
#include "sc/Transforms/Passes.h.inc"
} // namespace sc

using namespace sc;

namespace {
struct AssignTarget : public sc::impl::AssignTargetBase<AssignTarget> {
  using AssignTargetBase::AssignTargetBase;
  void runOnOperation() override;
};
} // namespace

namespace {
/// How many devices the module is for.
struct ModuleDevices {
  int64_t number = 1;
  bool isFixed = true; // else the target may have others
};
} // namespace

/// By the module's own word, or what its sc.spec prefers; 1 where it says
/// nothing.
static FailureOr<ModuleDevices> getModuleDevices(ModuleOp module) {
  Attribute attr = module->getAttr("mhlo.num_partitions");
  auto specs = module.getOps<SpecOp>();
  if (!attr && specs.empty())
    return ModuleDevices{1, true};
  if (!attr) {
    std::optional<TopologyAttr> topology = (*specs.begin()).getTopology();
    return ModuleDevices{topology ? topology->getDevices() : 1, false};
  }
  auto number = dyn_cast<IntegerAttr>(attr);
  if (!number || !number.getType().isSignlessInteger() ||
      number.getValue().isNonPositive() ||
      number.getValue().getActiveBits() > 31)
    return module.emitError()
           << "mhlo.num_partitions must be a positive integer, got " << attr;
  return ModuleDevices{number.getInt(), true};
}

static FailureOr<sc::Target> chooseTarget(ModuleOp module,
                                          const std::string &text,
                                          const ModuleDevices &devices) {
  std::string error;
  std::optional<sc::Target> target = parseTarget(text, error);
  if (!target)
    return module.emitError() << error;
  if (target->topology.empty()) {
    target = withDevices(*target->machine, devices.number, error);
    if (!target)
      return module.emitError() << error;
    module.emitRemark() << "target " << target->str() << " chosen for "
                        << devices.number
                        << (devices.number == 1 ? " device" : " devices");
  }
  if (devices.isFixed && target->devices() != devices.number)
    return module.emitError()
           << "target " << target->str() << " has " << target->devices()
           << " devices, the module is for " << devices.number
           << " (mhlo.num_partitions)";
  if (std::optional<std::string> problem = checkSparseCoreCount(*target))
    return module.emitError() << *problem;
  return *target;
}

/// Makes the machine of `path` known by its name.
static LogicalResult loadMachine(ModuleOp module, const std::string &path) {
  std::string error;
  if (path.empty() || loadMachineFile(path, error))
    return success();
  return emitFileError(module, path, error);
}

void AssignTarget::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(loadMachine(module, machineFile)))
    return signalPassFailure();
  FailureOr<ModuleDevices> devices = getModuleDevices(module);
  if (failed(devices))
    return signalPassFailure();
  FailureOr<sc::Target> chosen = chooseTarget(module, target, *devices);
  if (failed(chosen))
    return signalPassFailure();
  SmallVector<int64_t> topology(chosen->topology.begin(),
                                chosen->topology.end());
  module->setAttr(SCDialect::kTargetAttrName,
                  TargetAttr::get(module.getContext(), chosen->machine->name,
                                  topology, chosen->devices(),
                                  chosen->machine->sparseCoresPerDevice.value));
}
