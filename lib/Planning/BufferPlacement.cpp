//===-- BufferPlacement.cpp - offsets of buffers in a memory --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Greedy placement: one buffer after another into the lowest gap among placed
// buffers that are live at the same time. The order decides the quality, so a
// few are tried and the lowest peak wins.

#include "sc/Planning/BufferPlacement.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace sc {

using Requests = std::span<const PlacementRequest>;

static PlacementFailure makeFailure(PlacementFailure::Reason reason,
                                    Requests requests, size_t index,
                                    int64_t capacity) {
  PlacementFailure failure;
  failure.reason = reason;
  failure.request = index;
  failure.name = requests[index].name;
  failure.size = requests[index].size;
  failure.capacity = capacity;
  return failure;
}

/// Finds a request that cannot be placed at all. Afterwards no sum of sizes
/// and alignments overflows.
static std::optional<PlacementFailure> findInvalid(Requests requests,
                                                   int64_t capacity) {
  int64_t sum = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    const PlacementRequest &request = requests[i];
    const char *problem = nullptr;
    if (request.size < 0)
      problem = "has a negative size";
    else if (request.alignment < 1)
      problem = "has an alignment that is not positive";
    else if (request.firstUse > request.lastUse)
      problem = "ends before it begins";
    else if (__builtin_add_overflow(sum, request.size, &sum) ||
             __builtin_add_overflow(sum, request.alignment, &sum))
      problem = "makes the sum of all sizes exceed 64 bits";
    if (!problem)
      continue;
    PlacementFailure failure = makeFailure(
        PlacementFailure::Reason::InvalidRequest, requests, i, capacity);
    failure.message = "buffer '" + request.name + "' " + problem;
    return failure;
  }
  return std::nullopt;
}

namespace {
struct PlacedBuffer {
  int64_t offset;
  int64_t end;
  int64_t firstUse;
  int64_t lastUse;
};
} // namespace

static int64_t alignUp(int64_t offset, int64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

namespace {
/// Buffers that have a place. The block at the start of memory is kept apart:
/// its buffers are all live at one moment, without a gap that any request fits,
/// so that a request which lives with each of them skips it at once. Arguments
/// of a program are like that.
class PlacedBuffers {
public:
  explicit PlacedBuffers(Requests requests);
  /// The lowest offset free during the request's life.
  int64_t findLowestGap(const PlacementRequest &request) const;
  void insert(const PlacedBuffer &buffer);

private:
  bool extendsBlock(const PlacedBuffer &buffer) const;

  std::vector<PlacedBuffer> block;  // ascending by offset
  std::vector<PlacedBuffer> others; // the same
  int64_t blockEnd = 0;
  // The buffers of the block are all live from the one moment to the other.
  int64_t blockFirst = std::numeric_limits<int64_t>::min();
  int64_t blockLast = std::numeric_limits<int64_t>::max();
  int64_t smallest = std::numeric_limits<int64_t>::max(); // of all requests
};
} // namespace

PlacedBuffers::PlacedBuffers(Requests requests) {
  for (const PlacementRequest &request : requests)
    if (request.size > 0)
      smallest = std::min(smallest, request.size);
}

int64_t PlacedBuffers::findLowestGap(const PlacementRequest &request) const {
  bool skipsBlock =
      request.firstUse <= blockLast && request.lastUse >= blockFirst;
  int64_t offset = skipsBlock ? alignUp(blockEnd, request.alignment) : 0;
  auto inBlock = skipsBlock ? block.end() : block.begin();
  auto behind = others.begin();
  while (inBlock != block.end() || behind != others.end()) {
    bool isInBlock =
        behind == others.end() ||
        (inBlock != block.end() && inBlock->offset <= behind->offset);
    const PlacedBuffer &other = isInBlock ? *inBlock++ : *behind++;
    if (other.lastUse < request.firstUse || other.firstUse > request.lastUse ||
        other.end <= offset)
      continue;
    if (offset + request.size <= other.offset)
      break;
    offset = alignUp(other.end, request.alignment);
  }
  return offset;
}

bool PlacedBuffers::extendsBlock(const PlacedBuffer &buffer) const {
  return buffer.offset >= blockEnd && buffer.offset - blockEnd < smallest &&
         buffer.firstUse <= blockLast && buffer.lastUse >= blockFirst;
}

void PlacedBuffers::insert(const PlacedBuffer &buffer) {
  if (!extendsBlock(buffer)) {
    auto position = std::ranges::upper_bound(others, buffer.offset, {},
                                             &PlacedBuffer::offset);
    others.insert(position, buffer);
    return;
  }
  block.push_back(buffer);
  blockEnd = buffer.end;
  blockFirst = std::max(blockFirst, buffer.firstUse);
  blockLast = std::min(blockLast, buffer.lastUse);
}

/// Places the requests in the given order, as if memory had no end.
static Placement placeInOrder(Requests requests,
                              const std::vector<size_t> &order) {
  Placement placement;
  placement.offsets.resize(requests.size());
  PlacedBuffers placed(requests);
  for (size_t index : order) {
    const PlacementRequest &request = requests[index];
    if (request.size == 0)
      continue;
    int64_t offset = placed.findLowestGap(request);
    placement.offsets[index] = offset;
    PlacedBuffer buffer = {offset, offset + request.size, request.firstUse,
                           request.lastUse};
    placement.peak = std::max(placement.peak, buffer.end);
    placed.insert(buffer);
  }
  return placement;
}

/// Request indices by ascending key; equal keys keep the order of requests.
template <typename GetKey>
static std::vector<size_t> sortBy(Requests requests, GetKey getKey) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::ranges::sort(order, {}, [&](size_t index) {
    return std::tuple_cat(std::tuple(getKey(requests[index])),
                          std::tuple(index));
  });
  return order;
}

/// The orders worth a try. The first loses no padding where sizes are
/// multiples of alignments; large first is the usual best; by time is best
/// for chains.
static std::array<std::vector<size_t>, 3> getOrders(Requests requests) {
  return {
      sortBy(requests,
             [](const PlacementRequest &request) {
               return std::tuple(-request.alignment, -request.size,
                                 request.firstUse);
             }),
      sortBy(requests,
             [](const PlacementRequest &request) {
               return std::tuple(-request.size, request.firstUse);
             }),
      sortBy(requests,
             [](const PlacementRequest &request) {
               return std::tuple(request.firstUse, -request.size);
             }),
  };
}

/// Sets the moment in the buffer's life at which most other bytes are live.
static void fillFullestMoment(Requests requests, PlacementFailure &failure) {
  const PlacementRequest &self = requests[failure.request];
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (size_t i = 0; i < requests.size(); ++i) {
    const PlacementRequest &other = requests[i];
    if (i == failure.request || other.lastUse < self.firstUse ||
        other.firstUse > self.lastUse)
      continue;
    changes.emplace_back(std::max(other.firstUse, self.firstUse), other.size);
    if (other.lastUse < self.lastUse)
      changes.emplace_back(other.lastUse + 1, -other.size);
  }
  std::ranges::sort(changes);
  failure.moment = self.firstUse;
  int64_t live = 0;
  for (const auto &[moment, change] : changes) {
    live += change;
    if (live <= failure.liveBytes)
      continue;
    failure.liveBytes = live;
    failure.moment = moment;
  }
}

static PlacementFailure describeOverflow(Requests requests,
                                         const std::vector<size_t> &order,
                                         const Placement &placement,
                                         int64_t capacity) {
  auto exceeds = [&](size_t i) {
    return placement.offsets[i] + requests[i].size > capacity;
  };
  size_t index = *std::ranges::find_if(order, exceeds);
  PlacementFailure failure = makeFailure(PlacementFailure::Reason::OverCapacity,
                                         requests, index, capacity);
  failure.offset = placement.offsets[index];
  failure.offsets = placement.offsets;
  fillFullestMoment(requests, failure);
  failure.message =
      "buffer '" + failure.name + "' of " + std::to_string(failure.size) +
      " bytes does not fit beside " + std::to_string(failure.liveBytes) +
      " live bytes, capacity is " + std::to_string(capacity);
  return failure;
}

int64_t getMaxLiveBytes(Requests requests) {
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const PlacementRequest &request : requests) {
    changes.emplace_back(request.firstUse, request.size);
    if (request.lastUse < std::numeric_limits<int64_t>::max())
      changes.emplace_back(request.lastUse + 1, -request.size);
  }
  // At one moment, ends sort before begins.
  std::ranges::sort(changes);
  int64_t live = 0, peak = 0;
  for (const auto &[moment, change] : changes)
    peak = std::max(peak, live += change);
  return peak;
}

PlacementResult placeBuffers(Requests requests, int64_t capacity) {
  if (std::optional<PlacementFailure> invalid = findInvalid(requests, capacity))
    return *invalid;
  int64_t lowerBound = getMaxLiveBytes(requests);
  Placement best;
  best.peak = std::numeric_limits<int64_t>::max();
  std::vector<size_t> bestOrder;
  for (std::vector<size_t> &order : getOrders(requests)) {
    Placement placement = placeInOrder(requests, order);
    if (placement.peak < best.peak) {
      best = std::move(placement);
      bestOrder = std::move(order);
    }
    if (best.peak == lowerBound)
      break;
  }
  if (best.peak > capacity)
    return describeOverflow(requests, bestOrder, best, capacity);
  return best;
}

} // namespace sc
