//===-- SerializePlan.h - plans into the executable -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of a plan as tables of the file.

#ifndef SC_LIB_SERIALIZE_SERIALIZEPLAN_H
#define SC_LIB_SERIALIZE_SERIALIZEPLAN_H

#include "dialects/SparseCore/SparseCore.h"
#include "runtime/format/program_generated.h"

namespace sc {

/// A lookup from its dictionary, whose entries are named as in the schema; an
/// entry that is absent is 0. Task and location are left to the caller.
std::unique_ptr<format::LookupT> makeLookup(mlir::DictionaryAttr entries);

/// The plan of the program, without lookups.
std::unique_ptr<format::PlanT> makePlan(ProgramPlanAttr attr);

} // namespace sc

#endif // SC_LIB_SERIALIZE_SERIALIZEPLAN_H
