//===-- Execute.cpp - compiling and running the lookup --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler gets the stacks as they are here, not the rules.

#include "tools/sc-prep/Execute.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Pipelines/Compile.h"
#include "sc/Sharding/TableShards.h"
#include "sc/Target/NearestName.h"
#include "tools/sc-prep/Buffers.h"
#include "tools/sc-prep/QuantizePlan.h"
#include "tools/sc-run/NarrowInputs.h"
#include "tools/sc-run/Run.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <ostream>

namespace sc::prep {

using absl::StrCat;
using runtime::NpzReader;

static absl::StatusOr<format::Executable>
compile(const spec::EmbeddingSpec &spec, const Options &options,
        std::ostream &errors) {
  // Here, as the compiler would say where the table is instead.
  if (!options.quantizeTables.empty())
    SC_RETURN_IF_ERROR(readFormats(options).status());
  CompileOptions compileOptions;
  compileOptions.target = options.topology.target;
  compileOptions.machineFile = options.machineFile;
  compileOptions.stack = options.stacking;
  compileOptions.quantizeTables = options.quantizeTables;
  // The stacks are given, with their limits; single tables among them.
  compileOptions.stack.disableStacking = false;
  std::string messages;
  std::optional<std::vector<uint8_t>> bytes =
      compileSpec(spec, compileOptions, messages);
  if (!bytes) {
    errors << messages;
    return absl::InvalidArgumentError(
        StrCat(options.spec, ": does not compile for ", options.topology.target,
               ", see above"));
  }
  return format::Executable::load(*std::move(bytes));
}

absl::StatusOr<std::unique_ptr<Execution>>
Execution::create(const Setup &setup, const Options &options,
                  std::ostream &errors) {
  const spec::EmbeddingSpec fixed = fixStacks(setup.logical, setup.stacked);
  SC_ASSIGN_OR_RETURN(format::Executable executable,
                      compile(fixed, options, errors));
  std::unique_ptr<Execution> execution(
      new Execution(options, std::move(executable)));
  for (const spec::Feature &feature : fixed.features)
    execution->features.push_back(feature.name);
  const format::Program &program = execution->executable.getProgram();
  if (program.outputs()->size() != fixed.features.size())
    return absl::InternalError(
        StrCat("the compiled lookup has ", program.outputs()->size(),
               " outputs for ", fixed.features.size(), " features"));
  runtime::MachineOptions machine;
  machine.threads = options.host.threads;
  SC_ASSIGN_OR_RETURN(execution->machine,
                      runtime::Machine::create(program, machine));
  SC_RETURN_IF_ERROR(execution->loadTables(setup.stacked));
  return execution;
}

absl::StatusOr<uint32_t>
Execution::findInputIndex(const std::string &name) const {
  const auto &inputs = *executable.getProgram().inputs();
  for (uint32_t index = 0; index < inputs.size(); ++index)
    if (inputs.Get(index)->name()->string_view() == name)
      return index;
  return absl::InternalError(
      StrCat("the compiled lookup has no input ", quoteName(name)));
}

absl::StatusOr<std::span<std::byte>>
Execution::findInput(const std::string &name, size_t bytes) {
  SC_ASSIGN_OR_RETURN(uint32_t index, findInputIndex(name));
  std::span<std::byte> input = machine->getInput(index);
  if (input.size() == bytes)
    return input;
  return absl::InternalError(StrCat("input ", quoteName(name),
                                    " of the compiled lookup has ",
                                    input.size(), " bytes, not ", bytes));
}

/// A table of the spec, float32.
static absl::StatusOr<runtime::Array> readTable(const NpzReader &reader,
                                                const std::string &path,
                                                const spec::Table &table) {
  const std::vector<int64_t> shape = {table.vocabularySize, table.embeddingDim};
  const std::string expected =
      runtime::formatType(format::ElementType::F32, shape);
  if (!reader.contains(table.name)) {
    const std::vector<std::string> &names = reader.getNames();
    return absl::InvalidArgumentError(
        StrCat(path, ": table ", quoteName(table.name), " is missing",
               describeNearest(table.name, {names.begin(), names.end()}),
               " expected an array of type ", expected));
  }
  SC_ASSIGN_OR_RETURN(runtime::NpyHeader header, reader.readHeader(table.name));
  if (!header.dtype || header.dtype->type != format::ElementType::F32 ||
      header.shape != shape)
    return absl::InvalidArgumentError(
        StrCat(path, ": table ", quoteName(table.name), ": expected ", expected,
               ", but it is ", header.formatType()));
  return reader.read(table.name);
}

absl::Status Execution::loadTables(const spec::StackedSpec &spec) {
  SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(options.run.tables));
  for (const spec::Stack &stack : spec.stacks) {
    std::vector<runtime::Array> arrays;
    std::vector<const std::byte *> tables;
    for (const spec::StackedTable &table : stack.tables) {
      SC_ASSIGN_OR_RETURN(runtime::Array array,
                          readTable(reader, options.run.tables, table.table));
      tables.push_back(array.buffer.getBytes().data());
      arrays.push_back(std::move(array));
    }
    SC_RETURN_IF_ERROR(
        loadStack(stack, spec.topology.getNumSparseCores(), tables));
  }
  return absl::OkStatus();
}

absl::Status
Execution::loadStack(const spec::Stack &stack, int64_t numSparseCores,
                     const std::vector<const std::byte *> &tables) {
  SC_ASSIGN_OR_RETURN(uint32_t index, findInputIndex(stack.name));
  const format::Program &program = executable.getProgram();
  if (program.inputs()->Get(index)->narrow())
    return loadNarrowStack(stack, numSparseCores, tables, index);
  const int64_t words = stack.vocabularySize * stack.embeddingDim;
  SC_ASSIGN_OR_RETURN(
      std::span<std::byte> input,
      findInput(stack.name, static_cast<size_t>(words) * sizeof(float)));
  spec::shardStack(stack, numSparseCores, tables, sizeof(float), input.data());
  return absl::OkStatus();
}

/// The f32 stack is there for as long as this takes.
absl::Status
Execution::loadNarrowStack(const spec::Stack &stack, int64_t numSparseCores,
                           const std::vector<const std::byte *> &tables,
                           uint32_t index) {
  const format::Program &program = executable.getProgram();
  const std::vector<int64_t> shape = {stack.vocabularySize, stack.embeddingDim};
  if (run::getWideShape(*program.inputs()->Get(index)) != shape)
    return absl::InternalError(StrCat("input ", quoteName(stack.name),
                                      " of the compiled lookup has rows of "
                                      "another width or number"));
  SC_ASSIGN_OR_RETURN(runtime::Array rows,
                      runtime::Array::create(format::ElementType::F32, shape));
  spec::shardStack(stack, numSparseCores, tables, sizeof(float),
                   rows.buffer.getBytes().data());
  const absl::Status status = run::quantizeInput(
      program, index, stack.name, rows.getElements<float>(), *machine);
  if (status.ok())
    return status;
  return absl::Status(
      status.code(),
      StrCat(options.run.tables, ", as device tables: ", status.message()));
}

absl::Status Execution::compare(size_t index, std::ostream &os) const {
  if (options.run.expect.empty())
    return absl::OkStatus();
  const std::string path = makeBatchPath(options, options.run.expect, index);
  SC_ASSIGN_OR_RETURN(NpzReader reader, NpzReader::open(path));
  if (options.features.size() > 1)
    os << path << "\n";
  return run::compareOutputs(executable.getProgram(), *machine, reader,
                             features, options.run.tolerance, os);
}

absl::Status Execution::run(const std::vector<host::StackSpec> &stacks,
                            const host::Results &results, size_t index,
                            std::ostream &os) {
  for (const BufferArray &array : getBufferArrays(stacks, results)) {
    SC_ASSIGN_OR_RETURN(std::span<std::byte> input,
                        findInput(array.name, array.bytes.size()));
    std::memcpy(input.data(), array.bytes.data(), array.bytes.size());
  }
  SC_RETURN_IF_ERROR(machine->run());
  // Before anything is written; what differs is written all the same.
  const absl::Status compared = compare(index, os);
  if (!options.outputs.empty()) {
    SC_ASSIGN_OR_RETURN(runtime::NpzWriter writer,
                        runtime::NpzWriter::create(
                            makeBatchPath(options, options.outputs, index)));
    SC_RETURN_IF_ERROR(
        run::writeOutputs(executable.getProgram(), *machine, features, writer));
  }
  return compared;
}

void Execution::printCounters(std::ostream &os) const {
  const TextFormat format = options.run.counters;
  if (format == TextFormat::None)
    return;
  run::printCounters(machine->getCounters(),
                     format == TextFormat::Json ? run::CountersFormat::Json
                                                : run::CountersFormat::Text,
                     os);
}

} // namespace sc::prep
