//===-- Target.cpp - counts of a target, choice of a topology -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows from a machine and a number of chips.

#include "sc/Target/Target.h"

#include <algorithm>
#include <bit>

namespace sc {

int64_t Target::chips() const {
  if (topology.empty())
    return 0;
  int64_t product = 1;
  for (int64_t chipsOnAxis : topology)
    product *= chipsOnAxis;
  return product;
}

int64_t Target::devices() const {
  return chips() * machine->devicesPerChip.value;
}

int64_t Target::sparseCores() const {
  return devices() * machine->sparseCoresPerDevice.value;
}

std::string Target::str() const {
  std::string text = machine->name;
  char separator = ':';
  for (int64_t chipsOnAxis : topology) {
    text += separator + std::to_string(chipsOnAxis);
    separator = 'x';
  }
  return text;
}

std::optional<std::string> checkSparseCoreCount(const Target &target) {
  int64_t count = target.sparseCores();
  if (count == 0 || std::has_single_bit(static_cast<uint64_t>(count)))
    return std::nullopt;
  return target.str() + " has " + std::to_string(count) +
         " SparseCores; the number of SparseCores must be a power of two";
}

/// The largest divisor of `number` whose `root`-th power is at most `number`.
static int64_t largestDivisorBelowRoot(int64_t number, int root) {
  int64_t best = 1;
  for (int64_t divisor = 1;; ++divisor) {
    int64_t power = 1;
    for (int i = 0; i < root; ++i)
      power *= divisor;
    if (power > number)
      return best;
    if (number % divisor == 0)
      best = divisor;
  }
}

/// As even as the divisors allow, ascending, but axes of one chip last: 16
/// chips on three axes are 2x2x4, 4 chips are 2x2x1.
static std::vector<int64_t> balancedTopology(int64_t chips, int axes) {
  std::vector<int64_t> topology;
  for (int left = axes; left > 0; --left) {
    topology.push_back(largestDivisorBelowRoot(chips, left));
    chips /= topology.back();
  }
  // Axes of one chip go last; the others keep their order.
  auto isOne = [](int64_t chipsOnAxis) { return chipsOnAxis == 1; };
  auto ones = std::erase_if(topology, isOne);
  topology.resize(topology.size() + ones, 1);
  return topology;
}

std::optional<Target> withDevices(const MachineDescription &machine,
                                  int64_t devices, std::string &error) {
  int64_t perChip = machine.devicesPerChip.value;
  std::string count =
      std::to_string(devices) + (devices == 1 ? " device" : " devices");
  if (devices <= 0) {
    error =
        "a target needs at least one device, got " + std::to_string(devices);
    return std::nullopt;
  }
  if (devices % perChip != 0) {
    error = count + " cannot be had from " + machine.name + ": a chip is " +
            std::to_string(perChip) + " devices";
    return std::nullopt;
  }
  int64_t chips = devices / perChip;
  if (chips > kMaxChips) {
    error = count + " are more than the limit of " + std::to_string(kMaxChips) +
            " chips";
    return std::nullopt;
  }
  return Target{&machine, balancedTopology(chips, machine.topologyAxes)};
}

} // namespace sc
