//===-- Opcodes.h - opcodes, fault codes and operand kinds ------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction set as data, shared by the serializer, the verifier, the
// printer and the machine.

#ifndef SC_RUNTIME_FORMAT_OPCODES_H
#define SC_RUNTIME_FORMAT_OPCODES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sc::format {

/// Version of the file format; a file of another version is refused.
inline constexpr int32_t kFormatVersion = 4;

/// Number of operands in an instruction record.
inline constexpr int kMaxOperands = 12;

/// HBM side of a linear DMA: alignment of its offset in bytes.
inline constexpr int64_t kLinearDmaAlignment = 32;

/// Everything else moves words.
inline constexpr int64_t kWordBytes = 4;

/// The value that fills gaps between partitions in id and sample lists.
inline constexpr int32_t kPadValue = 2147483647;

enum class Opcode : uint16_t {
#define SC_OPCODE(Name, mnemonic, unit, operands) Name,
#include "runtime/format/Opcodes.def"
  Count
};

enum class Unit : uint8_t { Sequencer, Tile, Both };

enum class OperandKind : char {
  Destination = 'd',
  Value = 'v',
  Buffer = 'b',
  Label = 'l',
  Program = 'p',
  Fault = 'f',
  Immediate = 'k',
  Function = 'r',
  RowType = 't',
};

struct OperandInfo {
  OperandKind kind;
  std::string_view name;
};

struct OpcodeInfo {
  std::string_view mnemonic;
  Unit unit;
  std::vector<OperandInfo> operands;
};

/// The description of `opcode`, which must be below Opcode::Count.
const OpcodeInfo &getOpcodeInfo(Opcode opcode);

/// How `select` treats an id word and padding entries.
enum class SelectMode : int64_t {
  /// Replace the id by the slot of its run; every sample must be in range.
  Slots = 0,
  /// Keep the id; entries whose sample is kPadValue are skipped.
  KeepIds = 1,
  /// Keep the id; every sample must be in range.
  Filter = 2,
};

/// What `elementwise` and `reduce_row` compute.
enum class RowFunction : uint8_t {
#define SC_ROW_FUNCTION(Name, mnemonic, operands) Name,
#include "runtime/format/RowFunctions.def"
  Count
};

struct RowFunctionInfo {
  std::string_view mnemonic;
  int operands;
};

/// The description of `function`, which must be below RowFunction::Count.
const RowFunctionInfo &getRowFunctionInfo(RowFunction function);

/// True for the functions that reduce_row can fold with.
bool isReduction(RowFunction function);

/// Bits of `broadcast`: operand q of `elementwise` has one row that stands for
/// all (bit 2 q), or one word that stands for its row (bit 2 q + 1).
inline constexpr int64_t kOneRow = 1;
inline constexpr int64_t kOneWord = 2;

/// What `fault_if` reports; texts in describeFault.
enum class FaultCode : int32_t {
  TooManyIds = 0,
  TooManyUniqueIds,
  RowPointersDescend,
  RowPointerPastEnd,
  MinibatchesOutOfRange,
  MinibatchesDisagree,
  Count
};

/// "more ids in a partition than max_ids_per_partition" and so on.
std::string_view getFaultText(FaultCode code);

/// The same with numbers: "...: 5 > 4".
std::string describeFault(FaultCode code, int64_t observed, int64_t limit);

} // namespace sc::format

#endif // SC_RUNTIME_FORMAT_OPCODES_H
