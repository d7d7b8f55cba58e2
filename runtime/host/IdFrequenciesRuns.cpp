//===-- IdFrequenciesRuns.cpp - counts of ids in sorted runs --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix sort that leaves out digits in which all values agree.

#include "runtime/host/IdFrequenciesRuns.h"

#include <array>
#include <cstddef>

namespace sc::host {

static constexpr int kDigitBits = 11;
static constexpr uint64_t kDigitMask = (uint64_t(1) << kDigitBits) - 1;

/// Unsigned numbers in the order of signed ones.
static uint64_t getKey(int64_t value) {
  return static_cast<uint64_t>(value) ^ (uint64_t(1) << 63);
}

static size_t getDigit(int64_t value, int shift) {
  return (getKey(value) >> shift) & kDigitMask;
}

static void sortByDigit(const std::vector<int64_t> &from,
                        std::vector<int64_t> &into, int shift) {
  std::array<size_t, kDigitMask + 1> places = {};
  for (int64_t value : from)
    ++places[getDigit(value, shift)];
  size_t next = 0;
  for (size_t &place : places) {
    size_t count = place;
    place = next;
    next += count;
  }
  for (int64_t value : from)
    into[places[getDigit(value, shift)]++] = value;
}

void radixSort(std::vector<int64_t> &values, std::vector<int64_t> &scratch) {
  uint64_t differences = 0;
  for (int64_t value : values)
    differences |= getKey(value) ^ getKey(values.front());
  scratch.resize(values.size());
  for (int shift = 0; shift < 64; shift += kDigitBits)
    if (((differences >> shift) & kDigitMask) != 0) {
      sortByDigit(values, scratch, shift);
      values.swap(scratch);
    }
}

static IdRun countSorted(const std::vector<int64_t> &ids) {
  IdRun run;
  for (int64_t id : ids)
    if (!run.empty() && run.back().id == id)
      ++run.back().count;
    else
      run.push_back({id, 1});
  return run;
}

static IdRun mergeRuns(const IdRun &a, const IdRun &b) {
  IdRun merged;
  merged.reserve(a.size() + b.size());
  auto fromA = a.begin(), fromB = b.begin();
  while (fromA != a.end() && fromB != b.end())
    if (fromA->id == fromB->id) {
      merged.push_back({fromA->id, fromA->count + fromB->count});
      ++fromA;
      ++fromB;
    } else {
      merged.push_back(fromA->id < fromB->id ? *fromA++ : *fromB++);
    }
  merged.insert(merged.end(), fromA, a.end());
  merged.insert(merged.end(), fromB, b.end());
  return merged;
}

void IdRuns::add(std::vector<int64_t> &ids, std::vector<int64_t> &scratch) {
  if (ids.empty())
    return;
  radixSort(ids, scratch);
  runs.push_back(countSorted(ids));
  while (runs.size() > 1 &&
         runs[runs.size() - 2].size() < 2 * runs.back().size()) {
    IdRun merged = mergeRuns(runs[runs.size() - 2], runs.back());
    runs.pop_back();
    runs.back() = std::move(merged);
  }
}

IdRun IdRuns::merge() const {
  IdRun merged;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    merged = mergeRuns(*run, merged);
  return merged;
}

} // namespace sc::host
