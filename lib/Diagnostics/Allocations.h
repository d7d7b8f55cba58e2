//===-- Allocations.h - what fills HBM --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines below an E1000.

#ifndef SC_LIB_DIAGNOSTICS_ALLOCATIONS_H
#define SC_LIB_DIAGNOSTICS_ALLOCATIONS_H

#include "sc/Planning/Plan.h"

#include <span>
#include <string>

namespace sc {

/// "weights", "stack forward".
std::string formatRole(HbmRole role);

/// "largest allocations", then the eight largest, padding apart from what is
/// padded, then the rest as one, then the total. Lines add up to the total.
std::string formatLargestAllocations(std::span<const HbmUse> uses,
                                     int64_t totalBytes);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_ALLOCATIONS_H
