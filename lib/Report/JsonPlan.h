//===-- JsonPlan.h - what planning decided, as JSON -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of the JSON report that a plan adds.

#ifndef SC_LIB_REPORT_JSONPLAN_H
#define SC_LIB_REPORT_JSONPLAN_H

#include "runtime/format/program_generated.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace sc::report {

using Json = nlohmann::ordered_json;

/// Unknown sizes are null, so that nobody computes with a 0.
inline Json orNull(int64_t value) { return value > 0 ? Json(value) : Json(); }

/// The plan of one lookup or update.
Json makeLookupPlan(const format::TargetT &target,
                    const format::LookupT &lookup);

/// The plan of the program, which has one.
Json makePlan(const format::ProgramT &program);

} // namespace sc::report

#endif // SC_LIB_REPORT_JSONPLAN_H
