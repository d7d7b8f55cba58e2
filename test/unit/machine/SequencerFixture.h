//===-- SequencerFixture.h - a sequencer program ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One task on two devices of two SparseCores.

#ifndef SC_TEST_UNIT_MACHINE_SEQUENCERFIXTURE_H
#define SC_TEST_UNIT_MACHINE_SEQUENCERFIXTURE_H

#include "MachineTest.h"

namespace sc::test {

class SequencerFixture : public testing::Test {
protected:
  static constexpr int kFlags = 8;

  absl::Status run(const CodeBuilder &sequencer,
                   const std::vector<CodeBuilder> &tiles = {},
                   int threads = 1) {
    builder.addTask(sequencer, tiles, kFlags, 1);
    builder.addLaunch();
    machine = makeMachine(builder, {.threads = threads});
    return machine.machine ? machine->run()
                           : absl::InvalidArgumentError("no machine");
  }

  static void expectFault(const absl::Status &status, const std::string &text) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(text));
  }

  /// Emits `fault_if` unless flag `flag` holds `value`.
  static void expectFlag(CodeBuilder &code, int flag, int64_t value) {
    Register loaded = code.newRegister();
    code.emit(Opcode::LoadFlag, {loaded, flag});
    code.emit(Opcode::FaultIf, {code.compute(Opcode::NotEqual, loaded, value),
                                0, loaded, value});
  }

  ProgramBuilder builder{2, 2, 3};
  CodeBuilder sequencer{"main"};
  LoadedMachine machine;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_SEQUENCERFIXTURE_H
