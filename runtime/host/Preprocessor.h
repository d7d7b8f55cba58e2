//===-- Preprocessor.h - from ids to device buffers -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point of the library; docs/Preprocessing.md defines the format.

#ifndef SC_RUNTIME_HOST_PREPROCESSOR_H
#define SC_RUNTIME_HOST_PREPROCESSOR_H

#include "runtime/host/AllReduce.h"
#include "runtime/host/Inputs.h"
#include "runtime/host/Results.h"
#include "runtime/host/Spec.h"

#include "absl/status/statusor.h"

#include <memory>

namespace sc::host {

/// Made once for a spec, then run on one batch after the other. Not for two
/// threads at a time; it has threads of its own.
class Preprocessor {
public:
  /// Checks the spec and allocates the buffers.
  static absl::StatusOr<Preprocessor> create(std::vector<StackSpec> stacks,
                                             const Topology &topology,
                                             const Options &options);
  ~Preprocessor();
  Preprocessor(Preprocessor &&);
  Preprocessor &operator=(Preprocessor &&);

  /// The buffers of `batch`, which stay until the next run. They depend on the
  /// batch alone, not on threads or earlier batches. Memory is allocated only
  /// for more ids than any batch before had.
  ///
  /// With minibatching and several hosts each host passes its end of an
  /// all-reduce; if one fails, all do. Nothing is to be used after an error.
  absl::StatusOr<const Results *> run(const Batch &batch,
                                      AllReduce *allReduce = nullptr);

private:
  class Impl;
  explicit Preprocessor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_PREPROCESSOR_H
