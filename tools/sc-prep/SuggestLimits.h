//===-- SuggestLimits.h - limits that do ------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what was observed or, before any batch, from the spec alone.

#ifndef SC_TOOLS_SC_PREP_SUGGESTLIMITS_H
#define SC_TOOLS_SC_PREP_SUGGESTLIMITS_H

#include "runtime/host/FdoFile.h"
#include "sc/Spec/StackedSpec.h"

#include <iosfwd>

namespace sc::prep {

struct Suggestion {
  host::SuggestedLimits limits;
  std::string why;
};

/// Where the statistics come from; without any, from the spec.
struct Observations {
  host::FdoStatistics statistics;
  int64_t numBatches = 0;
  int64_t numFiles = 0; // of FDO statistics

  bool isEmpty() const { return numBatches == 0 && numFiles == 0; }
};

/// Reads and merges files and folders. Fails for stacks that `spec` has not.
absl::Status mergeFdoFiles(const std::vector<std::string> &paths,
                           const spec::StackedSpec &spec,
                           Observations &observations);

/// One for each stack of `spec`. Fails for a stack of which nothing was
/// observed.
absl::StatusOr<std::vector<Suggestion>>
makeSuggestions(const spec::StackedSpec &spec, const Observations &observations,
                double headroom);

/// Writes the file that --max-ids-file takes, and prints what changes.
absl::Status writeSuggestions(const std::string &path,
                              const spec::StackedSpec &spec,
                              const std::vector<Suggestion> &suggestions,
                              std::ostream &os);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_SUGGESTLIMITS_H
