//===-- ParseTarget.cpp - reading NAME:AxBxC ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the value of --target; each way to get it wrong has its own message.

#include "lib/Target/MachineRegistry.h"
#include "sc/Target/NearestName.h"
#include "sc/Target/Target.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace sc {

/// Machines that people name and that have no SparseCore.
static constexpr std::array<std::string_view, 5> kWithoutSparseCore = {
    "v2", "v3", "v5e", "v5lite", "v5litepod"};

static std::vector<std::string_view> getMachineNames() {
  std::vector<std::string_view> names;
  for (const MachineDescription &machine : getMachines())
    names.push_back(machine.name);
  return names;
}

std::string listMachineNames() { return joinNames(getMachineNames()); }

static std::string toLower(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool detail::isWithoutSparseCore(std::string_view name) {
  return std::ranges::find(kWithoutSparseCore, toLower(name)) !=
         kWithoutSparseCore.end();
}

/// The machine that was probably meant, or "": one whose name is part of
/// `text` ("tpu-v5p"), else the nearest within two edits.
static std::string_view findNearestMachine(std::string_view text) {
  std::string lower = toLower(text.substr(0, detail::kLongestMachineName));
  std::vector<std::string_view> names = getMachineNames();
  for (std::string_view name : names)
    if (lower.find(toLower(name)) != std::string::npos)
      return name;
  return findNearestName(lower, names, 3);
}

static std::string describeUnknownName(std::string_view name) {
  if (name.empty())
    return "target has no name; targets: " + listMachineNames();
  // "v5litepod-16" and "v5e-16" count chips after the dash.
  if (detail::isWithoutSparseCore(name.substr(0, name.find('-'))))
    return quoteName(name) + " has no SparseCore; targets with SparseCores: " +
           listMachineNames();
  std::string_view nearest = findNearestMachine(name);
  return "unknown target " + quoteName(name) +
         (nearest.empty() ? ";"
                          : "; did you mean " + quoteName(nearest) + "?") +
         " targets: " + listMachineNames() +
         "; --machine-file=FILE.json describes another machine";
}

static std::vector<std::string_view> splitAtX(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t end = text.find('x'); end != std::string_view::npos;
       end = text.find('x')) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// Reads the chips of one axis. Empty `problem` on success.
static int64_t parseAxis(std::string_view text, std::string &problem) {
  int64_t chips = 0;
  const char *end = text.data() + text.size();
  auto [stop, code] = std::from_chars(text.data(), end, chips);
  if (text.empty())
    problem = "has an axis without a number";
  else if (code == std::errc::invalid_argument || stop != end)
    problem = "has an axis that is no number: " + quoteName(text);
  else if (text.front() == '-')
    problem = "has a negative axis: " + quoteName(text);
  else if (code == std::errc() && chips == 0)
    problem = "has an axis of no chips: " + quoteName(text);
  else if (code == std::errc::result_out_of_range || chips > kMaxChips)
    problem = "has more chips than the limit of " + std::to_string(kMaxChips);
  return chips;
}

/// Reads "AxB[xC]". Empty `problem` on success.
static std::vector<int64_t> parseTopology(std::string_view text,
                                          std::string &problem) {
  std::vector<int64_t> topology;
  if (text.empty()) {
    problem = "is empty";
    return topology;
  }
  std::vector<std::string_view> axes = splitAtX(text);
  int64_t chips = 1;
  for (std::string_view axis : axes) {
    topology.push_back(parseAxis(axis, problem));
    if (!problem.empty())
      return topology;
    // No overflow: both factors are at most kMaxChips.
    chips *= topology.back();
    if (chips > kMaxChips) {
      problem = "has more chips than the limit of " + std::to_string(kMaxChips);
      return topology;
    }
  }
  if (axes.size() == 1)
    problem = "has one axis, needs 2 or 3";
  else if (axes.size() > 3)
    problem = "has " + std::to_string(axes.size()) + " axes, needs 2 or 3";
  return topology;
}

std::optional<Target> parseTarget(std::string_view text, std::string &error) {
  size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  Target target;
  target.machine = findMachine(name);
  if (!target.machine) {
    error = describeUnknownName(name);
    return std::nullopt;
  }
  if (colon == std::string_view::npos)
    return target;
  std::string_view topology = text.substr(colon + 1);
  std::string problem;
  target.topology = parseTopology(topology, problem);
  if (problem.empty())
    return target;
  error = "topology " + quoteName(topology) + " of target " + quoteName(name) +
          " " + problem + "; write chips along 2 or 3 axes, as in " +
          quoteName(target.machine->topologyAxes == 3 ? "2x2x1" : "2x2");
  return std::nullopt;
}

} // namespace sc
