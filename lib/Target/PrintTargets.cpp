//===-- PrintTargets.cpp - the machines as a page -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the table of machines and the sources of its numbers.

#include "sc/Target/Target.h"

#include <ostream>

namespace sc {

using Machines = std::span<const MachineDescription>;

static void printHeader(std::ostream &os, Machines machines) {
  os << "| |";
  for (const MachineDescription &machine : machines)
    os << ' ' << machine.name << " |";
  os << "\n|---|";
  for (size_t i = 0; i < machines.size(); ++i)
    os << "---:|";
  os << '\n';
}

static void printValues(std::ostream &os, Machines machines) {
  for (const QuantityField &field : getQuantityFields()) {
    os << "| " << field.title << " |";
    for (const MachineDescription &machine : machines) {
      const Quantity &quantity = machine.*field.member;
      if (quantity.published())
        os << ' ' << quantity.value
           << (quantity.assumed ? " (assumed) |" : " |");
      else
        os << " not published |";
    }
    os << '\n';
  }
}

/// Machines after `first` with the same source and mark, as ", name" items;
/// nothing if an earlier machine already listed this one.
static std::string listMachinesLike(const QuantityField &field, size_t first,
                                    Machines machines) {
  const Quantity &wanted = machines[first].*field.member;
  std::string names;
  for (size_t i = 0; i < machines.size(); ++i) {
    const Quantity &quantity = machines[i].*field.member;
    if (std::string_view(quantity.source) != wanted.source ||
        quantity.assumed != wanted.assumed)
      continue;
    if (i < first)
      return "";
    names += (names.empty() ? "" : ", ") + std::string(machines[i].name);
  }
  return names;
}

static void printSources(std::ostream &os, Machines machines) {
  os << "\n| number | machines | source |\n|---|---|---|\n";
  for (const QuantityField &field : getQuantityFields())
    for (size_t i = 0; i < machines.size(); ++i) {
      const Quantity &quantity = machines[i].*field.member;
      std::string names = listMachinesLike(field, i, machines);
      if (!names.empty())
        os << "| " << field.title << " | " << names << " | "
           << (quantity.assumed ? "assumed: " : "") << quantity.source
           << " |\n";
    }
}

void printTargets(std::ostream &os) {
  // Another thread may load a machine meanwhile.
  Machines machines = getMachines();
  printHeader(os, machines);
  printValues(os, machines);
  printSources(os, machines);
}

} // namespace sc
