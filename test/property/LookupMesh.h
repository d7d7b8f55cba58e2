//===-- LookupMesh.h - devices of a random lookup ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target, a mesh, and the axes that arrays are sharded over.

#ifndef SC_TEST_PROPERTY_LOOKUPMESH_H
#define SC_TEST_PROPERTY_LOOKUPMESH_H

#include "Random.h"

namespace sc::test {

struct MeshAxis {
  std::string name;
  int64_t size = 1;
};

/// Positions in LookupMesh::axes; the first is the major one.
using AxisList = std::vector<size_t>;

struct LookupMesh {
  std::string target;
  int64_t coresPerDevice = 1;
  int64_t tiles = 1;
  int64_t tileSpmemBytes = 0;
  /// Empty: no mesh, one device.
  std::vector<MeshAxis> axes;
  AxisList tableAxes;   // that share the table
  AxisList replicaAxes; // the others
  AxisList batchAxes;   // of the lists and of init
  AxisList outputAxes;
  /// Replicas look up their own batches; batchAxes has all axes then.
  bool hasOwnBatches = false;

  int64_t countDevices() const;
  /// Number of shards of an array that is sharded over `list`.
  int64_t countShards(const AxisList &list) const;
  /// The shard of device number `device` of the mesh.
  int64_t getShard(const AxisList &list, int64_t device) const;
  /// SparseCores that share the table.
  int64_t countCores() const;
  int64_t countBatches() const;
  int64_t getBatch(int64_t device) const;

  /// `{"x", "y"}`, the sharding of one dimension.
  std::string formatAxes(const AxisList &list) const;
  /// `[{"x"}, {}]`; vectors have one dimension.
  std::string formatSharding(const AxisList &list, bool isVector) const;
  std::string describe() const;
};

/// Draws a mesh with at most 32 SparseCores that share a table.
LookupMesh drawMesh(Random &random);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_LOOKUPMESH_H
