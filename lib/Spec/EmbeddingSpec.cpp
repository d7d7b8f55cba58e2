//===-- EmbeddingSpec.cpp - what users say of tables ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of tables, optimizers and combiners, and arithmetic that saturates.

#include "sc/Spec/EmbeddingSpec.h"

#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace sc::spec {

static constexpr std::array<const char *, 3> kCombiners = {"sum", "mean",
                                                           "sqrtn"};

const Table *EmbeddingSpec::findTable(const std::string &name) const {
  auto found = std::ranges::find(tables, name, &Table::name);
  return found == tables.end() ? nullptr : &*found;
}

const std::vector<std::string> &getOptimizerTypes() {
  static const std::vector<std::string> types = {
      "unspecified", "sgd", "adagrad",          "adam",
      "ftrl",        "f2a", "adagrad_momentum", "custom"};
  return types;
}

const char *getCombinerName(Combiner combiner) {
  return kCombiners[static_cast<size_t>(combiner)];
}

std::optional<Combiner> parseCombiner(const std::string &name) {
  for (size_t i = 0; i < kCombiners.size(); ++i)
    if (name == kCombiners[i])
      return static_cast<Combiner>(i);
  return std::nullopt;
}

static bool isControl(std::string_view text, size_t i) {
  auto byte = static_cast<unsigned char>(text[i]);
  auto next =
      static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\xFF');
  // The second is U+0080 to U+009F.
  return byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next < 0xA0);
}

static bool isPrintable(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (isControl(text, i))
      return false;
  // The writer leaves out what is not UTF-8.
  using Json = nlohmann::json;
  std::string written =
      Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore);
  return Json::parse(written).get<std::string>() == text;
}

std::string detail::findNameProblem(std::string_view what,
                                    std::string_view name) {
  if (!name.empty() && name.size() <= kLongestName && isPrintable(name))
    return "";
  // Bytes that are not ASCII may not be UTF-8 either.
  std::string shown(name.substr(0, kLongestName));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<signed char>(c) < 0x20; }, '?');
  return std::string(what) + " " + quoteName(shown) + " must be 1 to " +
         std::to_string(kLongestName) + " bytes of printable UTF-8";
}

} // namespace sc::spec
