//===-- SpecCheck.h - rules across the fields of a spec ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that can be wrong before a batch is seen. No MLIR.

#ifndef SC_SPEC_SPECCHECK_H
#define SC_SPEC_SPECCHECK_H

#include "sc/Spec/EmbeddingSpec.h"

#include "absl/status/status.h"

namespace sc::spec {

struct SpecProblem {
  bool isError = true;  // else a warning
  std::string location; // "spec.json:3:5" or ""
  std::string message;  // names table or feature, both numbers, the remedy

  /// "spec.json:3:5: error: text".
  std::string format() const;
};

/// All problems, but no more than a hundred, in the order of the spec. Without
/// `topology` that of the spec counts; without both, what needs one is left
/// out.
std::vector<SpecProblem> checkSpec(const EmbeddingSpec &spec,
                                   const std::optional<Topology> &topology);

/// InvalidArgument with all errors, one on each line; OK if there are only
/// warnings.
absl::Status getFirstErrors(const std::vector<SpecProblem> &problems);

} // namespace sc::spec

#endif // SC_SPEC_SPECCHECK_H
