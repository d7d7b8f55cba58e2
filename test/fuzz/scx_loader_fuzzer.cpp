//===-- scx_loader_fuzzer.cpp - arbitrary bytes as .scx -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loader accepts can be printed, and run if it is small: the machine
// trusts the verifier, so a crash in either is a bug in one of them.

#include "runtime/format/Opcodes.h"
#include "runtime/format/Printer.h"
#include "runtime/machine/Machine.h"
#include "runtime/machine/Memory.h"

using namespace sc;
using format::Opcode;

static constexpr int64_t kMaxMemoryBytes = 64 << 20;
static constexpr int64_t kMaxTiles = 64;
static constexpr int64_t kMaxFlags = 1024;
static constexpr int64_t kMaxWork = 2000;

static int64_t countTiles(const format::Target &target) {
  return int64_t(target.devices()) * target.sparse_cores_per_device() *
         target.tiles_per_sparse_core();
}

/// Iterations of a loop with static bounds; nothing for any other.
static std::optional<int64_t>
countIterations(const format::Instruction &instruction) {
  auto operand = [&](int index) { return instruction.operands()->Get(index); };
  if (instruction.registers() & 0b1110)
    return std::nullopt;
  int64_t distance = 0;
  if (__builtin_sub_overflow(operand(2), operand(1), &distance))
    return std::nullopt;
  return std::max<int64_t>(distance / operand(3) + 1, 1);
}

/// An upper bound for executed instructions, if it is small.
static bool isShort(const format::Code &code) {
  std::vector<int64_t> iterations = {1};
  int64_t work = 0;
  for (const format::Instruction *instruction : *code.instructions()) {
    work += iterations.back();
    auto opcode = static_cast<Opcode>(instruction->opcode());
    if (opcode == Opcode::EndLoop)
      iterations.pop_back();
    if (opcode == Opcode::Loop) {
      std::optional<int64_t> count = countIterations(*instruction);
      if (!count || *count > kMaxWork / iterations.back())
        return false;
      iterations.push_back(iterations.back() * *count);
    }
    if (work > kMaxWork)
      return false;
  }
  return true;
}

static bool isSmall(const format::Task &task) {
  if (task.num_flags() > kMaxFlags || !isShort(*task.sequencer()))
    return false;
  for (const format::Code *code : *task.programs())
    if (!isShort(*code))
      return false;
  return true;
}

static bool isSmall(const format::Program &program) {
  const format::Target &target = *program.target();
  if (countTiles(target) > kMaxTiles || program.steps()->size() > kMaxWork)
    return false;
  // Arenas are rounded up, so count the bytes that poison would touch.
  runtime::MemorySizes sizes = runtime::computeMemorySizes(program);
  for (int64_t size :
       {sizes.host, sizes.hbm, sizes.spmem, sizes.tileSpmem, sizes.smem})
    if (size > kMaxMemoryBytes / kMaxTiles)
      return false;
  for (const format::Task *task : *program.tasks())
    if (!isSmall(*task))
      return false;
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  absl::StatusOr<format::Executable> executable =
      format::Executable::load({data, data + size});
  if (!executable.ok())
    return 0;
  (void)format::toText(executable->getProgram());
  if (!isSmall(executable->getProgram()))
    return 0;
  runtime::MachineOptions options;
  options.threads = 1;
  absl::StatusOr<std::unique_ptr<runtime::Machine>> machine =
      runtime::Machine::create(*executable, options);
  if (machine.ok())
    (void)(*machine)->run();
  return 0;
}
