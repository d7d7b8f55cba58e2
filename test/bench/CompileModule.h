//===-- CompileModule.h - text to executable in process ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sc-compile does, without files.

#ifndef SC_TEST_BENCH_COMPILEMODULE_H
#define SC_TEST_BENCH_COMPILEMODULE_H

#include <cstdint>
#include <string>
#include <vector>

namespace sc::bench {

/// The bytes of the executable of `text` for `target`; ends the process where
/// the module does not compile.
std::vector<uint8_t> compileModule(const std::string &text,
                                   const std::string &target);

/// Runs the stages up to `stage` and drops the result; ends the process where
/// the module does not compile.
void lowerModule(const std::string &text, const std::string &target,
                 const std::string &stage);

} // namespace sc::bench

#endif // SC_TEST_BENCH_COMPILEMODULE_H
