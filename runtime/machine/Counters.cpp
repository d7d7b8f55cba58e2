//===-- Counters.cpp - what a run counts ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table drives the sums and both printers.

#include "runtime/machine/Counters.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <ostream>

namespace sc::runtime {

static constexpr CounterInfo kInfos[] = {
#define SC_COUNTER(field, name, unit, definition)                              \
  {name, unit, definition, &Counters::field},
#include "runtime/machine/Counters.def"
};

std::span<const CounterInfo> getCounterInfos() { return kInfos; }

void Counters::add(const Counters &other) {
  for (const CounterInfo &info : kInfos)
    this->*info.field += other.*info.field;
}

static void printLine(std::ostream &os, std::string_view name, int64_t value,
                      std::string_view unit) {
  os << std::left << std::setw(36) << name << std::right << std::setw(18)
     << value << ' ' << unit << '\n';
}

void printCountersText(const Counters &counters, std::ostream &os) {
  for (const CounterInfo &info : kInfos)
    printLine(os, info.name, counters.*info.field, info.unit);
  auto printPeak = [&](std::string name, const auto &peak) {
    printLine(os, "peak " + name + " allocated", peak.allocatedBytes, "bytes");
    printLine(os, "peak " + name + " touched", peak.touchedBytes, "bytes");
  };
  for (const BufferPeak &peak : counters.peaks)
    printPeak(std::string(format::getSpaceName(peak.space)) + " " +
                  std::string(format::getClassName(peak.bufferClass)),
              peak);
  for (const SpacePeak &peak : counters.spacePeaks)
    printPeak(std::string(format::getSpaceName(peak.space)) + " total", peak);
}

nlohmann::json countersToJson(const Counters &counters) {
  nlohmann::json values = nlohmann::json::object();
  for (const CounterInfo &info : kInfos)
    values[info.name] = counters.*info.field;
  nlohmann::json peaks = nlohmann::json::array();
  for (const BufferPeak &peak : counters.peaks)
    peaks.push_back({{"space", format::getSpaceName(peak.space)},
                     {"class", format::getClassName(peak.bufferClass)},
                     {"allocated_bytes", peak.allocatedBytes},
                     {"touched_bytes", peak.touchedBytes}});
  nlohmann::json spacePeaks = nlohmann::json::array();
  for (const SpacePeak &peak : counters.spacePeaks)
    spacePeaks.push_back({{"space", format::getSpaceName(peak.space)},
                          {"allocated_bytes", peak.allocatedBytes},
                          {"touched_bytes", peak.touchedBytes}});
  return {{"version", kCountersVersion},
          {"counters", values},
          {"peaks", peaks},
          {"space_peaks", spacePeaks}};
}

} // namespace sc::runtime
