//===-- PrintTargets.cpp - the machines as a page -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the table of machines and the sources of its numbers.

#include "sc/Target/Target.h"

#include <ostream>

namespace sc {

static void printHeader(std::ostream &os) {
  os << "| |";
  for (const MachineDescription &machine : getMachines())
    os << ' ' << machine.name << " |";
  os << "\n|---|";
  for (size_t i = 0; i < getMachines().size(); ++i)
    os << "---:|";
  os << '\n';
}

static void printValues(std::ostream &os) {
  for (const QuantityField &field : getQuantityFields()) {
    os << "| " << field.title << " |";
    for (const MachineDescription &machine : getMachines()) {
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
static std::string listMachinesLike(const QuantityField &field, size_t first) {
  const Quantity &wanted = getMachines()[first].*field.member;
  std::string names;
  for (size_t i = 0; i < getMachines().size(); ++i) {
    const Quantity &quantity = getMachines()[i].*field.member;
    if (std::string_view(quantity.source) != wanted.source ||
        quantity.assumed != wanted.assumed)
      continue;
    if (i < first)
      return "";
    names += (names.empty() ? "" : ", ") + std::string(getMachines()[i].name);
  }
  return names;
}

static void printSources(std::ostream &os) {
  os << "\n| number | machines | source |\n|---|---|---|\n";
  for (const QuantityField &field : getQuantityFields())
    for (size_t i = 0; i < getMachines().size(); ++i) {
      const Quantity &quantity = getMachines()[i].*field.member;
      std::string names = listMachinesLike(field, i);
      if (!names.empty())
        os << "| " << field.title << " | " << names << " | "
           << (quantity.assumed ? "assumed: " : "") << quantity.source
           << " |\n";
    }
}

void printTargets(std::ostream &os) {
  printHeader(os);
  printValues(os);
  printSources(os);
}

} // namespace sc
