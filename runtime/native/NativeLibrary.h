//===-- NativeLibrary.h - machine code of an executable ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the shared object of an .scx file. This runs whatever the file says:
// only for files of a trusted origin (docs/Format.md).

#ifndef SC_RUNTIME_NATIVE_NATIVELIBRARY_H
#define SC_RUNTIME_NATIVE_NATIVELIBRARY_H

#include "runtime/format/program_generated.h"

#include "absl/status/statusor.h"

#include <string>
#include <vector>

namespace sc::runtime {

/// Takes the buffers of the operands, in the order of the file.
using NativeEntry = void (*)(void **buffers);

/// A mapped shared object.
class NativeLibrary {
public:
  NativeLibrary() = default;
  NativeLibrary(NativeLibrary &&other) noexcept;
  NativeLibrary &operator=(NativeLibrary &&other) noexcept;
  NativeLibrary(const NativeLibrary &) = delete;
  NativeLibrary &operator=(const NativeLibrary &) = delete;
  ~NativeLibrary();

  /// Checks the hash and the processor, maps the code and looks the functions
  /// up. InvalidArgument: the code is damaged or lacks a function.
  /// FailedPrecondition: this machine cannot run it.
  static absl::StatusOr<NativeLibrary> load(const format::Native &native);

  /// The entry of a function of the file; the index must exist.
  NativeEntry getEntry(size_t function) const { return entries[function]; }

private:
  absl::Status findEntries(const format::Native &native);

  void *handle = nullptr;
  std::vector<NativeEntry> entries;
};

/// FailedPrecondition, with the first that is missing, if this processor is
/// not of `architecture` or lacks one of `features`.
absl::Status checkProcessor(const std::string &architecture,
                            const std::vector<std::string> &features);

} // namespace sc::runtime

#endif // SC_RUNTIME_NATIVE_NATIVELIBRARY_H
