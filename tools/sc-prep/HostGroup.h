//===-- HostGroup.h - hosts that prepare a batch together -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of this process; each feeds an equal share of the devices.

#ifndef SC_TOOLS_SC_PREP_HOSTGROUP_H
#define SC_TOOLS_SC_PREP_HOSTGROUP_H

#include "runtime/host/Preprocessor.h"
#include "tools/sc-prep/Features.h"

namespace sc::prep {

class HostGroup {
public:
  /// `topology` is that of each host.
  static absl::StatusOr<HostGroup>
  create(const std::vector<host::StackSpec> &stacks,
         const host::Topology &topology, const host::Options &options);

  /// The buffers of a batch for all devices, one device after the other, until
  /// the next run. Numbers ascend.
  absl::StatusOr<host::Results> run(int64_t number,
                                    const std::vector<FeatureIds> &features);

private:
  /// The arrays of one stack, if there are several hosts.
  struct Arrays {
    std::vector<int32_t> rowPointers, embeddingIds, sampleIds;
    std::vector<float> gains;
  };
  using HostResults = std::vector<absl::StatusOr<const host::Results *>>;

  HostGroup(const host::Topology &topology, const host::Options &options);
  HostResults runHosts(int64_t number, const std::vector<FeatureIds> &features);
  host::Results merge(const std::vector<const host::Results *> &results);

  bool isAgreeing; // on minibatches
  std::vector<host::Preprocessor> hosts;
  std::unique_ptr<host::InProcessAllReduce> allReduce;
  std::vector<Arrays> arrays; // of stacks
};

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_HOSTGROUP_H
