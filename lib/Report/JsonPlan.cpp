//===-- JsonPlan.cpp - what planning decided, as JSON ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schema is docs/Report.md.

#include "JsonPlan.h"

#include "PlanData.h"
#include "ReportData.h"
#include "runtime/format/Types.h"

#include <string>

namespace sc::report {

static Json makeFormula(const Formula &formula) {
  return {{"quantity", formula.quantity},
          {"formula", formula.symbols},
          {"inputs", formula.inputs},
          {"formula_bytes",
           formula.formulaBytes ? Json(*formula.formulaBytes) : Json()},
          {"planned_bytes", formula.plannedBytes}};
}

static Json makePrediction(const format::LookupT &lookup) {
  return {{"hbm_bytes", lookup.hbm_traffic_bytes},
          {"gather_bytes", lookup.gather_traffic_bytes},
          {"exchange_bytes", lookup.exchange_traffic_bytes},
          {"seconds", lookup.seconds}};
}

Json makeLookupPlan(const format::TargetT &target,
                    const format::LookupT &lookup) {
  Json plan = {{"replicas", lookup.replicas},
               {"vector_splits", lookup.vector_splits},
               {"sample_splits", lookup.sample_splits},
               {"row_streaming", lookup.row_streaming},
               {"serialized", lookup.serialized},
               {"list_entries", lookup.list_entries},
               {"merge_entries", orNull(lookup.merge_entries)},
               {"optimizer_rows", orNull(lookup.optimizer_rows)},
               {"gather_operand_bytes", lookup.gather_operand_bytes},
               {"scratch_bytes", lookup.scratch_bytes},
               {"list_bytes", lookup.list_bytes},
               {"stack_forward_bytes", lookup.stack_forward_bytes},
               {"stack_backward_bytes", lookup.stack_backward_bytes},
               {"stack_exchange_bytes", lookup.exchange_bytes},
               {"predicted", makePrediction(lookup)},
               {"formulas", Json::array()}};
  for (const Formula &formula : makeFormulas(target, lookup))
    plan["formulas"].push_back(makeFormula(formula));
  return plan;
}

static Json makeUses(const format::PlanT &plan) {
  Json uses = Json::array();
  for (const auto &use : plan.hbm_uses)
    uses.push_back(
        {{"role", format::getRoleName(use->role)},
         {"table", use->table_name.empty() ? Json() : Json(use->table_name)},
         {"bytes", use->bytes},
         {"padding_bytes", orNull(use->padding_bytes)}});
  return uses;
}

static Json makePeaks(const format::ProgramT &program) {
  Json peaks = Json::array();
  for (const PeakPair &pair : comparePeaks(program))
    peaks.push_back({{"space", pair.space},
                     {"class", pair.className},
                     {"planned_bytes", pair.plannedBytes},
                     {"lifetime_bytes", pair.computedBytes}});
  return peaks;
}

Json makePlan(const format::ProgramT &program) {
  const format::PlanT &plan = *program.plan;
  Fit hbm = collectFits(program).front();
  return {{"hbm_peak_bytes", plan.hbm_peak_bytes},
          {"hbm_usable_bytes", orNull(hbm.capacityBytes)},
          {"hbm_usable_assumed", hbm.isAssumed},
          {"hbm_uses", makeUses(plan)},
          {"serialized_tables", plan.serialized_tables},
          {"parallel_iterations", plan.parallel_iterations},
          {"tensor_core_hbm_bytes", orNull(plan.tensor_core_hbm_bytes)},
          {"predicted_seconds", plan.seconds},
          {"peaks", makePeaks(program)}};
}

} // namespace sc::report
