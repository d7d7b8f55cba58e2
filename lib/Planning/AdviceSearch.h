//===-- AdviceSearch.h - searches that advice shares ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bisection and sentences.

#ifndef SC_LIB_PLANNING_ADVICESEARCH_H
#define SC_LIB_PLANNING_ADVICESEARCH_H

#include "sc/Planning/Advice.h"

#include <algorithm>
#include <functional>

namespace sc {

/// No topology beyond this many chips is tried.
inline constexpr int64_t kMaxChips = int64_t(1) << 20;

using Fits = std::function<bool(int64_t)>;

/// A value that fits while the next one does not, from low to high - 1; `high`
/// does not fit. None if `low` does not.
std::optional<int64_t> findBorder(int64_t low, int64_t high, const Fits &fits);

/// The largest such value, where feasibility is only known to be monotone
/// between neighbouring `starts`, in any order.
std::optional<int64_t> findLargest(int64_t low, int64_t high,
                                   std::vector<int64_t> starts,
                                   const Fits &fits);

/// The largest multiple of 8 below `current` that fits. So many are tried one
/// after another, from the present one down, since vector splits make
/// feasibility jump; then it is taken as monotone.
inline constexpr int64_t kScannedWidths = 4096;
std::optional<int64_t> findWidth(int64_t current, int64_t scanned,
                                 const Fits &fits);

/// The smallest power of two times `chips` that fits, if any.
std::optional<int64_t> findChips(int64_t chips, const Fits &fits);

/// Advice with a value: "<name> <= <value> fits" + `how`; without: "no value of
/// <name> alone fits". Switches: "<name> fits", "<name> alone does not fit".
Advice makeAdvice(Knob knob, int64_t current, std::optional<int64_t> value,
                  const std::string &how = "");

/// Advice without a value: "<name> <= <value> fits TileSpmem, but HBM then
/// needs X of Y".
Advice makeHbmAdvice(Knob knob, int64_t current, int64_t value,
                     const Infeasible &fault);

/// Advice without a value, where that is only because of buffers whose scaling
/// is not known.
Advice makeUnknownAdvice(Knob knob, int64_t current, int64_t unscaledBytes);

/// Advice for lookup `infeasible.lookup` of a program, on that many chips; 0:
/// no advice on chips. A value has to fit HBM too, if the program knows its
/// size.
std::vector<Advice> adviseLookupOf(const ProgramProblem &program,
                                   const Infeasible &infeasible, int64_t chips);

} // namespace sc

#endif // SC_LIB_PLANNING_ADVICESEARCH_H
