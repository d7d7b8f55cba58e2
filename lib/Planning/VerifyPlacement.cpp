//===-- VerifyPlacement.cpp - invariants of a placement -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks through time and keeps the live buffers sorted by offset: a new one may
// only touch its two neighbours.

#include "sc/Planning/BufferPlacement.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace sc {

using Requests = std::span<const PlacementRequest>;

static std::string quote(const PlacementRequest &request) {
  return "'" + request.name + "'";
}

static std::optional<std::string>
verifyRange(const PlacementRequest &request, int64_t offset, int64_t capacity) {
  if (request.size < 0 || request.alignment < 1 ||
      request.firstUse > request.lastUse)
    return "request " + quote(request) + " is not valid";
  if (offset < 0 || offset > capacity || request.size > capacity - offset)
    return "buffer " + quote(request) + " is outside of the memory";
  if (offset % request.alignment != 0)
    return "buffer " + quote(request) + " is not aligned to " +
           std::to_string(request.alignment);
  return std::nullopt;
}

static std::optional<std::string>
verifyRanges(Requests requests, const Placement &placement, int64_t capacity) {
  int64_t peak = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    int64_t offset = placement.offsets[i];
    if (auto fault = verifyRange(requests[i], offset, capacity))
      return fault;
    if (requests[i].size > 0)
      peak = std::max(peak, offset + requests[i].size);
  }
  if (peak != placement.peak)
    return "peak is " + std::to_string(placement.peak) + ", buffers end at " +
           std::to_string(peak);
  return std::nullopt;
}

namespace {
/// A buffer begins or ends; at one moment, begins come first, since both ends
/// of a lifetime are inclusive.
struct Event {
  int64_t moment;
  bool ends;
  size_t request;
};

/// Live buffers by offset.
class LiveBuffers {
public:
  LiveBuffers(Requests requests, const std::vector<int64_t> &offsets)
      : requests(requests), offsets(offsets) {}

  void erase(size_t index) { live.erase(offsets[index]); }

  /// The live buffer that shares bytes with `index`, if any.
  std::optional<size_t> insert(size_t index) {
    auto [position, isNew] = live.emplace(offsets[index], index);
    if (!isNew)
      return position->second;
    if (position != live.begin()) {
      size_t below = std::prev(position)->second;
      if (offsets[below] + requests[below].size > offsets[index])
        return below;
    }
    auto above = std::next(position);
    if (above != live.end() &&
        offsets[index] + requests[index].size > above->first)
      return above->second;
    return std::nullopt;
  }

private:
  Requests requests;
  const std::vector<int64_t> &offsets;
  std::map<int64_t, size_t> live;
};
} // namespace

static std::vector<Event> getEvents(Requests requests) {
  std::vector<Event> events;
  for (size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].size == 0)
      continue;
    events.push_back({requests[i].firstUse, false, i});
    events.push_back({requests[i].lastUse, true, i});
  }
  std::ranges::sort(events, {}, [](const Event &event) {
    return std::tuple(event.moment, event.ends, event.request);
  });
  return events;
}

std::optional<std::string> verifyPlacement(Requests requests,
                                           const Placement &placement,
                                           int64_t capacity) {
  if (placement.offsets.size() != requests.size())
    return "there are " + std::to_string(placement.offsets.size()) +
           " offsets for " + std::to_string(requests.size()) + " buffers";
  if (auto fault = verifyRanges(requests, placement, capacity))
    return fault;
  LiveBuffers live(requests, placement.offsets);
  for (const Event &event : getEvents(requests)) {
    if (event.ends)
      live.erase(event.request);
    else if (std::optional<size_t> other = live.insert(event.request))
      return "buffers " + quote(requests[*other]) + " and " +
             quote(requests[event.request]) + " overlap";
  }
  return std::nullopt;
}

} // namespace sc
