//===-- FeatureArrays.h - which array is what of which feature --*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names only, no data is read here.

#ifndef SC_TOOLS_SC_PREP_FEATUREARRAYS_H
#define SC_TOOLS_SC_PREP_FEATUREARRAYS_H

#include "runtime/support/Npz.h"
#include "sc/Spec/EmbeddingSpec.h"

namespace sc::prep {

enum class FeatureForm { Dense, Ragged, Coo };

/// The suffixes of arrays, behind the name of the feature.
inline constexpr const char *kValues = ".values";
inline constexpr const char *kRowSplits = ".row_splits";
inline constexpr const char *kIndices = ".indices";
inline constexpr const char *kDenseShape = ".dense_shape";
inline constexpr const char *kWeights = ".weights";

struct FeatureArrays {
  FeatureForm form = FeatureForm::Dense;
  bool hasWeights = false;
};

/// The form of each feature of `spec`, in its order. Fails for a feature that
/// is missing, incomplete or given in two forms, and for an array that belongs
/// to no feature or to two.
absl::StatusOr<std::vector<FeatureArrays>>
findFeatureArrays(const runtime::NpzReader &reader, const std::string &path,
                  const spec::EmbeddingSpec &spec);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_FEATUREARRAYS_H
