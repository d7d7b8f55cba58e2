//===-- DeviceGroups.cpp - devices that share a table ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions in a mesh to groups of devices.

#include "DeviceGroups.h"

#include "ScheduleBuilder.h"
#include "dialects/Shardy/Shardy.h"

using namespace mlir;

namespace sc {

/// Groups of devices that differ only in the coordinates of the group's axes,
/// in the order of the table's shards.
static DeviceGroups groupDevices(sdy::MeshAttr mesh, GroupAttr group) {
  SmallVector<int64_t> strides;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    strides.push_back(axis.getSize());
  strides = getDenseStrides(strides);
  // Positions in the mesh of group member 0 .. n-1, relative to the first.
  SmallVector<int64_t> members = {0};
  for (auto name : group.getAxes().getAsRange<StringAttr>()) {
    SmallVector<int64_t> next;
    for (int64_t member : members)
      for (auto [axis, stride] : llvm::zip_equal(mesh.getAxes(), strides))
        if (axis.getName() == name.getValue())
          for (int64_t i = 0; i < axis.getSize(); ++i)
            next.push_back(member + i * stride);
    members = next;
  }
  DeviceGroups groups;
  groups.devicesPerGroup = members.size();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t first = 0; first < mesh.getDeviceCount(); ++first) {
    if (seen.contains(first))
      continue;
    for (int64_t member : members) {
      int64_t position = first + member;
      seen.insert(position);
      groups.devices.push_back(mesh.getDeviceIds().empty()
                                   ? position
                                   : mesh.getDeviceIds()[position]);
    }
  }
  return groups;
}

DeviceGroups getDeviceGroups(ModuleOp module, GroupAttr group,
                             int64_t devices) {
  if (group)
    if (auto mesh = module.lookupSymbol<sdy::MeshOp>(group.getMesh()))
      return groupDevices(mesh.getMesh(), group);
  DeviceGroups groups;
  for (int64_t device = 0; device < devices; ++device)
    groups.devices.push_back(device);
  return groups;
}

LogicalResult checkGroup(EmbeddingOp op, ModuleOp module) {
  GroupAttr group = op.getGroupAttr();
  if (!group)
    return success();
  auto mesh = module.lookupSymbol<sdy::MeshOp>(group.getMesh());
  if (!mesh)
    return op->emitError() << "the group names " << group.getMesh()
                           << ", which is no mesh of the module";
  int64_t devices = groupDevices(mesh.getMesh(), group).devicesPerGroup;
  if (devices != group.getDevices())
    return op->emitError() << "the group has " << group.getDevices()
                           << " devices, its axes of " << group.getMesh()
                           << " have " << devices;
  return success();
}

} // namespace sc
