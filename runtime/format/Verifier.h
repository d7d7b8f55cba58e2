//===-- Verifier.h - static rules of an executable --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each part of a file. All return InvalidArgument with the
// thing, the value and the limit; docs/Format.md lists the rules.

#ifndef SC_RUNTIME_FORMAT_VERIFIER_H
#define SC_RUNTIME_FORMAT_VERIFIER_H

#include "runtime/format/program_generated.h"

#include "absl/status/status.h"

#include <string>
#include <vector>

namespace sc::format {

/// Checks every static rule. `program` has passed the FlatBuffers verifier.
absl::Status verifyProgram(const Program &program);

/// Vectors can be read in place. Comes first.
absl::Status verifyAlignment(const Program &program);

/// "<kind> 3 'name'", with the name escaped and cut to what fits a line.
std::string describe(const char *kind, int64_t index,
                     const flatbuffers::String &name);

/// "buffer 3 'send'".
std::string describeBuffer(const Program &program, int64_t index);

/// "task 0 'lookup'".
std::string describeTask(const Program &program, int64_t index);

/// `text` for an error message or a listing: no control characters.
std::string escapeText(const flatbuffers::String &text);

/// Names, types, places, lifetimes and views, and what a task takes of a tile.
/// Needs a verified target and tasks.
absl::Status verifyBuffers(const Program &program);

/// No two buffers that live together share bytes. Needs verified buffers,
/// tasks and steps.
absl::Status verifyOverlaps(const Program &program);

/// Planned peaks are those of the lifetimes; sums add up. Needs verified
/// buffers.
absl::Status verifyPlan(const Program &program);

/// Formats, types and scales of narrow tables. Needs verified inputs.
absl::Status verifyNarrowInputs(const Program &program);

/// Signatures of native functions.
absl::Status verifyNative(const Program &program);

/// The host schedule, and that every buffer lives where a step uses it. Needs
/// verified buffers, tasks and native functions.
absl::Status verifySteps(const Program &program);

/// Steps of verified kind Launch for each task, ascending.
std::vector<std::vector<int32_t>> collectLaunches(const Program &program);

/// The sequencer and tile programs of every task. Needs everything else.
absl::Status verifyCodes(const Program &program);

/// `location` is -1 or an index into Program.locations.
absl::Status verifyLocation(const Program &program, const std::string &thing,
                            int32_t location);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_VERIFIER_H
