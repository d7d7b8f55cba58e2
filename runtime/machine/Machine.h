//===-- Machine.h - runs an executable on the machine model -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public interface of the machine model.

#ifndef SC_RUNTIME_MACHINE_MACHINE_H
#define SC_RUNTIME_MACHINE_MACHINE_H

#include "runtime/format/Program.h"
#include "runtime/machine/Counters.h"
#include "runtime/machine/MachineOptions.h"

#include "absl/status/statusor.h"

#include <cstddef>
#include <memory>
#include <span>

namespace sc::runtime {

/// Memories and threads for one executable. Set the inputs, run, read the
/// outputs; that may be repeated. Not for use by several threads at once.
class Machine {
public:
  /// ResourceExhausted if the program does not fit the target's or the host's
  /// memory; errors of NativeLibrary::load. `executable` must outlive the
  /// machine.
  static absl::StatusOr<std::unique_ptr<Machine>>
  create(const format::Executable &executable, const MachineOptions &options);

  /// The same for a program that has passed the verifier.
  static absl::StatusOr<std::unique_ptr<Machine>>
  create(const format::Program &program, const MachineOptions &options);

  ~Machine();

  /// The bytes of an input or output, row-major; `index` must exist.
  std::span<std::byte> getInput(size_t index);
  std::span<const std::byte> getOutput(size_t index) const;

  /// Runs all steps; stops at the first error. Internal: a fault of the E0200
  /// form. Unimplemented: a step that the compiler left out. PermissionDenied:
  /// native code without MachineOptions::allowNative.
  absl::Status run();
  absl::Status runStep(size_t index);

  /// Sums and peaks over everything run so far.
  const Counters &getCounters() const;

private:
  struct State;
  explicit Machine(std::unique_ptr<State> state);
  void updateCounters();

  std::unique_ptr<State> state;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_MACHINE_H
