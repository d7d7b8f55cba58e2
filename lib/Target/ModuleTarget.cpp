//===-- ModuleTarget.cpp - the machine of a module ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks up what sc-assign-target left in the module.

#include "sc/Target/ModuleTarget.h"

#include "dialects/SparseCore/SparseCore.h"
#include "sc/Target/Target.h"

using namespace mlir;

namespace sc {

FailureOr<const MachineDescription *> findTargetMachine(ModuleOp module) {
  auto target = module->getAttrOfType<TargetAttr>(SCDialect::kTargetAttrName);
  const MachineDescription *machine =
      target ? findMachine(target.getName().str()) : nullptr;
  if (!machine)
    return module.emitError("the module has no known target: run "
                            "sc-assign-target first");
  return machine;
}

} // namespace sc
