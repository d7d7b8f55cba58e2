//===-- MpiAllReduce.h - hosts that are ranks of MPI ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The agreement on minibatches between the processes of a communicator.

#ifndef SC_RUNTIME_MPI_MPIALLREDUCE_H
#define SC_RUNTIME_MPI_MPIALLREDUCE_H

#include "runtime/host/AllReduce.h"

#include <mpi.h>

namespace sc::host {

/// One rank's end. MPI must be initialised before and finalised after it; the
/// calls of one communicator come from one thread at a time.
class MpiAllReduce : public AllReduce {
public:
  /// Duplicates `communicator`, so that other traffic cannot be mixed up; every
  /// rank must call it. Errors of MPI end the process only if those of
  /// `communicator` do.
  static absl::StatusOr<MpiAllReduce> create(MPI_Comm communicator);
  ~MpiAllReduce() override;
  MpiAllReduce(MpiAllReduce &&other) noexcept;
  MpiAllReduce &operator=(MpiAllReduce &&) = delete;

  /// Fails, on every rank, if the ranks pass different keys, or one of them a
  /// key that is not above its last.
  absl::StatusOr<uint64_t> orMasks(uint64_t syncKey, uint64_t mask) override;

private:
  explicit MpiAllReduce(MPI_Comm communicator) : communicator(communicator) {}
  absl::Status describeKeys(uint64_t syncKey, bool isAscending);

  MPI_Comm communicator;
  bool hasKey = false;
  uint64_t lastKey = 0;
};

} // namespace sc::host

#endif // SC_RUNTIME_MPI_MPIALLREDUCE_H
