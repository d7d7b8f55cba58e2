//===-- BatchPlan.cpp - which samples of a batch go where -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What JAX drops or misplaces without a word is an error here.

#include "runtime/host/BatchPlan.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::host {

using absl::InvalidArgumentError;
using absl::StrCat;

int64_t StackPlan::countCoreIds(const std::vector<size_t> &which,
                                int64_t core) const {
  int64_t count = 0;
  for (size_t f : which) {
    int64_t share = features[f].samplesPerCore;
    count += features[f].rows.countIds(core * share, share);
  }
  return count;
}

// Samples of one device; each feature has at most 2^60 samples here.
static absl::Status checkDeviceSamples(const StackSpec &spec,
                                       const Topology &topology,
                                       const StackPlan &plan) {
  const int64_t cores = topology.sparseCoresPerDevice;
  int64_t samples = 0;
  for (size_t f = 0; f < spec.features.size(); ++f) {
    int64_t share = plan.features[f].rows.samples / topology.localDevices;
    if (share >= kMaxDeviceSamples || samples + share >= kMaxDeviceSamples)
      return InvalidArgumentError(StrCat(describeFeature(spec.features[f]),
                                         "stack '", spec.name, "' has ",
                                         StrCat(samples, " + ", share),
                                         " samples or more on each device, "
                                         "the limit is ",
                                         kMaxDeviceSamples - 1));
    samples += share;
  }
  if (samples % cores == 0)
    return absl::OkStatus();
  return InvalidArgumentError(StrCat(
      "batch_size_for_device (", samples, ") for stacked table '", spec.name,
      "' must be divisible by num_sc_per_device (", cores, ")"));
}

static absl::Status placeFeature(const FeatureSpec &feature,
                                 const Topology &topology, int64_t expected,
                                 FeaturePlan &plan) {
  const int64_t cores = topology.localDevices * topology.sparseCoresPerDevice;
  const int64_t samples = plan.rows.samples;
  if (samples == 0)
    return InvalidArgumentError(
        StrCat(describeFeature(feature), "has no samples"));
  if (samples % cores != 0)
    return InvalidArgumentError(StrCat(
        describeFeature(feature), samples, " samples do not split evenly over ",
        cores, " SparseCores of this host (", topology.localDevices,
        " devices with ", topology.sparseCoresPerDevice, ")"));
  plan.samplesPerCore = samples / cores;
  plan.firstSample = feature.rowOffset /
                     (topology.globalDevices * topology.sparseCoresPerDevice);
  if (plan.firstSample != expected)
    return InvalidArgumentError(StrCat(
        describeFeature(feature), "row_offset ", feature.rowOffset,
        " is sample ", plan.firstSample,
        " of each SparseCore, but the features before it end at ", expected,
        "; row_offset counts samples of all ", topology.globalDevices,
        " devices, this host passes those of ", topology.localDevices));
  return absl::OkStatus();
}

static absl::Status countIds(const StackSpec &spec, int64_t numCores,
                             StackPlan &plan) {
  plan.numIds = plan.maxCoreIds = 0;
  for (int64_t core = 0; core < numCores; ++core) {
    int64_t count = 0;
    for (const FeaturePlan &feature : plan.features) {
      int64_t share = feature.samplesPerCore;
      int64_t ids = feature.rows.countIds(core * share, share);
      // Dense sizes are checked to fit 64 bits, so only the sum may not.
      if (ids > kMaxInt32 || count + ids > kMaxInt32)
        return InvalidArgumentError(
            StrCat("stack '", spec.name, "': SparseCore ", core,
                   " of this host has more than INT32 (", kMaxInt32, ") ids"));
      count += ids;
    }
    plan.numIds += count;
    plan.maxCoreIds = std::max(plan.maxCoreIds, count);
  }
  return absl::OkStatus();
}

absl::Status planStack(const StackSpec &spec, const StackLayout &layout,
                       const Topology &topology, StackPlan &plan) {
  SC_RETURN_IF_ERROR(checkDeviceSamples(spec, topology, plan));
  plan.samplesPerCore = 0;
  plan.isWeighted = false;
  plan.isUniform = true;
  for (size_t f : layout.order) {
    const FeatureSpec &feature = spec.features[f];
    SC_RETURN_IF_ERROR(
        placeFeature(feature, topology, plan.samplesPerCore, plan.features[f]));
    plan.samplesPerCore += plan.features[f].samplesPerCore;
    plan.isWeighted |= plan.features[f].rows.weights != nullptr;
    plan.isUniform &= feature.combiner == Combiner::Sum;
  }
  plan.isUniform &= !plan.isWeighted;
  return countIds(spec, topology.localDevices * topology.sparseCoresPerDevice,
                  plan);
}

} // namespace sc::host
