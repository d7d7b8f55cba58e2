//===-- AdviceChanges.h - programs with one knob turned ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a knob does to lookups and to the buffers in HBM.

#ifndef SC_LIB_PLANNING_ADVICECHANGES_H
#define SC_LIB_PLANNING_ADVICECHANGES_H

#include "sc/Planning/Plan.h"

namespace sc {

/// The lookup with at most that many ids. No more of them can be distinct.
LookupProblem limitIds(LookupProblem problem, int64_t maxIds);

/// The lookup on `factor` times as many chips, with the same global batch.
LookupProblem scaleChips(LookupProblem problem, int64_t factor);

/// The same of a whole program. Buffers whose scaling is not known stay as they
/// are, here and below.
ProgramProblem scaleChips(ProgramProblem problem, int64_t factor);

/// All lookups with at most that many ids, or distinct ids.
ProgramProblem limitIds(ProgramProblem problem, int64_t maxIds);
ProgramProblem limitUniqueIds(ProgramProblem problem, int64_t maxUniqueIds);

/// The largest lookup has `samples`; all keep their part of the batch.
ProgramProblem limitBatch(ProgramProblem problem, int64_t samples);

/// Wider tables shrink, with their slots and activations.
ProgramProblem limitWidth(ProgramProblem problem, int64_t width);

/// The row format that advice tries: int8 with one scale for a table.
format::RowFormat getAdvisedRowFormat();

/// Whether the program only looks up, and some table has wider codes than that.
bool canNarrowTables(const ProgramProblem &problem);

/// All such tables are stored so, but for those whose rows are one word.
ProgramProblem narrowTables(ProgramProblem problem);

/// One lookup is another one, of other samples or width, and with it the
/// buffers that hold them.
ProgramProblem replaceLookup(ProgramProblem problem, size_t index,
                             const LookupProblem &lookup);

/// The largest of a size, without or with the local form.
int64_t getLargest(const ProgramProblem &problem, int64_t LookupProblem::*size,
                   bool withLocal);

/// Bytes of buffers whose scaling is not known.
int64_t getUnscaledBytes(const ProgramProblem &problem);

/// The program without them.
ProgramProblem dropUnscaled(ProgramProblem problem);

} // namespace sc

#endif // SC_LIB_PLANNING_ADVICECHANGES_H
