//===-- OverlapVerifier.cpp - buffers that share bytes --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sweep over time. The ranges that are live at one moment are disjoint, so a
// new one can only collide with its neighbours: n log n in all.

#include "runtime/format/VerifierDetail.h"

#include <map>
#include <optional>
#include <queue>
#include <tuple>

namespace sc::format {

using namespace detail;

namespace {

// Bytes [begin, end) from moment `first` to moment `last`, both inclusive.
struct Range {
  int64_t begin;
  int64_t end;
  int32_t first;
  int32_t last;
  int32_t buffer;
};

class LiveRanges {
public:
  /// A live range that shares bytes with `range`, which else becomes live.
  std::optional<Range> insert(const Range &range);
  /// Removes what ended before `moment`.
  void advance(int32_t moment);

private:
  std::map<int64_t, Range> byBegin;
  using End = std::pair<int32_t, int64_t>;
  std::priority_queue<End, std::vector<End>, std::greater<End>> ends;
};

} // namespace

std::optional<Range> LiveRanges::insert(const Range &range) {
  auto next = byBegin.lower_bound(range.begin);
  if (next != byBegin.end() && next->second.begin < range.end)
    return next->second;
  if (next != byBegin.begin()) {
    const Range &previous = std::prev(next)->second;
    if (previous.end > range.begin)
      return previous;
  }
  byBegin.emplace_hint(next, range.begin, range);
  ends.emplace(range.last, range.begin);
  return std::nullopt;
}

void LiveRanges::advance(int32_t moment) {
  while (!ends.empty() && ends.top().first < moment) {
    byBegin.erase(ends.top().second);
    ends.pop();
  }
}

static std::string formatRange(const Range &range) {
  return absl::StrCat("[", range.begin, ", ", range.end, ")");
}

/// Fails on the first two of `ranges` that share bytes and a moment.
static absl::Status verifyDisjoint(const Program &program,
                                   std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, [](const Range &range) {
    return std::tuple(range.first, range.buffer, range.begin);
  });
  LiveRanges live;
  for (const Range &range : ranges) {
    live.advance(range.first);
    std::optional<Range> other = live.insert(range);
    if (!other)
      continue;
    MemorySpace space = program.buffers()->Get(range.buffer)->space();
    return makeError(describeBuffer(program, other->buffer), " and ",
                     describeBuffer(program, range.buffer), " overlap in ",
                     toAbsl(getSpaceName(space)), ": bytes ",
                     formatRange(*other), " and ", formatRange(range),
                     " are both live at ", range.first);
  }
  return absl::OkStatus();
}

static void addInstances(const Buffer &buffer, int32_t index, int32_t first,
                         int32_t last, std::vector<Range> &ranges) {
  if (buffer.size() == 0)
    return;
  for (int64_t instance = 0; instance < buffer.instances(); ++instance) {
    int64_t begin = buffer.offset() + instance * buffer.stride();
    ranges.push_back({begin, begin + buffer.size(), first, last, index});
  }
}

namespace {
// Buffers that own bytes, by who places them.
struct Owners {
  std::vector<int32_t> host;
  std::vector<int32_t> hbm;
  std::vector<std::vector<int32_t>> tasks; // but for HBM
};
} // namespace

static Owners collectOwners(const Program &program) {
  Owners owners;
  owners.tasks.resize(program.tasks()->size());
  for (size_t index = 0; index < program.buffers()->size(); ++index) {
    const Buffer &buffer = *program.buffers()->Get(index);
    if (buffer.parent() >= 0)
      continue;
    if (buffer.space() == MemorySpace::Hbm)
      owners.hbm.push_back(index);
    else if (buffer.task() >= 0)
      owners.tasks[buffer.task()].push_back(index);
    else
      owners.host.push_back(index);
  }
  return owners;
}

/// The buffers of one task against each other, space by space.
static absl::Status verifyTaskBuffers(const Program &program,
                                      const std::vector<int32_t> &owned) {
  std::map<MemorySpace, std::vector<Range>> spaces;
  for (int32_t index : owned) {
    const Buffer &buffer = *program.buffers()->Get(index);
    addInstances(buffer, index, buffer.first_use(), buffer.last_use(),
                 spaces[buffer.space()]);
  }
  for (auto &[space, ranges] : spaces)
    SC_RETURN_IF_ERROR(verifyDisjoint(program, std::move(ranges)));
  return absl::OkStatus();
}

/// The buffers of one space, live between steps of the schedule.
static absl::Status verifySpace(const Program &program,
                                const std::vector<int32_t> &owned) {
  std::vector<Range> ranges;
  for (int32_t index : owned) {
    const Buffer &buffer = *program.buffers()->Get(index);
    addInstances(buffer, index, buffer.first_use(), buffer.last_use(), ranges);
  }
  return verifyDisjoint(program, std::move(ranges));
}

/// A task's own buffers are live at each of its launches.
static absl::Status verifyLaunches(const Program &program) {
  std::vector<std::vector<int32_t>> launches = collectLaunches(program);
  for (size_t index = 0; index < program.buffers()->size(); ++index) {
    const Buffer &buffer = *program.buffers()->Get(index);
    if (buffer.task() < 0 || isTileBuffer(buffer))
      continue;
    const std::vector<int32_t> &steps = launches[buffer.task()];
    if (!steps.empty() && (steps.front() < buffer.first_use() ||
                           steps.back() > buffer.last_use()))
      return makeError(describeBuffer(program, index), " lives from step ",
                       buffer.first_use(), " to ", buffer.last_use(),
                       ", its task is launched from step ", steps.front(),
                       " to ", steps.back());
  }
  return absl::OkStatus();
}

absl::Status verifyOverlaps(const Program &program) {
  Owners owners = collectOwners(program);
  for (const std::vector<int32_t> &owned : owners.tasks)
    SC_RETURN_IF_ERROR(verifyTaskBuffers(program, owned));
  SC_RETURN_IF_ERROR(verifyLaunches(program));
  SC_RETURN_IF_ERROR(verifySpace(program, owners.host));
  return verifySpace(program, owners.hbm);
}

} // namespace sc::format
