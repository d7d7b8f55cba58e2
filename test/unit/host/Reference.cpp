//===-- Reference.cpp - the format, slowly and obviously ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is shared with the library but the hash.

#include "test/unit/host/ReferenceHost.h"

#include <algorithm>
#include <cmath>

namespace sc::test {

using namespace host;

static std::vector<float> getGains(Combiner combiner,
                                   const ReferenceInput &input, size_t sample) {
  size_t count = input.ids[sample].size();
  if (input.weights.empty()) {
    float n = static_cast<float>(count);
    float gain = combiner == Combiner::Sum    ? 1.0f
                 : combiner == Combiner::Mean ? 1.0f / n
                                              : 1.0f / std::sqrt(n);
    return std::vector<float>(count, gain);
  }
  std::vector<float> gains = input.weights[sample];
  float sum = 0, squares = 0;
  for (float weight : gains) {
    sum += weight;
    squares = static_cast<float>(double(squares) + double(weight) * weight);
  }
  for (float &gain : gains)
    if (combiner != Combiner::Sum)
      gain /= combiner == Combiner::Mean ? sum : std::sqrt(squares);
  return gains;
}

static Elements deduplicate(const Elements &sorted) {
  Elements result;
  for (const Element &element : sorted) {
    if (!result.empty() && result.back().owner == element.owner &&
        result.back().row == element.row &&
        result.back().sample == element.sample) {
      result.back().gain += element.gain;
      result.back().copies.push_back(element.order);
    } else {
      result.push_back(element);
    }
  }
  return result;
}

Elements ReferenceHost::extract(size_t stack, int64_t core) {
  const StackSpec &spec = problem.stacks[stack];
  std::vector<size_t> features;
  for (size_t f = 0; f < spec.features.size(); ++f)
    features.push_back(f);
  std::sort(features.begin(), features.end(), [&](size_t a, size_t b) {
    return spec.features[a].rowOffset < spec.features[b].rowOffset;
  });
  Elements elements;
  for (size_t f : features) {
    const FeatureSpec &feature = spec.features[f];
    const ReferenceInput &input = inputs[stack][f];
    int64_t share = static_cast<int64_t>(input.ids.size()) / numCores;
    for (int64_t k = 0; k < share; ++k) {
      size_t sample = static_cast<size_t>(core * share + k);
      std::vector<float> gains = getGains(feature.combiner, input, sample);
      for (size_t i = 0; i < gains.size(); ++i) {
        int64_t id = input.ids[sample][i];
        int64_t column = (id + feature.colShift) % numOwners +
                         (id - id % numOwners) + feature.colOffset;
        int64_t order = static_cast<int64_t>(elements.size());
        elements.push_back({0,
                            column % numOwners,
                            column / numOwners,
                            order,
                            feature.rowOffset / numOwners + k,
                            gains[i],
                            {order}});
      }
    }
  }
  results.stacks[stack].statistics.numIds +=
      static_cast<int64_t>(elements.size());
  std::sort(elements.begin(), elements.end(),
            [](const Element &a, const Element &b) {
              return a.getKey() < b.getKey();
            });
  return deduplicate(elements);
}

int64_t countUnique(const Elements &elements) {
  std::set<std::pair<int64_t, int64_t>> columns;
  for (const Element &element : elements)
    columns.insert({element.owner, element.row});
  return static_cast<int64_t>(columns.size());
}

bool ReferenceHost::countPartitions(size_t stack) {
  ReferenceStack &result = results.stacks[stack];
  Statistics &statistics = result.statistics;
  for (int64_t core = 0; core < numCores; ++core) {
    if (core % problem.topology.sparseCoresPerDevice == 0) {
      statistics.maxIds.resize(statistics.maxIds.size() + numOwners);
      statistics.maxUniqueIds.resize(statistics.maxIds.size());
    }
    std::vector<Elements> partitions(static_cast<size_t>(numOwners));
    for (const Element &element : cores[stack][core].elements)
      partitions[element.owner].push_back(element);
    int64_t required = 0;
    int64_t *maxIds = &*(statistics.maxIds.end() - numOwners);
    int64_t *maxUniqueIds = &*(statistics.maxUniqueIds.end() - numOwners);
    for (int64_t owner = 0; owner < numOwners; ++owner) {
      int64_t ids = static_cast<int64_t>(partitions[owner].size());
      maxIds[owner] = std::max(maxIds[owner], ids);
      maxUniqueIds[owner] =
          std::max(maxUniqueIds[owner], countUnique(partitions[owner]));
      required += roundUp8(ids);
      result.largestIds = std::max(result.largestIds, maxIds[owner]);
      result.largestUniqueIds =
          std::max(result.largestUniqueIds, maxUniqueIds[owner]);
    }
    statistics.requiredBufferSizes.push_back(required);
  }
  return result.largestIds > problem.stacks[stack].maxIdsPerPartition ||
         result.largestUniqueIds >
             problem.stacks[stack].maxUniqueIdsPerPartition;
}

std::vector<ReferenceResults>
computeReference(const ReferenceProblem &problem) {
  std::vector<ReferenceHost> hosts;
  for (const ReferenceInputs &inputs : problem.hosts)
    hosts.emplace_back(problem, inputs);
  bool isOver = false;
  for (ReferenceHost &host : hosts)
    isOver |= host.collect();
  const bool isSplit = isOver && problem.options.enableMinibatching;
  std::set<int> splits;
  if (isSplit)
    for (ReferenceHost &host : hosts)
      splits.merge(host.split());
  std::vector<ReferenceResults> results;
  for (ReferenceHost &host : hosts) {
    host.drop(isSplit);
    results.push_back(host.fill(splits));
  }
  return results;
}

} // namespace sc::test
