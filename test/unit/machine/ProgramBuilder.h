//===-- ProgramBuilder.h - programs by hand ---------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds small executables without the compiler. Every program that it hands
// out has passed the verifier, unless a test asks for one that does not.

#ifndef SC_TEST_UNIT_MACHINE_PROGRAMBUILDER_H
#define SC_TEST_UNIT_MACHINE_PROGRAMBUILDER_H

#include "CodeBuilder.h"

#include "runtime/format/Program.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sc::test {

using format::BufferClass;
using format::ElementType;
using format::MemorySpace;

/// What buffers need beyond a name and a size.
struct BufferOptions {
  MemorySpace space = MemorySpace::TileSpmem;
  BufferClass bufferClass = BufferClass::Scratch;
  ElementType type = ElementType::I32;
  int task = 0;
  int instances = 1;
  int firstUse = 0;
  int lastUse = 0;
};

/// A machine of `devices` x `sparseCores` x `tiles` with one task, whose
/// sequencer and programs are added by the test.
class ProgramBuilder {
public:
  explicit ProgramBuilder(int devices = 1, int sparseCores = 1, int tiles = 1) {
    program.format_version = format::kFormatVersion;
    program.compiler_version = "test";
    program.source_name = "test.mlir";
    program.target = std::make_unique<format::TargetT>();
    format::TargetT &target = *program.target;
    target.name = "test";
    target.topology = {devices};
    target.devices = devices;
    target.sparse_cores_per_device = sparseCores;
    target.tiles_per_sparse_core = tiles;
    target.f32_lanes = 8;
    target.tile_spmem_bytes = 1 << 19;
    target.smem_bytes = 1 << 14;
    target.hbm_bytes = int64_t{1} << 30;
    target.dma_granule_bytes = 32;
  }

  /// Adds a buffer of `words` elements of 4 bytes at the next free place of its
  /// memory and returns its index.
  int addBuffer(const std::string &name, int64_t words,
                const BufferOptions &options) {
    auto buffer = std::make_unique<format::BufferT>();
    buffer->name = name;
    buffer->space = options.space;
    buffer->buffer_class = options.bufferClass;
    buffer->element_type = options.type;
    buffer->shape = {words};
    buffer->size = words * 4;
    buffer->offset = ends[options.space];
    buffer->instances = options.instances;
    int64_t paddedSize = (buffer->size + 63) / 64 * 64;
    buffer->stride = options.instances > 1 ? paddedSize : 0;
    buffer->task = options.task;
    buffer->first_use = options.firstUse;
    buffer->last_use = options.lastUse;
    ends[options.space] += paddedSize * options.instances;
    program.buffers.push_back(std::move(buffer));
    return static_cast<int>(program.buffers.size()) - 1;
  }

  int addTile(const std::string &name, int64_t words,
              BufferClass bufferClass = BufferClass::Scratch) {
    return addBuffer(name, words, {.bufferClass = bufferClass});
  }

  int addSmem(const std::string &name, int64_t words) {
    return addBuffer(
        name, words,
        {.space = MemorySpace::Smem, .bufferClass = BufferClass::RowPointers});
  }

  /// HBM of the host schedule; lives through all steps.
  int addHbm(const std::string &name, int64_t words, int instances = 1) {
    return addBuffer(name, words,
                     {.space = MemorySpace::Hbm,
                      .bufferClass = BufferClass::Temporary,
                      .task = -1,
                      .instances = instances,
                      .lastUse = kAllSteps});
  }

  /// HBM of the task; lives through all steps.
  int addStack(const std::string &name, int64_t words, int instances = 1) {
    return addBuffer(name, words,
                     {.space = MemorySpace::Hbm,
                      .bufferClass = BufferClass::Stack,
                      .instances = instances,
                      .lastUse = kAllSteps});
  }

  int addHost(const std::string &name, int64_t words, BufferClass bufferClass) {
    return addBuffer(name, words,
                     {.space = MemorySpace::Host,
                      .bufferClass = bufferClass,
                      .task = -1,
                      .lastUse = kAllSteps});
  }

  int addInput(const std::string &name, int64_t words) {
    int buffer = addHost(name, words, BufferClass::Argument);
    addArgument(program.inputs, name, words, buffer);
    return buffer;
  }

  int addOutput(const std::string &name, int64_t words) {
    int buffer = addHost(name, words, BufferClass::Result);
    addArgument(program.outputs, name, words, buffer);
    return buffer;
  }

  template <typename Step> Step &addStep(Step step, int location = -1) {
    auto result = std::make_unique<format::StepT>();
    auto *body = new Step(std::move(step));
    result->body.value = body;
    result->body.type = format::StepBodyUnionTraits<Step>::enum_value;
    result->location = location;
    program.steps.push_back(std::move(result));
    return *body;
  }

  /// Copies `words` words between dense buffers; device d at offset
  /// d * perDevice of the host side.
  void addCopy(int source, int destination, int64_t words,
               int64_t perDevice = 0) {
    format::CopyT copy;
    copy.source = source;
    copy.destination = destination;
    copy.sizes = {words};
    copy.source_strides = copy.destination_strides = {1};
    for (int device = 0; device < program.target->devices; ++device)
      copy.device_offsets.push_back(device * perDevice);
    auto isHbm = [&](int buffer) {
      return program.buffers[static_cast<size_t>(buffer)]->space ==
             MemorySpace::Hbm;
    };
    if (isHbm(source) == isHbm(destination))
      copy.device_offsets.clear();
    addStep(std::move(copy));
  }

  /// Adds the task, all devices in groups of `devicesPerGroup`.
  void addTask(const CodeBuilder &sequencer,
               const std::vector<CodeBuilder> &programs, int numFlags = 0,
               int numDmaFlags = 0, int devicesPerGroup = 0) {
    auto task = std::make_unique<format::TaskT>();
    task->name = "lookup";
    task->sequencer = std::make_unique<format::CodeT>(sequencer.code);
    for (const CodeBuilder &code : programs)
      task->programs.push_back(std::make_unique<format::CodeT>(code.code));
    task->num_flags = numFlags;
    task->num_dma_flags = numDmaFlags;
    int devices = program.target->devices;
    task->devices_per_group = devicesPerGroup ? devicesPerGroup : devices;
    for (int device = 0; device < devices; ++device)
      task->groups.push_back(device);
    program.tasks.push_back(std::move(task));
  }

  void addLaunch() {
    format::LaunchT launch;
    launch.task = 0;
    addStep(launch);
  }

  /// A task whose sequencer launches `tile` once on all tiles, and its step.
  void launchTile(const CodeBuilder &tile, int numFlags = 0,
                  int numDmaFlags = 0) {
    CodeBuilder sequencer("main");
    sequencer.emit(Opcode::Launch, {0});
    sequencer.emit(Opcode::Barrier, {});
    addTask(sequencer, {tile}, numFlags, numDmaFlags);
    addLaunch();
  }

  int addLocation(const std::string &location) {
    program.locations.push_back(location);
    return static_cast<int>(program.locations.size()) - 1;
  }

  std::vector<uint8_t> finish() {
    int last = std::max<int>(1, static_cast<int>(program.steps.size())) - 1;
    for (auto &buffer : program.buffers)
      buffer->last_use =
          buffer->last_use == kAllSteps ? last : buffer->last_use;
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(format::Program::Pack(builder, &program),
                   format::ProgramIdentifier());
    return {builder.GetBufferPointer(),
            builder.GetBufferPointer() + builder.GetSize()};
  }

  /// The verified executable; a failed test and no value if it is refused.
  std::unique_ptr<format::Executable> load() {
    absl::StatusOr<format::Executable> executable =
        format::Executable::load(finish());
    if (!executable.ok()) {
      ADD_FAILURE() << executable.status();
      return nullptr;
    }
    return std::make_unique<format::Executable>(*std::move(executable));
  }

  format::ProgramT program;

private:
  static constexpr int kAllSteps = INT32_MAX;

  void addArgument(std::vector<std::unique_ptr<format::ArgumentT>> &arguments,
                   const std::string &name, int64_t words, int buffer) {
    auto argument = std::make_unique<format::ArgumentT>();
    argument->name = name;
    argument->element_type =
        program.buffers[static_cast<size_t>(buffer)]->element_type;
    argument->shape = {words};
    argument->buffer = buffer;
    arguments.push_back(std::move(argument));
  }

  std::map<MemorySpace, int64_t> ends;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_PROGRAMBUILDER_H
