//===-- Setup.h - from a spec file to stacks --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything before the first batch: read, choose devices, check, stack.

#ifndef SC_TOOLS_SC_PREP_SETUP_H
#define SC_TOOLS_SC_PREP_SETUP_H

#include "tools/sc-prep/Options.h"

#include "absl/status/statusor.h"

#include <iosfwd>

namespace sc::prep {

struct Setup {
  spec::EmbeddingSpec logical;
  spec::StackedSpec stacked;
};

/// Reads and stacks the spec of `options`. Warnings, and errors in the spec,
/// go to `errors`.
absl::StatusOr<Setup> setUp(const Options &options, std::ostream &errors);

/// The same tables on other devices.
absl::StatusOr<spec::StackedSpec> stackFor(const Setup &setup,
                                           const Options &options,
                                           const TopologyOptions &topology,
                                           std::ostream &errors);

/// The devices that are asked for, else those of the spec.
absl::StatusOr<spec::Topology> getTopology(const spec::EmbeddingSpec &spec,
                                           const TopologyOptions &options,
                                           const std::string &prefix);

/// `topology` as `hosts` of equal size see it.
absl::StatusOr<host::Topology> makeHostTopology(const spec::Topology &topology,
                                                int64_t hosts);

/// The tables of `spec` in the very stacks of `stacked`, with its limits: to be
/// stacked again elsewhere.
spec::EmbeddingSpec fixStacks(const spec::EmbeddingSpec &spec,
                              const spec::StackedSpec &stacked);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_SETUP_H
