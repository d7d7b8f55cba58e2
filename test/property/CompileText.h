//===-- CompileText.h - the compiler in this process ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All stages and the serializer on a module in text form.

#ifndef SC_TEST_PROPERTY_COMPILETEXT_H
#define SC_TEST_PROPERTY_COMPILETEXT_H

#include <cstdint>
#include <string>
#include <vector>

namespace sc::test {

struct CompiledText {
  std::vector<uint8_t> bytes; // of an .scx file; empty after an error
  std::string errors;
};

/// What planning would decide for a lookup or update, see #sc.plan.
struct SplitPlan {
  int64_t replicas = 1, vectorSplits = 1, sampleSplits = 1;
  int64_t samplesPerTile = 1;
  int64_t windowRows = 1;
  int64_t listEntries = 1; // of a partition, or of a window with row streaming
  bool isStreamed = false;
  int64_t mergeEntries = 0; // of an update
  int64_t optimizerRows = 0;
};

/// With `plan` all lookups and updates get it, and nothing is planned.
CompiledText compileText(const std::string &text, const std::string &target,
                         const SplitPlan *plan = nullptr);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_COMPILETEXT_H
