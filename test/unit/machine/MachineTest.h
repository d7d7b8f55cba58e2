//===-- MachineTest.h - running hand-made programs --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine tests share.

#ifndef SC_TEST_UNIT_MACHINE_MACHINETEST_H
#define SC_TEST_UNIT_MACHINE_MACHINETEST_H

#include "ProgramBuilder.h"

#include "runtime/machine/Machine.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <numeric>
#include <span>

namespace sc::test {

using runtime::DmaTiming;
using runtime::Machine;
using runtime::MachineOptions;

template <typename T> std::span<T> asWords(std::span<std::byte> bytes) {
  return {reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)};
}
template <typename T>
std::vector<T> copyWords(std::span<const std::byte> bytes) {
  std::vector<T> words(bytes.size() / sizeof(T));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(T));
  return words;
}

/// A machine with its executable.
struct LoadedMachine {
  std::unique_ptr<format::Executable> executable;
  std::unique_ptr<Machine> machine;

  Machine *operator->() const { return machine.get(); }
};

inline LoadedMachine makeMachine(ProgramBuilder &builder,
                                 MachineOptions options = {.threads = 1,
                                                           .poison = true}) {
  LoadedMachine result{builder.load(), nullptr};
  if (!result.executable)
    return result;
  auto machine = Machine::create(*result.executable, options);
  EXPECT_TRUE(machine.ok()) << machine.status();
  if (machine.ok())
    result.machine = *std::move(machine);
  return result;
}

/// A program of one tile with 64 words of input and of output. A test emits
/// code between `begin` and `run`.
class TileFixture : public testing::Test {
protected:
  static constexpr int64_t kWords = 64;
  static constexpr int64_t kBytes = kWords * 4;

  /// The tile starts with the input in `data`; `result` becomes the output.
  void begin() {
    inHost = builder.addInput("input", kWords);
    outHost = builder.addOutput("output", kWords);
    in = builder.addHbm("in", kWords);
    out = builder.addHbm("out", kWords);
    data = builder.addTile("data", kWords, format::BufferClass::List);
    result = builder.addTile("result", kWords, format::BufferClass::Window);
    tile.emit(Opcode::Dma, {in, 0, data, 0, kBytes, -1, -1});
  }

  /// Word `word` of the result becomes data[reg]: with an input of 0, 1, 2 ...
  /// the value of the register.
  void store(Register reg, int word) {
    Register offset = tile.compute(Opcode::Multiply, reg, 4);
    tile.emit(Opcode::Dma, {data, offset, result, word * 4, 4, -1, -1});
  }

  absl::Status run(std::vector<int32_t> input = {},
                   MachineOptions options = {.threads = 1, .poison = true},
                   int numFlags = 4, int numDmaFlags = 2) {
    tile.emit(Opcode::Dma, {result, 0, out, 0, kBytes, -1, -1});
    builder.addCopy(inHost, in, kWords);
    builder.launchTile(tile, numFlags, numDmaFlags);
    builder.addCopy(out, outHost, kWords);
    machine = makeMachine(builder, options);
    if (!machine.machine)
      return absl::InvalidArgumentError("no machine");
    std::copy(input.begin(), input.end(),
              asWords<int32_t>(machine->getInput(0)).begin());
    absl::Status status = machine->run();
    output = copyWords<int32_t>(machine->getOutput(0));
    return status;
  }

  static std::vector<int32_t> makeIota() {
    std::vector<int32_t> words(kWords);
    std::iota(words.begin(), words.end(), 0);
    return words;
  }

  /// The run must fault with `text` and the fixed parts of the message.
  void expectFault(const absl::Status &status, const std::string &text) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(
        std::string(status.message()),
        testing::AllOf(
            testing::StartsWith("E0200: RuntimeUnexpectedCoreHalt:\n"),
            testing::HasSubstr(text),
            testing::HasSubstr("; device 0, SparseCore 0, tile 0, task "
                               "'lookup', program 'tile', instruction #"),
            testing::EndsWith("\nSee https://openxla.org/xla/errors/error_0200 "
                              "for more details.")));
  }

  ProgramBuilder builder;
  CodeBuilder tile{"tile"};
  int inHost = 0, outHost = 0, in = 0, out = 0, data = 0, result = 0;
  LoadedMachine machine;
  std::vector<int32_t> output;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_MACHINETEST_H
