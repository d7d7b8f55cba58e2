//===-- LookupSplits.h - random plans of a lookup ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans that planning may choose, and many that it would not.

#ifndef SC_TEST_PROPERTY_LOOKUPSPLITS_H
#define SC_TEST_PROPERTY_LOOKUPSPLITS_H

#include "LookupProblem.h"

namespace sc::test {

/// One replica, whole rows, one pass and whole lists.
SplitPlan makeUnsplit(const LookupProblem &problem);

/// Any number of replicas, slices and passes; windows of lists down to one
/// entry, of rows down to one row.
SplitPlan drawSplits(Random &random, const LookupProblem &problem);

std::string describe(const SplitPlan &plan);

/// Samples of a replica; the last ones may have fewer, or none.
int64_t getReplicaSamples(const LookupProblem &problem, const SplitPlan &plan);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_LOOKUPSPLITS_H
