//===-- Execute.h - compiling and running the lookup ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and tables go into the machine where they lie, without files.

#ifndef SC_TOOLS_SC_PREP_EXECUTE_H
#define SC_TOOLS_SC_PREP_EXECUTE_H

#include "runtime/host/Results.h"
#include "runtime/machine/Machine.h"
#include "tools/sc-prep/Setup.h"

namespace sc::prep {

class Execution {
public:
  /// Compiles the lookup of `setup` and loads its tables.
  static absl::StatusOr<std::unique_ptr<Execution>>
  create(const Setup &setup, const Options &options, std::ostream &errors);

  /// Runs batch `index`, writes its activations and compares them.
  absl::Status run(const std::vector<host::StackSpec> &stacks,
                   const host::Results &results, size_t index,
                   std::ostream &os);

  /// Of all batches.
  void printCounters(std::ostream &os) const;

private:
  Execution(const Options &options, format::Executable executable)
      : options(options), executable(std::move(executable)) {}
  absl::Status loadTables(const spec::StackedSpec &spec);
  absl::Status loadStack(const spec::Stack &stack, int64_t numSparseCores,
                         const std::vector<const std::byte *> &tables);
  absl::Status loadNarrowStack(const spec::Stack &stack, int64_t numSparseCores,
                               const std::vector<const std::byte *> &tables,
                               uint32_t index);
  absl::StatusOr<uint32_t> findInputIndex(const std::string &name) const;
  absl::StatusOr<std::span<std::byte>> findInput(const std::string &name,
                                                 size_t bytes);
  absl::Status compare(size_t index, std::ostream &os) const;

  const Options &options;
  format::Executable executable;
  std::unique_ptr<runtime::Machine> machine;
  std::vector<std::string> features; // of outputs, in order
};

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_EXECUTE_H
