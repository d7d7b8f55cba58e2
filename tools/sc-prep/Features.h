//===-- Features.h - batches of ids from .npz files -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/Prep.md defines the arrays: dense, ragged or COO, with or without
// weights.

#ifndef SC_TOOLS_SC_PREP_FEATURES_H
#define SC_TOOLS_SC_PREP_FEATURES_H

#include "runtime/host/FeatureRows.h"
#include "runtime/support/Npz.h"
#include "sc/Spec/EmbeddingSpec.h"

namespace sc::prep {

/// The ids of one feature, for the samples of all devices.
struct FeatureIds {
  const spec::Feature *feature = nullptr;
  host::Input input; // views of `arrays`
  host::FeatureRows rows;
  std::vector<runtime::Array> arrays;

  int64_t countIds() const { return rows.countIds(0, rows.samples); }
};

/// Reads the ids of all features of `spec`, which must outlive them, in its
/// order. Fails for a feature that is missing or given twice, an array that
/// belongs to none, another type or shape, and another number of samples than
/// the spec has for `devices`.
absl::StatusOr<std::vector<FeatureIds>>
readFeatures(const std::string &path, const spec::EmbeddingSpec &spec,
             int64_t devices);

/// Fails if a device gets more ids than the config allows for each of its
/// samples, on average; `path` is for the error.
absl::Status checkIdsPerDevice(const std::vector<FeatureIds> &features,
                               const spec::EmbeddingSpec &spec, int64_t devices,
                               const std::string &path);

/// What one host of several is fed.
struct HostShare {
  std::vector<host::FeatureInput> inputs; // views of `splits` and the features
  std::vector<std::vector<int64_t>> splits;
};

/// The samples of host `host` of `hosts`, equal shares in order.
HostShare makeHostShare(const std::vector<FeatureIds> &features, int64_t host,
                        int64_t hosts);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_FEATURES_H
