//===-- FeatureChecks.h - what a spec says of its batches -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of single features, most of them before their data is read.

#ifndef SC_TOOLS_SC_PREP_FEATURECHECKS_H
#define SC_TOOLS_SC_PREP_FEATURECHECKS_H

#include "runtime/support/Array.h"
#include "sc/Spec/EmbeddingSpec.h"

#include "absl/status/status.h"

#include <string>

namespace sc::prep {

/// Where a feature is read, for its errors.
struct FeatureContext {
  const spec::Feature *feature = nullptr;
  const std::string &path;
  int64_t devices = 1;

  /// "PATH: feature 'f' of table 't': TEXT".
  absl::Status makeError(const std::string &text) const;
};

/// Batches are of all devices; a device's share alone is a likely mistake.
absl::Status checkSamples(const FeatureContext &context, int64_t samples,
                          bool isRagged);

/// Fails for more ids than max_ids_per_chip_per_sample allows for the largest
/// batch of `spec`, whichever devices get them.
absl::Status checkNumIds(const FeatureContext &context, int64_t numIds,
                         const spec::EmbeddingSpec &spec);

/// Checks the positions of COO `indices`, entries x 2 and sorted by sample: in
/// 0 .. `idsPerSample` - 1, and ascending in each sample.
absl::Status checkPositions(const FeatureContext &context,
                            const runtime::Array &indices,
                            int64_t idsPerSample);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_FEATURECHECKS_H
