//===-- Target.h - machines and targets -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine descriptions as data, and targets: a machine and how many chips.
// Standard types only, so that any part of the compiler can include it.

#ifndef SC_TARGET_TARGET_H
#define SC_TARGET_TARGET_H

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

/// A number about hardware and where it comes from.
struct Quantity {
  int64_t value;
  const char *source;
  /// True where no source states this number for this machine: it is our
  /// choice or our reading, and whatever is derived from it is assumed too.
  bool assumed;

  /// False where no source gives the number and nothing is assumed; the value
  /// is then 0 and no check may rest on it.
  bool published() const { return value != 0; }
};

/// One generation of the machine. "Device" is what JAX calls one.
struct MachineDescription {
  const char *name;
  /// Axes of a topology that withDevices chooses; a matter of spelling, since
  /// only the number of chips changes a program.
  int topologyAxes;
  Quantity devicesPerChip;
  Quantity sparseCoresPerDevice;
  Quantity tilesPerSparseCore;
  Quantity f32Lanes;
  Quantity bf16Lanes;
  Quantity tileSpmemBytes;    // of one tile
  Quantity smemBytes;         // of one tile, assumed
  Quantity dmaGranuleBytes;   // cost only, no alignment rests on it
  Quantity hbmBytes;          // of one device
  Quantity usableHbmBytes;    // of one device, as error texts print it
  Quantity hbmBytesPerSecond; // of one device
};

/// A quantity of every machine, for code that walks over all of them.
struct QuantityField {
  const char *title;
  Quantity MachineDescription::*member;
};

/// All quantities of a machine, in the order of MachineDescription.
std::span<const QuantityField> getQuantityFields();

/// All machines with a SparseCore: those built in, oldest first, then those
/// that were loaded. Spans and pointers stay valid while the process lives.
std::span<const MachineDescription> getMachines();

/// The machine of that exact name, or null.
const MachineDescription *findMachine(std::string_view name);

/// Loads a machine from a JSON file (docs/Targets.md) so that getMachines and
/// findMachine find it. The same description again gives the same machine. On
/// failure returns null and sets `error` to "path:line:column: text" or
/// "path: text". Safe to call from several threads.
const MachineDescription *loadMachineFile(const std::string &path,
                                          std::string &error);

/// Titles of the quantities that are assumed, in the order of
/// getQuantityFields.
std::vector<std::string> listAssumed(const MachineDescription &machine);

/// A topology may not have more chips than this.
inline constexpr int64_t kMaxChips = int64_t(1) << 20;

/// What a program is compiled for.
struct Target {
  const MachineDescription *machine = nullptr;
  /// Chips along each axis. Empty: not chosen yet, see withDevices.
  std::vector<int64_t> topology;

  /// Chips, devices and SparseCores in all; 0 while the topology is empty.
  int64_t chips() const;
  int64_t devices() const;
  int64_t sparseCores() const;
  /// "v5p:2x2x1", or "v5p" while the topology is empty.
  std::string str() const;
};

/// Reads "NAME" or "NAME:AxB[xC]". On failure returns nothing and sets `error`
/// to a message that names the offending part and what would be accepted.
std::optional<Target> parseTarget(std::string_view text, std::string &error);

/// The target with `devices` devices and the most even topology. On failure
/// (not positive, too many, no multiple of the devices of a chip) returns
/// nothing and sets `error`.
std::optional<Target> withDevices(const MachineDescription &machine,
                                  int64_t devices, std::string &error);

/// Why the number of SparseCores does not do: it must be a power of two, as the
/// JAX library requires. Nothing if it is one or if no topology is chosen yet.
std::optional<std::string> checkSparseCoreCount(const Target &target);

/// "v4, v5p, …": the names of all machines, for messages.
std::string listMachineNames();

/// Prints all machines and the source of each number as Markdown: the part of
/// docs/Targets.md between its markers, and the answer to --target=help.
void printTargets(std::ostream &os);

} // namespace sc

#endif // SC_TARGET_TARGET_H
