//===-- LongSamples.h - samples with more ids than stated -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// input_shape[1] bounds nothing in buffers, but limits are derived from it.

#ifndef SC_TOOLS_SC_PREP_LONGSAMPLES_H
#define SC_TOOLS_SC_PREP_LONGSAMPLES_H

#include "tools/sc-prep/Features.h"

#include <iosfwd>

namespace sc::prep {

class LongSamples {
public:
  explicit LongSamples(const spec::EmbeddingSpec &spec)
      : counts(spec.features.size()) {}

  /// The features of a batch, in the order of the spec.
  void add(const std::vector<FeatureIds> &features);

  /// A warning for each feature that had such samples.
  void print(std::ostream &errors) const;

private:
  struct Count {
    const spec::Feature *feature = nullptr;
    int64_t samples = 0; // that have too many ids
    int64_t total = 0;
    int64_t mostIds = 0;
  };
  std::vector<Count> counts;
};

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_LONGSAMPLES_H
