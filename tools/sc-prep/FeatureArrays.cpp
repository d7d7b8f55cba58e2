//===-- FeatureArrays.cpp - which array is what of which feature ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of features may hold dots, so that two could mean one array.

#include "tools/sc-prep/FeatureArrays.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"

#include <map>

namespace sc::prep {

using runtime::NpzReader;

static absl::Status makeError(const std::string &path, const auto &...args) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", args...));
}

/// Each array of the file with the feature that it belongs to.
static absl::Status checkOwners(const NpzReader &reader,
                                const std::string &path,
                                const spec::EmbeddingSpec &spec) {
  std::map<std::string, const spec::Feature *> owners;
  std::vector<std::string> names;
  for (const spec::Feature &feature : spec.features)
    for (const char *suffix :
         {"", kValues, kRowSplits, kIndices, kDenseShape, kWeights}) {
      std::string name = feature.name + suffix;
      auto [place, isNew] = owners.try_emplace(name, &feature);
      if (!isNew && reader.contains(name))
        return makeError(path, "array ", quoteName(name),
                         " could be of feature ",
                         quoteName(place->second->name), " or of feature ",
                         quoteName(feature.name), "; rename one of them");
      names.push_back(std::move(name));
    }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string &name : reader.getNames())
    if (!owners.contains(name)) {
      std::vector<std::string_view> features;
      for (const spec::Feature &feature : spec.features)
        features.push_back(feature.name);
      return makeError(
          path, "array ", quoteName(name), " belongs to no feature of the spec",
          describeNearest(name, known), " features: ", joinNames(features));
    }
  return absl::OkStatus();
}

/// The arrays of a form beside those of another, or without its own.
static absl::StatusOr<FeatureForm> findForm(const NpzReader &reader,
                                            const std::string &path,
                                            const std::string &name) {
  const bool isDense = reader.contains(name);
  const bool isRagged = reader.contains(name + kRowSplits);
  const bool isCoo = reader.contains(name + kIndices);
  const bool hasValues = reader.contains(name + kValues);
  const bool hasShape = reader.contains(name + kDenseShape);
  const std::string feature = absl::StrCat("feature ", quoteName(name));
  if (isDense && (isRagged || isCoo || hasValues || hasShape))
    return makeError(path, feature, " is given twice: as array ",
                     quoteName(name), " and as ",
                     quoteName(name + (isRagged    ? kRowSplits
                                       : isCoo     ? kIndices
                                       : hasValues ? kValues
                                                   : kDenseShape)));
  if (isRagged && (isCoo || hasShape))
    return makeError(path, feature, " is given twice: with ",
                     quoteName(name + kRowSplits), " and with ",
                     quoteName(name + (isCoo ? kIndices : kDenseShape)));
  if (isDense)
    return FeatureForm::Dense;
  if (!isRagged && !isCoo && !hasValues && !hasShape)
    return makeError(path, feature, " is missing: expected array ",
                     quoteName(name), ", or ", quoteName(name + kValues),
                     " with ", quoteName(name + kRowSplits), " or with ",
                     quoteName(name + kIndices), " and ",
                     quoteName(name + kDenseShape));
  if (!hasValues)
    return makeError(path, feature, " has no array ",
                     quoteName(name + kValues));
  if (isRagged)
    return FeatureForm::Ragged;
  if (!isCoo)
    return makeError(
        path, feature, " has no array ", quoteName(name + kIndices),
        hasShape ? "" : ", and none " + quoteName(name + kRowSplits));
  if (!hasShape)
    return makeError(path, feature, " has no array ",
                     quoteName(name + kDenseShape));
  return FeatureForm::Coo;
}

absl::StatusOr<std::vector<FeatureArrays>>
findFeatureArrays(const NpzReader &reader, const std::string &path,
                  const spec::EmbeddingSpec &spec) {
  SC_RETURN_IF_ERROR(checkOwners(reader, path, spec));
  std::vector<FeatureArrays> features;
  for (const spec::Feature &feature : spec.features) {
    FeatureArrays arrays;
    SC_ASSIGN_OR_RETURN(arrays.form, findForm(reader, path, feature.name));
    arrays.hasWeights = reader.contains(feature.name + kWeights);
    features.push_back(arrays);
  }
  return features;
}

} // namespace sc::prep
