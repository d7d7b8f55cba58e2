//===-- AllocationCount.cpp - calls of operator new -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every form of operator new and delete that these programs use.

#include "test/unit/host/AllocationCount.h"

#include <cstdlib>
#include <new>

std::atomic<int64_t> sc::test::allocations = 0;

static void *countedAllocate(size_t size) {
  ++sc::test::allocations;
  if (void *memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}

void *operator new(size_t size) { return countedAllocate(size); }
void *operator new[](size_t size) { return countedAllocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }
