//===-- MpiAllReduce.cpp - hosts that are ranks of MPI --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One reduction carries the masks and tells every rank whether the keys agree:
// the OR of the keys and that of their complements share a bit exactly if two
// keys differ in it. So all ranks take the same way from there.

#include "runtime/mpi/MpiAllReduce.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <array>
#include <utility>

namespace sc::host {

using absl::StrCat;

static absl::Status checkMpi(const char *what, int code) {
  if (code == MPI_SUCCESS)
    return absl::OkStatus();
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  return absl::InternalError(
      StrCat(what, ": ", std::string(text, static_cast<size_t>(length))));
}

static bool isMpiRunning() {
  int isInitialized = 0, isFinalized = 0;
  MPI_Initialized(&isInitialized);
  MPI_Finalized(&isFinalized);
  return isInitialized && !isFinalized;
}

absl::StatusOr<MpiAllReduce> MpiAllReduce::create(MPI_Comm communicator) {
  if (!isMpiRunning())
    return absl::FailedPreconditionError(
        "MPI is not initialised, or already finalised");
  if (communicator == MPI_COMM_NULL)
    return absl::InvalidArgumentError("the communicator is MPI_COMM_NULL");
  int isBetweenGroups = 0;
  SC_RETURN_IF_ERROR(
      checkMpi("MPI_Comm_test_inter",
               MPI_Comm_test_inter(communicator, &isBetweenGroups)));
  if (isBetweenGroups)
    return absl::InvalidArgumentError(
        "the communicator connects two groups; merge them first");
  MPI_Comm copy = MPI_COMM_NULL;
  SC_RETURN_IF_ERROR(
      checkMpi("MPI_Comm_dup", MPI_Comm_dup(communicator, &copy)));
  MpiAllReduce result(copy);
  SC_RETURN_IF_ERROR(
      checkMpi("MPI_Comm_set_errhandler",
               MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN)));
  return result;
}

MpiAllReduce::~MpiAllReduce() {
  if (communicator != MPI_COMM_NULL && isMpiRunning())
    MPI_Comm_free(&communicator);
}

MpiAllReduce::MpiAllReduce(MpiAllReduce &&other) noexcept
    : communicator(std::exchange(other.communicator, MPI_COMM_NULL)),
      hasKey(other.hasKey), lastKey(other.lastKey) {}

/// Every rank gets the same error, which names the first rank at fault.
absl::Status MpiAllReduce::describeKeys(uint64_t syncKey, bool isAscending) {
  int size = 0;
  SC_RETURN_IF_ERROR(
      checkMpi("MPI_Comm_size", MPI_Comm_size(communicator, &size)));
  // Of each rank: its key, whether it is above the last, and the last.
  using Entry = std::array<uint64_t, 3>;
  const Entry own = {syncKey, isAscending, lastKey};
  std::vector<Entry> all(static_cast<size_t>(size));
  SC_RETURN_IF_ERROR(checkMpi(
      "MPI_Allgather", MPI_Allgather(own.data(), 3, MPI_UINT64_T, all.data(), 3,
                                     MPI_UINT64_T, communicator)));
  for (size_t rank = 0; rank < all.size(); ++rank)
    if (!all[rank][1])
      return absl::InvalidArgumentError(
          StrCat("host ", rank, " passed sync key ", all[rank][0], " after ",
                 all[rank][2], "; number each batch higher than the last"));
  size_t rank = 0;
  while (rank + 1 < all.size() && all[rank][0] == all[0][0])
    ++rank;
  return absl::InvalidArgumentError(StrCat(
      "host 0 passed sync key ", all[0][0], ", but host ", rank, " passed ",
      all[rank][0], "; hosts must number their batches alike"));
}

absl::StatusOr<uint64_t> MpiAllReduce::orMasks(uint64_t syncKey,
                                               uint64_t mask) {
  // A rank at fault takes part, or the others would wait for it.
  const bool isAscending = !hasKey || syncKey > lastKey;
  const std::array<uint64_t, 4> own = {mask, syncKey, ~syncKey, !isAscending};
  std::array<uint64_t, 4> all = {};
  SC_RETURN_IF_ERROR(checkMpi(
      "MPI_Allreduce", MPI_Allreduce(own.data(), all.data(), 4, MPI_UINT64_T,
                                     MPI_BOR, communicator)));
  if ((all[1] & all[2]) != 0 || all[3] != 0)
    return describeKeys(syncKey, isAscending);
  hasKey = true;
  lastKey = syncKey;
  return all[0];
}

} // namespace sc::host
