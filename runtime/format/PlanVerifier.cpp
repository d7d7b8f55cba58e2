//===-- PlanVerifier.cpp - plan and reality ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks are computed again from the lifetimes in the file alone; they must be
// the planned ones, class by class. Sums must add up.

#include "runtime/format/VerifierDetail.h"

#include "runtime/format/Peaks.h"

#include <cmath>
#include <map>
#include <utility>

namespace sc::format {

using namespace detail;

using Peaks = std::map<std::pair<MemorySpace, BufferClass>, int64_t>;

static absl::Status collectPlanned(const Plan &plan, Peaks &peaks) {
  for (const PlannedPeak *peak : *plan.peaks()) {
    if (getSpaceName(peak->space()) == "?")
      return makeError("plan: unknown memory space ", int(peak->space()),
                       " of a peak");
    if (getClassName(peak->buffer_class()) == "?")
      return makeError("plan: unknown buffer class ", int(peak->buffer_class()),
                       " of a peak");
    SC_RETURN_IF_ERROR(
        verifyRange("plan: bytes of a peak", peak->bytes(), 0, INT64_MAX));
    if (!peaks.try_emplace({peak->space(), peak->buffer_class()}, peak->bytes())
             .second)
      return makeError("plan: two peaks of class ",
                       toAbsl(getClassName(peak->buffer_class())), " in ",
                       toAbsl(getSpaceName(peak->space())));
  }
  return absl::OkStatus();
}

static absl::Status verifyPeaks(const Program &program, const Plan &plan) {
  Peaks planned, actual;
  SC_RETURN_IF_ERROR(collectPlanned(plan, planned));
  for (const ClassPeak &peak : computePeaks(collectPeakBuffers(program)))
    actual[{peak.space, peak.bufferClass}] = peak.bytes;
  Peaks keys = planned;
  keys.insert(actual.begin(), actual.end());
  for (const auto &[key, bytes] : keys)
    if (planned[key] != actual[key])
      return makeError("plan: ", planned[key], " bytes of class ",
                       toAbsl(getClassName(key.second)), " in ",
                       toAbsl(getSpaceName(key.first)),
                       ", the lifetimes of the buffers give ", actual[key]);
  return absl::OkStatus();
}

static absl::Status verifyUses(const Plan &plan) {
  int64_t sum = 0;
  for (const HbmUse *use : *plan.hbm_uses()) {
    SC_RETURN_IF_ERROR(verifyRange("plan: role of a use of HBM",
                                   static_cast<int64_t>(use->role()), 0,
                                   static_cast<int64_t>(HbmRole::MAX)));
    SC_RETURN_IF_ERROR(
        verifyRange("plan: bytes of a use of HBM", use->bytes(), 0, INT64_MAX));
    SC_RETURN_IF_ERROR(verifyRange("plan: padding of a use of HBM",
                                   use->padding_bytes(), 0, use->bytes()));
    if (__builtin_add_overflow(sum, use->bytes(), &sum))
      return makeError("plan: the uses of HBM exceed 64 bits");
  }
  if (sum != plan.hbm_peak_bytes())
    return makeError("plan: the uses of HBM add up to ", sum,
                     " bytes, the peak is ", plan.hbm_peak_bytes());
  return verifyRange("plan: tensor_core_hbm_bytes",
                     plan.tensor_core_hbm_bytes(), 0, sum);
}

absl::Status verifyPlan(const Program &program) {
  const Plan *plan = program.plan();
  if (!plan)
    return absl::OkStatus();
  SC_RETURN_IF_ERROR(verifyRange("plan: parallel_iterations",
                                 plan->parallel_iterations(), 1, INT32_MAX));
  SC_RETURN_IF_ERROR(verifyRange("plan: serialized_tables",
                                 plan->serialized_tables(), 0, INT32_MAX));
  if (!std::isfinite(plan->seconds()) || std::signbit(plan->seconds()))
    return makeError("plan: seconds is ", plan->seconds(),
                     ", must be finite and not negative");
  SC_RETURN_IF_ERROR(verifyUses(*plan));
  return verifyPeaks(program, *plan);
}

} // namespace sc::format
