//===-- Agent.h - a sequencer or tile that runs code ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a running program and the checked accesses that all instructions
// share. One thread at a time uses an agent.

#ifndef SC_RUNTIME_MACHINE_AGENT_H
#define SC_RUNTIME_MACHINE_AGENT_H

#include "runtime/machine/Code.h"
#include "runtime/machine/Counters.h"
#include "runtime/machine/Fault.h"
#include "runtime/machine/MachineOptions.h"
#include "runtime/machine/Memory.h"

#include "runtime/kernels/Kernels.h"

#include "absl/strings/str_cat.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sc::runtime {

/// What one worker thread counts; added up in the end.
struct Tally {
  Counters counters;
  /// Largest end of an access, in bytes of an instance; by buffer.
  std::vector<int64_t> touched;

  void countRead(format::MemorySpace space, int64_t bytes);
  void countWrite(format::MemorySpace space, int64_t bytes);
};

/// A sync flag to set when the round ends.
struct PendingSignal {
  int32_t core; // in its group
  int64_t flag;
  int64_t value;
  int32_t program; // who signals: tile program, -1: the sequencer's
  int64_t instruction;
};

/// A started transfer with all operands captured: rows from a strided source to
/// a strided destination, one of which may be indexed.
struct Transfer {
  const std::byte *source = nullptr;
  std::byte *destination = nullptr;
  int64_t sourceStride = 0;
  int64_t destinationStride = 0;
  int64_t rows = 0;
  int64_t rowBytes = 0;
  const int32_t *indices = nullptr; // null: the rows in order
  int64_t readableIndices = 0;      // up to the end of their buffer
  int64_t indexedRows = 0;          // limit of the indices
  bool isScatter = false;           // the destination is indexed
  bool isStreamed = false;          // dense rows, past the caches
  int64_t instruction = kNoInstruction;
};

struct DmaFlag {
  bool isPending = false;
  Transfer transfer;
};

/// A list that was loaded from HBM but not copied yet: a scan that keeps few
/// entries reads it where it is.
struct DeferredLoad {
  const std::byte *source = nullptr;
  std::byte *destination = nullptr;
  int64_t bytes = 0;
};

struct LoopState {
  int64_t current = 0;
  int64_t upper = 0;
  int64_t step = 0;
};

/// A SparseCore of a running task, as its agents and peers see it. Within a
/// round, only its own sequencer or nobody writes it.
struct CoreState {
  int device = 0;
  int localIndex = 0; // of the device
  int index = 0;      // of the group
  int group = 0;
  std::vector<int64_t> flags;
  /// Tile programs launched and not yet run.
  std::vector<int32_t> queue;
};

/// What all agents of a running task share.
struct TaskContext {
  const format::Program &program;
  const TaskCode &code;
  const Memory &memory;
  const MachineOptions &options;
  std::vector<CoreState> cores; // group after group
  int coresPerGroup = 0;
};

/// What became of an instruction, or of a run of them.
enum class Outcome : uint8_t { Continue, Blocked, Ended, Faulted };

class Agent {
public:
  const TaskContext *context = nullptr;
  CoreState *core = nullptr;
  int tile = -1;    // -1: a sequencer
  int program = -1; // tile program
  const Code *code = nullptr;
  int64_t pc = 0; // of the next instruction
  std::vector<int64_t> registers;
  std::vector<LoopState> loops; // by instruction
  std::vector<DmaFlag> dmaFlags;
  /// By buffer; a sequencer has none.
  std::span<const Region> regions;
  Tally *tally = nullptr;
  std::vector<PendingSignal> *outbox = nullptr;
  std::optional<Fault> fault;
  /// Loads that nothing has needed yet.
  std::vector<DeferredLoad> deferred;
  // Memory that sorts and merges use again.
  std::vector<kernels::SortEntry> sortScratch;
  std::vector<uint64_t> mergeScratch;

  /// Starts `code` at its first instruction with registers of 0.
  void start(const Code &code);

  /// Runs until the program blocks, ends or faults.
  Outcome run();

  /// A value operand: a register or an immediate.
  int64_t getValue(const format::Instruction &instruction, int operand) const {
    int64_t word = getRaw(instruction, operand);
    if (instruction.registers() >> operand & 1)
      return registers[static_cast<size_t>(word)];
    return word;
  }

  int64_t getRaw(const format::Instruction &instruction, int operand) const {
    return instruction.operands()->Get(static_cast<uint16_t>(operand));
  }

  /// Sets the register that operand `operand` names.
  void setResult(const format::Instruction &instruction, int64_t value,
                 int operand = 0) {
    registers[static_cast<size_t>(getRaw(instruction, operand))] = value;
  }

  /// The issuer's instance of a buffer operand.
  Region getRegion(const format::Instruction &instruction, int operand) const;

  /// Records a fault of the current instruction and returns Faulted.
  template <typename... Args> Outcome fail(const Args &...args) {
    return failAt(pc - 1, absl::StrCat(args...));
  }
  Outcome failAt(int64_t instruction, std::string what);

  /// Checks that bytes [offset, offset + bytes) lie in the region and notes
  /// them as touched; on failure records a fault and returns false.
  bool checkAccess(const Region &region, int64_t offset, int64_t bytes);

  /// Loads smaller than this are copied at once.
  static constexpr int64_t kMinDeferredBytes = 4096;

  /// Takes note of a linear load to the tile instead of copying.
  void defer(const DeferredLoad &load);

  /// Where bytes [offset, offset + bytes) of a list are to be read: the source
  /// of a deferred load of just these, which is dropped, else the list itself.
  const std::byte *takeDeferred(const Region &region, int64_t offset,
                                int64_t bytes);

  /// Copies the deferred loads that reach into a region, whatever buffer they
  /// were for: views share bytes.
  void copyDeferredInto(const Region &region);
  void copyAllDeferred();

  /// A copy must not read what it writes; on failure records a fault.
  bool checkDisjoint(const std::byte *source, int64_t sourceBytes,
                     const std::byte *destination, int64_t destinationBytes);

  /// "buffer 'name'".
  std::string describe(const Region &region) const;
  std::string getBufferName(int32_t buffer) const;

  /// All SparseCores of the group.
  std::span<CoreState> getPeers() const;

  /// The flag exists; on failure records a fault and returns false.
  bool checkFlag(int64_t flag);

  /// Sets a flag of a SparseCore of the group: at once if it is the issuing
  /// sequencer's own, else when the round ends.
  Outcome signal(int64_t peer, int64_t flag, int64_t value);

private:
  bool failAccess(const Region &region, int64_t offset, int64_t bytes);
};

/// Carries out a transfer; records a fault for an index out of range.
Outcome executeTransfer(Agent &agent, const Transfer &transfer);

/// Bytes from the first to the end of the last of `rows` strided rows; nothing
/// if that overflows.
std::optional<int64_t> computeExtent(int64_t rows, int64_t stride,
                                     int64_t rowBytes);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_AGENT_H
