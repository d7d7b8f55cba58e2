//===-- DeviceGroups.h - devices that share a table -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the group of a lookup or update to the numbers of its devices.

#ifndef SC_LIB_CONVERSION_DEVICEGROUPS_H
#define SC_LIB_CONVERSION_DEVICEGROUPS_H

#include "TaskBuilder.h"

namespace sc {

/// The groups of `group`, or each of `devices` devices by itself where it is
/// null.
DeviceGroups getDeviceGroups(mlir::ModuleOp module, GroupAttr group,
                             int64_t devices);

/// The mesh of the group must be one of `module` and have its axes, with as
/// many devices along them.
mlir::LogicalResult checkGroup(EmbeddingOp op, mlir::ModuleOp module);

} // namespace sc

#endif // SC_LIB_CONVERSION_DEVICEGROUPS_H
