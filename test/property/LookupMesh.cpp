//===-- LookupMesh.cpp - devices of a random lookup -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws targets and meshes.

#include "LookupMesh.h"

#include "sc/Target/Target.h"

#include <numeric>

namespace sc::test {

int64_t LookupMesh::countDevices() const {
  int64_t devices = 1;
  for (const MeshAxis &axis : axes)
    devices *= axis.size;
  return devices;
}

int64_t LookupMesh::countShards(const AxisList &list) const {
  int64_t shards = 1;
  for (size_t axis : list)
    shards *= axes[axis].size;
  return shards;
}

int64_t LookupMesh::getShard(const AxisList &list, int64_t device) const {
  std::vector<int64_t> coordinates(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    coordinates[i] = device % axes[i].size;
    device /= axes[i].size;
  }
  int64_t shard = 0;
  for (size_t axis : list)
    shard = shard * axes[axis].size + coordinates[axis];
  return shard;
}

int64_t LookupMesh::countCores() const {
  return countShards(tableAxes) * coresPerDevice;
}

int64_t LookupMesh::countBatches() const {
  return hasOwnBatches ? countShards(replicaAxes) : 1;
}

int64_t LookupMesh::getBatch(int64_t device) const {
  return hasOwnBatches ? getShard(replicaAxes, device) : 0;
}

std::string LookupMesh::formatAxes(const AxisList &list) const {
  std::string text;
  for (size_t axis : list)
    text += (text.empty() ? "\"" : ", \"") + axes[axis].name + "\"";
  return "{" + text + "}";
}

std::string LookupMesh::formatSharding(const AxisList &list,
                                       bool isVector) const {
  return "[" + formatAxes(list) + (isVector ? "]" : ", {}]");
}

std::string LookupMesh::describe() const {
  std::string text = target + ", mesh <";
  for (const MeshAxis &axis : axes)
    text += axis.name + "=" + std::to_string(axis.size) + " ";
  return text + ">, table over " + formatAxes(tableAxes) + ", batch over " +
         formatAxes(batchAxes) + ", output over " + formatAxes(outputAxes);
}

/// Axis sizes: devices that share the table, and perhaps replicas.
static void drawAxes(Random &random, LookupMesh &mesh, int64_t sharing,
                     int64_t replicas) {
  if (sharing * replicas == 1 && random.chance(60))
    return;
  std::vector<std::string> names = {"x", "data", "sc", "y"};
  random.shuffle(names);
  std::vector<int64_t> sizes = {sharing};
  // Two axes may share the table together.
  if (replicas > 1 || random.chance(10))
    sizes.push_back(replicas);
  else if (sharing % 2 == 0 && random.chance(40))
    sizes = {sharing / 2, 2};
  size_t shared = replicas > 1 || sizes.back() == 1 ? 1 : sizes.size();
  AxisList order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  mesh.axes.resize(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    mesh.axes[order[i]] = {names[i], sizes[i]};
    (i < shared ? mesh.tableAxes : mesh.replicaAxes).push_back(order[i]);
  }
  random.shuffle(mesh.tableAxes);
}

static void drawShardings(Random &random, LookupMesh &mesh) {
  AxisList all = mesh.tableAxes;
  all.insert(all.end(), mesh.replicaAxes.begin(), mesh.replicaAxes.end());
  random.shuffle(all);
  mesh.hasOwnBatches = !mesh.replicaAxes.empty() && random.chance(50);
  mesh.batchAxes = mesh.hasOwnBatches ? all : mesh.tableAxes;
  random.shuffle(all);
  // Without own batches all replicas agree, so one of them is enough.
  bool takesAll = mesh.hasOwnBatches || random.chance(70);
  mesh.outputAxes = takesAll ? all : mesh.tableAxes;
  if (mesh.replicaAxes.empty())
    mesh.outputAxes = mesh.tableAxes;
}

LookupMesh drawMesh(Random &random) {
  // Programs are for a power of two of SparseCores.
  const std::vector<int64_t> sharingSizes = {1, 1, 1, 2, 2, 4, 4, 8, 16};
  const std::vector<int64_t> replicaSizes = {1, 1, 1, 2, 4};
  while (true) {
    LookupMesh mesh;
    const MachineDescription &machine =
        getMachines()[random.index(getMachines().size())];
    mesh.coresPerDevice = machine.sparseCoresPerDevice.value;
    mesh.tiles = machine.tilesPerSparseCore.value;
    mesh.tileSpmemBytes = machine.tileSpmemBytes.value;
    int64_t sharing = random.pick(sharingSizes);
    int64_t replicas = random.pick(replicaSizes);
    std::string error;
    auto target = withDevices(machine, sharing * replicas, error);
    if (!target || sharing * mesh.coresPerDevice > 32 ||
        sharing * replicas > 16)
      continue;
    mesh.target = random.chance(50) ? std::string(machine.name) : target->str();
    drawAxes(random, mesh, sharing, replicas);
    drawShardings(random, mesh);
    return mesh;
  }
}

} // namespace sc::test
