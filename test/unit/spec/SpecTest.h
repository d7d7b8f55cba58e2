//===-- SpecTest.h - helpers for tests of specs -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts with a part replaced, and outcomes as text.

#ifndef SC_TEST_UNIT_SPEC_SPECTEST_H
#define SC_TEST_UNIT_SPEC_SPECTEST_H

#include "sc/Spec/SpecCheck.h"
#include "sc/Spec/SpecFile.h"
#include "test/unit/spec/SpecSupport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

namespace sc::test {

inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The first `what` of `text` becomes `by`; a failure if there is none.
inline std::string replaceFirst(std::string text, const std::string &what,
                                const std::string &by) {
  size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// "ok", or the error's text.
inline std::string describe(const absl::StatusOr<spec::EmbeddingSpec> &spec) {
  return spec.ok() ? "ok" : std::string(spec.status().message());
}

inline std::string parseJson(const std::string &text) {
  return describe(spec::parseSpec(text, spec::SpecFormat::Json, "s.json"));
}

/// All problems, one on each line.
inline std::string
check(const spec::EmbeddingSpec &spec,
      const std::optional<spec::Topology> &topology = std::nullopt) {
  std::string text;
  for (const spec::SpecProblem &problem : spec::checkSpec(spec, topology))
    text += (text.empty() ? "" : "\n") + problem.format();
  return text;
}

/// Two tables and two features without a problem on up to 32 SparseCores.
inline spec::EmbeddingSpec makeSpec() {
  spec::EmbeddingSpec spec;
  spec.tables.resize(2);
  spec.tables[0].name = "user";
  spec.tables[0].vocabularySize = 1000;
  spec.tables[0].embeddingDim = 16;
  spec.tables[1].name = "item";
  spec.tables[1].vocabularySize = 300;
  spec.tables[1].embeddingDim = 12;
  spec.features = {{"clicks", "user", {256, 3}, {256, 16}, ""},
                   {"views", "item", {256}, {}, ""}};
  spec.config.emplace();
  return spec;
}

} // namespace sc::test

#endif // SC_TEST_UNIT_SPEC_SPECTEST_H
