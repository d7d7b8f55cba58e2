//===-- Run.cpp - what sc-run does ----------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever can be wrong with the files is found before the run.

#include "tools/sc-run/Run.h"

#include "runtime/format/StatusMacros.h"
#include "tools/sc-run/NarrowInputs.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

namespace sc::run {

using runtime::Machine;
using runtime::NpzReader;
using runtime::NpzWriter;

static std::string formatTarget(const format::Target &target) {
  return absl::StrCat(target.name()->c_str(), ":",
                      absl::StrJoin(*target.topology(), "x"));
}

/// Chips of "AxB[xC]", nothing if it is something else.
static std::optional<int64_t> countChips(absl::string_view topology) {
  int64_t chips = 1;
  for (absl::string_view axis : absl::StrSplit(topology, 'x')) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(axis, &size) || size < 1 ||
        __builtin_mul_overflow(chips, size, &chips))
      return std::nullopt;
  }
  return chips;
}

/// Only the number of chips matters to a program, not their arrangement.
static absl::Status checkTarget(const format::Target &target,
                                const std::string &expected) {
  std::vector<std::string> parts =
      absl::StrSplit(expected, absl::MaxSplits(':', 1));
  std::string topology = absl::StrJoin(*target.topology(), "x");
  bool isSame =
      parts[0] == target.name()->c_str() &&
      (parts.size() == 1 ||
       (countChips(parts[1]) && countChips(parts[1]) == countChips(topology)));
  if (isSame)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the program is compiled for target ", formatTarget(target),
                   ", not for ", expected));
}

static absl::Status checkInputsGiven(const format::Program &program,
                                     const RunOptions &options) {
  if (!options.inputs.empty() || program.inputs()->size() == 0)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the program has ", program.inputs()->size(),
                   " inputs, give them with --inputs"));
}

std::vector<std::string> getOutputPositions(const format::Program &program) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < program.outputs()->size(); ++index)
    names.push_back(absl::StrCat("out", index));
  return names;
}

absl::Status writeOutputs(const format::Program &program,
                          const Machine &machine,
                          std::span<const std::string> names,
                          NpzWriter &writer) {
  for (uint32_t index = 0; index < program.outputs()->size(); ++index) {
    const format::Argument &output = *program.outputs()->Get(index);
    SC_RETURN_IF_ERROR(writer.add(names[index], output.element_type(),
                                  format::asSpan(output.shape()),
                                  machine.getOutput(index)));
  }
  return writer.finish();
}

void printCounters(const runtime::Counters &counters, CountersFormat format,
                   std::ostream &os) {
  if (format == CountersFormat::Text)
    printCountersText(counters, os);
  if (format == CountersFormat::Json)
    os << countersToJson(counters).dump(2) << "\n";
}

static absl::Status loadInputs(const format::Program &program,
                               std::span<const InputArray> inputs,
                               Machine &machine) {
  for (size_t index = 0; index < inputs.size(); ++index) {
    const InputArray &input = inputs[index];
    if (!input.file)
      continue;
    const NpzReader &reader = input.file->reader;
    SC_RETURN_IF_ERROR(
        input.isQuantized
            ? quantizeInput(program, index, reader, input.name, machine)
            : reader.readInto(input.name, machine.getInput(index)));
  }
  return absl::OkStatus();
}

absl::Status runProgram(const RunOptions &options, std::ostream &os) {
  SC_ASSIGN_OR_RETURN(format::Executable executable,
                      format::Executable::loadFile(options.program));
  const format::Program &program = executable.getProgram();
  if (!options.target.empty())
    SC_RETURN_IF_ERROR(checkTarget(*program.target(), options.target));
  SC_RETURN_IF_ERROR(checkInputsGiven(program, options));
  SC_ASSIGN_OR_RETURN(std::vector<InputFile> files, openFiles(options.inputs));
  SC_ASSIGN_OR_RETURN(std::vector<InputArray> inputs,
                      matchInputs(program, files));
  std::optional<NpzReader> expected;
  if (!options.expect.empty()) {
    SC_ASSIGN_OR_RETURN(expected, NpzReader::open(options.expect));
  }
  std::optional<NpzWriter> writer;
  if (!options.outputs.empty()) {
    SC_ASSIGN_OR_RETURN(NpzWriter created, NpzWriter::create(options.outputs));
    writer.emplace(std::move(created));
  }
  SC_ASSIGN_OR_RETURN(std::unique_ptr<Machine> machine,
                      Machine::create(executable, options.machine));
  SC_RETURN_IF_ERROR(loadInputs(program, inputs, *machine));
  SC_RETURN_IF_ERROR(machine->run());
  const std::vector<std::string> outputs = getOutputPositions(program);
  if (writer)
    SC_RETURN_IF_ERROR(writeOutputs(program, *machine, outputs, *writer));
  printCounters(machine->getCounters(), options.counters, os);
  if (!expected)
    return absl::OkStatus();
  return compareOutputs(program, *machine, *expected, outputs,
                        options.tolerance, os);
}

} // namespace sc::run
