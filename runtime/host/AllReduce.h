//===-- AllReduce.h - agreement of the hosts on minibatches -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one thing that hosts exchange, and its form for threads of one process.

#ifndef SC_RUNTIME_HOST_ALLREDUCE_H
#define SC_RUNTIME_HOST_ALLREDUCE_H

#include "absl/status/statusor.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace sc::host {

/// One host's end. A batch needs one call, or two if it is split.
class AllReduce {
public:
  virtual ~AllReduce() = default;

  /// The OR of the masks that all hosts pass for `syncKey`; waits for them.
  /// Each host passes a key once, and keys ascend.
  virtual absl::StatusOr<uint64_t> orMasks(uint64_t syncKey, uint64_t mask) = 0;
};

/// Hosts that are threads of one process.
class InProcessAllReduce {
public:
  explicit InProcessAllReduce(int numHosts);

  /// The end of host 0 .. numHosts - 1, for one thread at a time.
  AllReduce &getHost(int host) { return ends[static_cast<size_t>(host)]; }

  /// Ends all waits, now and later, with `status`.
  void cancel(const absl::Status &status);

private:
  struct End : AllReduce {
    absl::StatusOr<uint64_t> orMasks(uint64_t syncKey, uint64_t mask) override;
    InProcessAllReduce *parent = nullptr;
    int host = 0;
    bool hasKey = false;
    uint64_t lastKey = 0;
  };
  struct Round {
    uint64_t mask = 0;
    int arrived = 0;
    int left = 0;
  };
  absl::StatusOr<uint64_t> join(uint64_t syncKey, uint64_t mask);

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<End> ends;
  std::map<uint64_t, Round> rounds;
  absl::Status cancelled;
};

} // namespace sc::host

#endif // SC_RUNTIME_HOST_ALLREDUCE_H
