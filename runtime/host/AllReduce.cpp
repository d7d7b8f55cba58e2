//===-- AllReduce.cpp - agreement of the hosts on minibatches -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A round for each key; the last host to leave it removes it.

#include "runtime/host/AllReduce.h"

#include "absl/strings/str_cat.h"

namespace sc::host {

InProcessAllReduce::InProcessAllReduce(int numHosts)
    : ends(static_cast<size_t>(numHosts)) {
  for (int host = 0; host < numHosts; ++host) {
    ends[static_cast<size_t>(host)].parent = this;
    ends[static_cast<size_t>(host)].host = host;
  }
}

void InProcessAllReduce::cancel(const absl::Status &status) {
  {
    std::lock_guard lock(mutex);
    cancelled = status;
  }
  changed.notify_all();
}

absl::StatusOr<uint64_t> InProcessAllReduce::join(uint64_t syncKey,
                                                  uint64_t mask) {
  const int numHosts = static_cast<int>(ends.size());
  std::unique_lock lock(mutex);
  Round &round = rounds[syncKey];
  round.mask |= mask;
  if (++round.arrived == numHosts)
    changed.notify_all();
  changed.wait(lock,
               [&] { return !cancelled.ok() || round.arrived == numHosts; });
  if (round.arrived < numHosts)
    return cancelled;
  uint64_t result = round.mask;
  if (++round.left == numHosts)
    rounds.erase(syncKey);
  return result;
}

absl::StatusOr<uint64_t> InProcessAllReduce::End::orMasks(uint64_t syncKey,
                                                          uint64_t mask) {
  if (hasKey && syncKey <= lastKey)
    return absl::InvalidArgumentError(
        absl::StrCat("host ", host, " passed sync key ", syncKey, " after ",
                     lastKey, "; number each batch higher than the last"));
  hasKey = true;
  lastKey = syncKey;
  return parent->join(syncKey, mask);
}

} // namespace sc::host
