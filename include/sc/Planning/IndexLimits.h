//===-- IndexLimits.h - what 32-bit indices cannot address ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids, samples, row pointers and slots are INT32 in programs and on the
// machine.

#ifndef SC_PLANNING_INDEXLIMITS_H
#define SC_PLANNING_INDEXLIMITS_H

#include "sc/Planning/Problem.h"

namespace sc {

/// Describes the first size of the lookup that INT32 cannot index; nothing if
/// there is none. `entries` is the number of entries of one SparseCore's COO
/// buffer; of the local form, of its list.
std::optional<std::string> findIndexOverflow(const LookupProblem &problem,
                                             int64_t entries);

} // namespace sc

#endif // SC_PLANNING_INDEXLIMITS_H
