//===-- Expect.cpp - outputs against expected arrays ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each output, whether or not it is as expected.

#include "tools/sc-run/Run.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/support/Compare.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <ostream>

namespace sc::run {

using format::Argument;
using runtime::Array;
using runtime::Comparison;
using runtime::NpyHeader;
using runtime::NpzReader;

static std::string formatComparison(const Comparison &comparison,
                                    const Argument &output, double tolerance) {
  std::string text =
      absl::StrFormat("max |a-b| %.3g, max relative %.3g",
                      comparison.maxAbsolute, comparison.maxRelative);
  if (comparison.count > 0)
    absl::StrAppend(
        &text, " at ",
        runtime::formatIndex(comparison.worst, format::asSpan(output.shape())));
  if (comparison.mismatches == 0)
    return text + ", ok";
  return text + absl::StrFormat(", %d of %d elements exceed rtol %g",
                                comparison.mismatches, comparison.count,
                                tolerance);
}

/// Fails with what the line of the output says.
static absl::StatusOr<std::string>
compareOutput(const Argument &output, std::span<const std::byte> actual,
              const NpzReader &reader, const std::string &name,
              double tolerance) {
  if (!reader.contains(name))
    return absl::NotFoundError("the file has no such array");
  SC_ASSIGN_OR_RETURN(NpyHeader header, reader.readHeader(name));
  if (!header.dtype ||
      !runtime::isReadAs(header.dtype->type, output.element_type()) ||
      !std::ranges::equal(header.shape, format::asSpan(output.shape())))
    return absl::InvalidArgumentError(
        absl::StrCat("the expected array is ", header.formatType()));
  SC_ASSIGN_OR_RETURN(Array expected, reader.read(name));
  SC_ASSIGN_OR_RETURN(Comparison comparison,
                      runtime::compareArrays(output.element_type(), actual,
                                             expected.buffer.getBytes(),
                                             tolerance));
  std::string text = formatComparison(comparison, output, tolerance);
  if (comparison.mismatches > 0)
    return absl::OutOfRangeError(text);
  return text;
}

absl::Status compareOutputs(const format::Program &program,
                            const runtime::Machine &machine,
                            const NpzReader &reader,
                            std::span<const std::string> names,
                            double tolerance, std::ostream &os) {
  int64_t failures = 0;
  for (uint32_t index = 0; index < program.outputs()->size(); ++index) {
    const Argument &output = *program.outputs()->Get(index);
    const std::string &name = names[index];
    absl::StatusOr<std::string> line = compareOutput(
        output, machine.getOutput(index), reader, name, tolerance);
    failures += !line.ok();
    os << name << " "
       << format::formatType(output.element_type(),
                             format::asSpan(output.shape()))
       << ": " << (line.ok() ? *line : std::string(line.status().message()))
       << "\n";
  }
  if (failures == 0)
    return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(failures, " of ", program.outputs()->size(),
                   " outputs are not as expected"));
}

} // namespace sc::run
