//===-- TextSeeds.h - valid texts for the fuzzers ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Seeds of the readers of texts, by the name of the fuzzer's folder.

#ifndef SC_TEST_FUZZ_TEXTSEEDS_H
#define SC_TEST_FUZZ_TEXTSEEDS_H

#include <span>

namespace sc::test {

struct TextSeed {
  const char *folder;
  const char *file;
  const char *text;
};

std::span<const TextSeed> getTextSeeds();

} // namespace sc::test

#endif // SC_TEST_FUZZ_TEXTSEEDS_H
