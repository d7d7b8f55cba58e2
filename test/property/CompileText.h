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

CompiledText compileText(const std::string &text, const std::string &target);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_COMPILETEXT_H
