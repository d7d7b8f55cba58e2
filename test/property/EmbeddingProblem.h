//===-- EmbeddingProblem.h - specs, ids and tables by chance ----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whole embedding program as a user has it, and its result by plain sums over
// logical tables.

#ifndef SC_TEST_PROPERTY_EMBEDDINGPROBLEM_H
#define SC_TEST_PROPERTY_EMBEDDINGPROBLEM_H

#include "sc/Stacking/Stacking.h"
#include "test/property/Random.h"
#include "test/unit/host/Reference.h"

namespace sc::test {

struct EmbeddingProblem {
  std::string target; // "v5p:2x2x1"
  spec::Topology topology;
  spec::StackOptions options;
  spec::EmbeddingSpec spec;
  std::vector<ReferenceInput> batch;      // as spec.features
  std::vector<std::vector<float>> tables; // as spec.tables, row-major

  /// For messages.
  std::string describe() const;
};

EmbeddingProblem drawEmbeddingProblem(Random &random);

/// Activations of a feature, samples x embedding dim, in double.
std::vector<double> computeActivations(const EmbeddingProblem &problem,
                                       size_t feature);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_EMBEDDINGPROBLEM_H
