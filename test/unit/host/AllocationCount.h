//===-- AllocationCount.h - calls of operator new ------------- -*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that links AllocationCount.cpp counts them. Not with sanitizers,
// which replace operator new too.

#ifndef SC_TEST_UNIT_HOST_ALLOCATIONCOUNT_H
#define SC_TEST_UNIT_HOST_ALLOCATIONCOUNT_H

#include <atomic>
#include <cstdint>

namespace sc::test {

/// Since the start of the program, on all threads.
extern std::atomic<int64_t> allocations;

} // namespace sc::test

#endif // SC_TEST_UNIT_HOST_ALLOCATIONCOUNT_H
