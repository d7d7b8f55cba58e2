//===-- BufferOwners.cpp - the tables that buffers belong to --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the buffer operands of each lookup's code to the buffers of the host
// schedule.

#include "BufferOwners.h"

#include "ReportData.h"
#include "runtime/format/Opcodes.h"

#include <cstdint>
#include <map>
#include <utility>

namespace sc::report {

using namespace format;

namespace {
class OwnerFinder {
public:
  explicit OwnerFinder(const ProgramT &program)
      : program(program), owners(program.buffers.size()),
        isShared(program.buffers.size()) {}

  std::vector<BufferOwner> run();

private:
  void visitTask(const LookupT &lookup);
  void visitInstruction(const Instruction &instruction,
                        const std::string &table);
  void setOwner(int64_t buffer, const std::string &table,
                std::string_view part);
  void findSlots();

  const ProgramT &program;
  std::vector<BufferOwner> owners;
  std::vector<bool> isShared;
};
} // namespace

/// Weights win over other parts; two tables leave a buffer to neither.
void OwnerFinder::setOwner(int64_t buffer, const std::string &table,
                           std::string_view part) {
  BufferOwner &owner = owners[buffer];
  if (!owner.table.empty() && owner.table != table)
    isShared[buffer] = true;
  if (owner.table.empty() || part == "weights")
    owner.part = part;
  owner.table = isShared[buffer] ? "" : table;
}

void OwnerFinder::visitInstruction(const Instruction &instruction,
                                   const std::string &table) {
  auto opcode = static_cast<Opcode>(instruction.opcode());
  if (opcode >= Opcode::Count)
    return;
  const std::vector<OperandInfo> &operands = getOpcodeInfo(opcode).operands;
  for (size_t i = 0; i < operands.size(); ++i) {
    int64_t buffer = instruction.operands()->Get(i);
    if (operands[i].kind != OperandKind::Buffer || buffer < 0 ||
        buffer >= std::ssize(program.buffers))
      continue;
    while (program.buffers[buffer]->parent >= 0)
      buffer = program.buffers[buffer]->parent;
    const BufferT &found = *program.buffers[buffer];
    if (found.space != MemorySpace::Hbm || found.task >= 0)
      continue;
    bool isRead = operands[i].name == "source";
    bool isTable = isRead && opcode == Opcode::GatherRows;
    setOwner(buffer, table,
             isTable  ? "weights"
             : isRead ? "inputs"
                      : "activations");
  }
}

void OwnerFinder::visitTask(const LookupT &lookup) {
  const TaskT &task = *program.tasks[lookup.task];
  for (const Instruction &instruction : task.sequencer->instructions)
    visitInstruction(instruction, lookup.table_name);
  for (const auto &code : task.programs)
    for (const Instruction &instruction : code->instructions)
      visitInstruction(instruction, lookup.table_name);
}

void OwnerFinder::findSlots() {
  using Shape = std::pair<ElementType, std::vector<int64_t>>;
  std::map<std::string, int64_t> slotBytes;
  for (const auto &use : program.plan->hbm_uses)
    if (use->role == HbmRole::Slots)
      addBytes(slotBytes[use->table_name], use->bytes);
  std::map<Shape, std::vector<size_t>> tables, rest;
  for (size_t i = 0; i < owners.size(); ++i) {
    const BufferT &buffer = *program.buffers[i];
    if (buffer.space != MemorySpace::Hbm || buffer.parent >= 0 ||
        buffer.buffer_class != BufferClass::Argument || isShared[i])
      continue;
    Shape shape = {buffer.element_type, buffer.shape};
    if (owners[i].part == "weights")
      tables[shape].push_back(i);
    else if (owners[i].table.empty())
      rest[shape].push_back(i);
  }
  for (const auto &[shape, indices] : tables) {
    int64_t bytes = 0;
    for (size_t i : rest[shape])
      addBytes(bytes, program.buffers[i]->size);
    const std::string &table = owners[indices.front()].table;
    if (indices.size() == 1 && bytes > 0 && bytes == slotBytes[table])
      for (size_t i : rest[shape])
        owners[i] = {table, "slots"};
  }
}

std::vector<BufferOwner> OwnerFinder::run() {
  std::map<int32_t, std::string> tables;
  for (const auto &lookup : program.lookups)
    if (lookup->task >= 0) {
      tables[lookup->task] = lookup->table_name;
      visitTask(*lookup);
    }
  for (size_t i = 0; i < owners.size(); ++i)
    if (auto found = tables.find(program.buffers[i]->task);
        found != tables.end() && program.buffers[i]->space == MemorySpace::Hbm)
      owners[i] = {found->second, "stack"};
  if (program.plan)
    findSlots();
  return std::move(owners);
}

std::vector<BufferOwner> findOwners(const ProgramT &program) {
  return OwnerFinder(program).run();
}

} // namespace sc::report
