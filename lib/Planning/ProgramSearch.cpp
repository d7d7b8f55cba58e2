//===-- ProgramSearch.cpp - which plan of each lookup ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First good selections at a price of HBM, then branch and bound from there.
// The second is exact unless its budget ends.

#include "ProgramSearch.h"

#include "sc/Planning/CostModel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace sc {

/// What branch and bound may visit: nodes, and lookups of evaluated leaves.
static constexpr int64_t kBranchBudget = 200000;

/// Prices of a byte, in bisections between "free" and "only bytes count".
static constexpr int kPriceSteps = 24;

double getProgramSeconds(double lookupSeconds, int64_t launches) {
  return lookupSeconds + double(launches) * kLookupSeconds;
}

/// By number of serialized tables: replicas that are launched one after
/// another. Of each kind, those that are not serialized overlap.
std::vector<int64_t>
ProgramSearch::countLaunches(const Selection &selection,
                             std::span<const size_t> order) const {
  auto getReplicas = [&](size_t i) {
    return choices[i][selection.choices[i]].replicas;
  };
  std::array<int64_t, 3> overlapped{};
  std::vector<bool> hasStack(choices.size(), false);
  for (size_t i : order)
    hasStack[i] = true;
  int64_t serialized = 0;
  for (size_t i = 0; i < choices.size(); ++i)
    if (!hasStack[i])
      overlapped[kinds[i]] = std::max(overlapped[kinds[i]], getReplicas(i));
    else
      serialized += getReplicas(i);
  std::vector<int64_t> launches(order.size() + 1);
  for (size_t n = order.size();; --n) {
    launches[n] = serialized + overlapped[0] + overlapped[1] + overlapped[2];
    if (n == 0)
      return launches;
    size_t index = order[n - 1];
    serialized -= getReplicas(index);
    int64_t &most = overlapped[kinds[index]];
    most = std::max(most, getReplicas(index));
  }
}

bool ProgramSearch::evaluate(Selection &selection, int64_t limit) const {
  std::vector<int64_t> stacks = getStacks(selection);
  std::vector<size_t> order = getStackOrder(stacks);
  std::vector<int64_t> peaks = timeline.computePeaks(stacks, order);
  size_t first = 0, last = order.size();
  if (fixedSerialized)
    first = last = static_cast<size_t>(
        std::min<int64_t>(*fixedSerialized, static_cast<int64_t>(last)));
  // Serializing one more table never saves launches: the first that fits.
  size_t number = first;
  while (number <= last && peaks[number] > limit)
    ++number;
  if (number > last)
    return false;
  double seconds = 0;
  for (size_t i = 0; i < choices.size(); ++i)
    seconds += choices[i][selection.choices[i]].seconds;
  selection.serialized = static_cast<int64_t>(number);
  selection.peakBytes = peaks[number];
  selection.seconds =
      getProgramSeconds(seconds, countLaunches(selection, order)[number]);
  return true;
}

Selection ProgramSearch::getLeast() const {
  Selection least;
  least.choices.assign(choices.size(), 0);
  std::vector<int64_t> stacks = getStacks(least);
  std::vector<size_t> order = getStackOrder(stacks);
  auto tables = static_cast<int64_t>(order.size());
  least.serialized = std::min(fixedSerialized.value_or(tables), tables);
  least.peakBytes = timeline.computePeaks(
      stacks, order)[static_cast<size_t>(least.serialized)];
  return least;
}

std::optional<int64_t> ProgramSearch::findLeastSerialized(int64_t limit) const {
  std::vector<int64_t> stacks = getStacks(getLeast());
  std::vector<int64_t> peaks =
      timeline.computePeaks(stacks, getStackOrder(stacks));
  auto found =
      std::ranges::find_if(peaks, [&](int64_t peak) { return peak <= limit; });
  if (found == peaks.end())
    return std::nullopt;
  return found - peaks.begin();
}

static bool isBetter(const Selection &a, const std::optional<Selection> &b) {
  if (!b || a.seconds != b->seconds)
    return !b || a.seconds < b->seconds;
  return a.serialized < b->serialized;
}

/// The choice of each lookup that is cheapest at a price of HBM, among those of
/// at most `maxReplicas`, or the least.
Selection ProgramSearch::pick(int64_t maxReplicas,
                              double secondsPerByte) const {
  Selection selection;
  for (const std::vector<Choice> &options : choices) {
    size_t best = 0;
    auto getPrice = [&](size_t i) {
      return options[i].seconds +
             secondsPerByte * double(options[i].stackBytes);
    };
    for (size_t i = 1; i < options.size(); ++i)
      if (options[i].replicas <= maxReplicas && getPrice(i) < getPrice(best))
        best = i;
    selection.choices.push_back(best);
  }
  return selection;
}

void ProgramSearch::improve(std::optional<Selection> &best, int64_t maxReplicas,
                            int64_t limit) const {
  // Whether the selection at that price fits; without serialization, if asked.
  auto consider = [&](double price, bool isTogether) {
    Selection selection = pick(maxReplicas, price);
    bool fits = evaluate(selection, limit);
    if (fits && isBetter(selection, best))
      best = selection;
    return fits && !(isTogether && selection.serialized > 0);
  };
  for (bool isTogether : {true, false}) {
    if (consider(0, isTogether))
      return;
    // Seconds per byte, as powers of two: from far too cheap to far too dear.
    double low = -80, high = 0;
    for (int i = 0; i < kPriceSteps; ++i) {
      double middle = (low + high) / 2;
      (consider(std::exp2(middle), isTogether) ? high : low) = middle;
    }
  }
}

/// Depth first over the lookups, cheapest choices first.
class BranchAndBound {
public:
  BranchAndBound(const ProgramSearch &search, int64_t limit,
                 std::optional<Selection> &best)
      : search(search), limit(limit), best(best), budget(kBranchBudget) {
    current.choices.assign(search.choices.size(), 0);
    for (const std::vector<Choice> &options : search.choices)
      orders.push_back(getOrder(options, orders.size()));
    computeBounds();
  }

  void run() { visit(); }

private:
  using Launches = std::array<int64_t, 3>; // most replicas, by kind

  /// Choices that fit at least beside what is no stack, by seconds.
  std::vector<size_t> getOrder(const std::vector<Choice> &options,
                               size_t lookup) const {
    std::vector<size_t> order;
    for (size_t i = 0; i < options.size(); ++i)
      if (options[i].stackBytes <= limit - search.timeline.getBaseBytes(lookup))
        order.push_back(i);
    std::ranges::sort(order, [&](size_t a, size_t b) {
      double left = options[a].seconds, right = options[b].seconds;
      return left != right ? left < right : a < b;
    });
    return order;
  }

  /// From each lookup on: least seconds, and replicas that some lookup needs.
  void computeBounds() {
    size_t count = orders.size();
    leastSeconds.assign(count + 1, 0);
    leastLaunches.assign(count + 1, {});
    for (size_t i = count; i-- > 0;) {
      leastSeconds[i] = leastSeconds[i + 1];
      leastLaunches[i] = leastLaunches[i + 1];
      if (orders[i].empty())
        continue;
      leastSeconds[i] += search.choices[i][orders[i].front()].seconds;
      int64_t replicas = std::numeric_limits<int64_t>::max();
      for (size_t choice : orders[i])
        replicas = std::min(replicas, search.choices[i][choice].replicas);
      int64_t &most = leastLaunches[i][search.kinds[i]];
      most = std::max(most, replicas);
    }
  }

  bool canImprove(size_t lookup, double seconds,
                  const Launches &launches) const {
    if (!best)
      return true;
    int64_t replicas = 0;
    for (size_t kind = 0; kind < launches.size(); ++kind)
      replicas += std::max(launches[kind], leastLaunches[lookup][kind]);
    double bound = getProgramSeconds(seconds + leastSeconds[lookup], replicas);
    return best->serialized > 0 ? bound <= best->seconds
                                : bound < best->seconds;
  }

  void visitLeaf() {
    budget -= static_cast<int64_t>(orders.size());
    Selection selection = current;
    if (search.evaluate(selection, limit) && isBetter(selection, best))
      best = selection;
  }

  /// The depth is the number of lookups, so the walk keeps its own stack.
  void visit() {
    struct Level {
      double seconds = 0;
      Launches launches{};
      size_t next = 0; // index into the order of this lookup
    };
    std::vector<Level> levels(1);
    while (!levels.empty() && budget-- > 0) {
      size_t lookup = levels.size() - 1;
      Level &level = levels.back();
      bool isLeaf = lookup == orders.size();
      if (isLeaf)
        visitLeaf();
      if (isLeaf || level.next == orders[lookup].size() ||
          !canImprove(lookup, level.seconds, level.launches)) {
        levels.pop_back();
        continue;
      }
      size_t index = orders[lookup][level.next++];
      const Choice &choice = search.choices[lookup][index];
      current.choices[lookup] = index;
      Level below = {level.seconds + choice.seconds, level.launches, 0};
      int64_t &most = below.launches[search.kinds[lookup]];
      most = std::max(most, choice.replicas);
      levels.push_back(below);
    }
  }

  const ProgramSearch &search;
  int64_t limit;
  std::optional<Selection> &best;
  int64_t budget;
  Selection current;
  std::vector<std::vector<size_t>> orders;
  std::vector<double> leastSeconds;
  std::vector<Launches> leastLaunches;
};

void ProgramSearch::branch(std::optional<Selection> &best,
                           int64_t limit) const {
  BranchAndBound(*this, limit, best).run();
}

std::optional<Selection> ProgramSearch::find(int64_t limit) const {
  // Without a given number, the least stacks decide whether there is any.
  if (!fixedSerialized && getLeast().peakBytes > limit)
    return std::nullopt;
  std::optional<Selection> best;
  if (Selection least = getLeast(); evaluate(least, limit))
    best = least;
  std::set<int64_t> replicaCounts;
  for (const std::vector<Choice> &options : choices)
    for (const Choice &choice : options)
      replicaCounts.insert(choice.replicas);
  for (int64_t count : replicaCounts)
    improve(best, count, limit);
  branch(best, limit);
  return best;
}

} // namespace sc
