//===-- MachineRegistry.cpp - built-in and loaded machines ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One array whose front is ready to read at any time: a machine is written
// behind it, then the count grows.

#include "lib/Target/MachineRegistry.h"

#include "sc/Target/NearestName.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <deque>
#include <memory>
#include <mutex>

namespace sc {

namespace {

class Registry {
public:
  Registry() {
    std::span<const MachineDescription> builtIn = detail::getBuiltInMachines();
    capacity = builtIn.size() + detail::kMaxLoadedMachines;
    machines = std::make_unique<MachineDescription[]>(capacity);
    std::ranges::copy(builtIn, machines.get());
    count = builtIn.size();
  }

  std::span<const MachineDescription> getMachines() const {
    return {machines.get(), count.load(std::memory_order_acquire)};
  }

  const MachineDescription *add(const detail::LoadedMachine &machine,
                                std::string &problem);

private:
  const MachineDescription *findNamesake(std::string_view name) const;
  void append(const detail::LoadedMachine &loaded);
  const char *keep(const std::string &text) {
    return texts.emplace_back(text).c_str();
  }

  std::mutex mutex; // one writer at a time
  std::unique_ptr<MachineDescription[]> machines;
  size_t capacity = 0;
  std::atomic<size_t> count = 0;
  std::deque<std::string> texts; // keeps addresses when it grows
};

} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

static bool isSame(const MachineDescription &machine,
                   const detail::LoadedMachine &loaded) {
  if (machine.topologyAxes != loaded.topologyAxes)
    return false;
  return std::ranges::all_of(loaded.quantities,
                             [&](const detail::LoadedQuantity &quantity) {
                               const Quantity &known = machine.*quantity.member;
                               return known.value == quantity.value &&
                                      known.source == quantity.source &&
                                      known.assumed == quantity.assumed;
                             });
}

static bool equalsIgnoringCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

const MachineDescription *Registry::findNamesake(std::string_view name) const {
  for (const MachineDescription &machine : getMachines())
    if (equalsIgnoringCase(machine.name, name))
      return &machine;
  return nullptr;
}

void Registry::append(const detail::LoadedMachine &loaded) {
  MachineDescription &machine = machines[getMachines().size()];
  machine.name = keep(loaded.name);
  machine.topologyAxes = loaded.topologyAxes;
  for (const detail::LoadedQuantity &quantity : loaded.quantities)
    machine.*quantity.member = {quantity.value, keep(quantity.source),
                                quantity.assumed};
  count.fetch_add(1, std::memory_order_release);
}

const MachineDescription *Registry::add(const detail::LoadedMachine &loaded,
                                        std::string &problem) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string what = "machine " + quoteName(loaded.name);
  if (const MachineDescription *namesake = findNamesake(loaded.name)) {
    if (namesake < machines.get() + detail::getBuiltInMachines().size())
      problem = what + " has the name of a built-in machine";
    else if (namesake->name == loaded.name && isSame(*namesake, loaded))
      return namesake;
    else
      problem = what + " was loaded before with other numbers";
    return nullptr;
  }
  if (getMachines().size() == capacity) {
    problem = what + " is one too many: " +
              std::to_string(detail::kMaxLoadedMachines) + " may be loaded";
    return nullptr;
  }
  append(loaded);
  return &getMachines().back();
}

const MachineDescription *detail::registerMachine(const LoadedMachine &machine,
                                                  std::string &problem) {
  return getRegistry().add(machine, problem);
}

std::span<const MachineDescription> getMachines() {
  return getRegistry().getMachines();
}

const MachineDescription *findMachine(std::string_view name) {
  for (const MachineDescription &machine : getMachines())
    if (name == machine.name)
      return &machine;
  return nullptr;
}

} // namespace sc
