//===-- BatchPlan.h - which samples of a batch go where ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Split, then stack: each SparseCore gets its share of each feature.

#ifndef SC_RUNTIME_HOST_BATCHPLAN_H
#define SC_RUNTIME_HOST_BATCHPLAN_H

#include "runtime/host/FeatureRows.h"
#include "runtime/host/Layout.h"

namespace sc::host {

/// One feature in one batch. Local SparseCore c, counted over the devices, has
/// samples c * samplesPerCore on, as rows firstSample on of its own.
struct FeaturePlan {
  FeatureRows rows;
  int64_t samplesPerCore = 0;
  int64_t firstSample = 0;
};

/// One stack in one batch.
struct StackPlan {
  std::vector<FeaturePlan> features; // as in the spec
  int64_t samplesPerCore = 0;        // of all features
  int64_t numIds = 0;                // of all local SparseCores
  int64_t maxCoreIds = 0;            // of the SparseCore with most
  bool isWeighted = false;
  bool isUniform = false; // all gains are 1 before deduplication

  int64_t countCoreIds(const std::vector<size_t> &features, int64_t core) const;
};

/// Shares and places; `plan.features[..].rows` are there. Checks divisibility,
/// offsets and sizes.
absl::Status planStack(const StackSpec &spec, const StackLayout &layout,
                       const Topology &topology, StackPlan &plan);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_BATCHPLAN_H
