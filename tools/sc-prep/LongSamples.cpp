//===-- LongSamples.cpp - samples with more ids than stated ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes without the number state nothing.

#include "tools/sc-prep/LongSamples.h"

#include "sc/Target/NearestName.h"

#include <algorithm>
#include <ostream>

namespace sc::prep {

void LongSamples::add(const std::vector<FeatureIds> &features) {
  for (size_t i = 0; i < features.size(); ++i) {
    const host::FeatureRows &rows = features[i].rows;
    Count &count = counts[i];
    count.feature = features[i].feature;
    count.total += rows.samples;
    if (count.feature->inputShape.size() < 2)
      continue;
    const int64_t stated = count.feature->getIdsPerSample();
    for (int64_t sample = 0; sample < rows.samples; ++sample) {
      const int64_t numIds = rows.countIds(sample);
      count.samples += numIds > stated;
      count.mostIds = std::max(count.mostIds, numIds);
    }
  }
}

void LongSamples::print(std::ostream &errors) const {
  for (const Count &count : counts)
    if (count.samples > 0)
      errors << "sc-prep: warning: feature " << quoteName(count.feature->name)
             << ": " << count.samples << " of " << count.total
             << " samples have more ids than the spec says: up to "
             << count.mostIds << ", but input_shape[1] is "
             << count.feature->getIdsPerSample() << "\n";
}

} // namespace sc::prep
