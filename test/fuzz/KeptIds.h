//===-- KeptIds.h - that no id is lost --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts what buffers hold, for the fuzzer of the preprocessor.

#ifndef SC_TEST_FUZZ_KEPTIDS_H
#define SC_TEST_FUZZ_KEPTIDS_H

#include "runtime/host/Preprocessor.h"

#include <string>
#include <vector>

/// "" or what is wrong with the buffers of one stack: the row pointers must
/// reach all entries, and their gains count each id that was not dropped where
/// there are neither weights nor combiners other than sum.
std::string findKeptProblem(const sc::host::StackSpec &spec,
                            const std::vector<sc::host::FeatureInput> &features,
                            const sc::host::Topology &topology,
                            bool isMinibatching,
                            const sc::host::StackResult &stack);

#endif // SC_TEST_FUZZ_KEPTIDS_H
