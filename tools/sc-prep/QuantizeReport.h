//===-- QuantizeReport.h - what became of tables ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes, errors and a range that may do better.

#ifndef SC_TOOLS_SC_PREP_QUANTIZEREPORT_H
#define SC_TOOLS_SC_PREP_QUANTIZEREPORT_H

#include "tools/sc-prep/QuantizePlan.h"

#include <iosfwd>

namespace sc::prep {

struct TableConversion {
  const PlannedArray &array;
  quantize::TableReport report;
};

/// A few lines for each table, then one for each array that was copied.
void printConversionsText(const std::vector<TableConversion> &conversions,
                          const std::vector<PlannedArray> &arrays,
                          std::ostream &os);

/// The same as JSON; docs/Prep.md has the fields.
void printConversionsJson(const std::vector<TableConversion> &conversions,
                          const std::vector<PlannedArray> &arrays,
                          std::ostream &os);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_QUANTIZEREPORT_H
