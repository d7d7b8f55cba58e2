//===-- Preprocessor.cpp - from ids to device buffers ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One item of work for each stack and local SparseCore. Which of several
// errors is reported depends on the order of items, not of threads.

#include "runtime/host/Preprocessor.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/host/StackState.h"
#include "runtime/support/WorkerPool.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>

namespace sc::host {

// What hosts tell each other, beside the split mask in bits 0 to 62.
static constexpr uint64_t kIsOverLimits = 1;
static constexpr uint64_t kHasFailed = uint64_t(1) << 63;

class Preprocessor::Impl {
public:
  Impl(std::vector<StackSpec> specs, const Topology &topology,
       const Options &options)
      : specs(std::move(specs)), topology(topology), options(options),
        pool(options.threads) {}

  absl::Status allocate();
  absl::StatusOr<const Results *> run(const Batch &batch, AllReduce *allReduce);

private:
  struct Feature {
    size_t stack;
    size_t feature;
    const Input *input; // in the batch
  };

  absl::Status bindInputs(const Batch &batch);
  absl::Status planBatch(const Batch &batch);
  absl::Status growScratch();
  bool expectsSplit() const;
  absl::Status expectSplit();
  absl::Status collect();
  absl::Status fillInOrder();
  absl::Status runMinibatches(const Batch &batch, AllReduce *allReduce);
  absl::StatusOr<uint64_t> agree(const absl::Status &status, uint64_t mask,
                                 uint64_t key, AllReduce *allReduce);
  bool isOverLimits() const;
  absl::StatusOr<uint64_t> splitCores();
  absl::Status checkLimits(bool isSplit) const;
  /// Without minibatches: of a batch that is not split.
  void fillMinibatches(Minibatches minibatches);
  void finishDevices(Minibatches minibatches);
  absl::Status finish();

  int64_t getNumCores() const {
    return topology.localDevices * topology.sparseCoresPerDevice;
  }
  /// Calls work(stack, core, scratch) for all, starting in that order; the
  /// first error in it.
  template <typename Work> absl::Status forEachCore(const Work &work);

  std::vector<StackSpec> specs;
  Topology topology;
  Options options;
  std::vector<StackLayout> layouts;
  std::vector<StackState> stacks;
  std::vector<Feature> features;
  std::map<std::string, size_t, std::less<>> featureNames;
  runtime::WorkerPool pool;
  std::vector<WorkerScratch> scratch; // of workers
  std::vector<absl::Status> statuses; // of items
  std::vector<Minibatch> minibatches;
  Results results;
};

absl::Status Preprocessor::Impl::allocate() {
  SC_ASSIGN_OR_RETURN(layouts, makeLayouts(specs, topology, options));
  for (size_t stack = 0; stack < specs.size(); ++stack) {
    SC_ASSIGN_OR_RETURN(
        StackState state,
        StackState::create(specs[stack], layouts[stack], topology, options));
    stacks.push_back(std::move(state));
    for (size_t f = 0; f < specs[stack].features.size(); ++f) {
      featureNames[specs[stack].features[f].name] = features.size();
      features.push_back({stack, f, nullptr});
    }
  }
  scratch.resize(static_cast<size_t>(pool.getNumWorkers()));
  statuses.resize(std::max(features.size(),
                           stacks.size() * static_cast<size_t>(getNumCores())));
  minibatches.reserve(kMaxMinibatches);
  results.stacks.resize(stacks.size());
  return absl::OkStatus();
}

absl::Status Preprocessor::Impl::bindInputs(const Batch &batch) {
  for (Feature &feature : features)
    feature.input = nullptr;
  for (const FeatureInput &input : batch.features) {
    auto found = featureNames.find(input.feature);
    if (found == featureNames.end())
      return absl::InvalidArgumentError(
          absl::StrCat("batch ", batch.number, ": feature '",
                       std::string(input.feature), "' is not in the spec"));
    Feature &feature = features[found->second];
    if (feature.input)
      return absl::InvalidArgumentError(
          absl::StrCat("batch ", batch.number, ": feature '",
                       std::string(input.feature), "' occurs twice"));
    feature.input = &input.input;
  }
  for (const auto &[name, index] : featureNames)
    if (!features[index].input)
      return absl::InvalidArgumentError(absl::StrCat(
          "batch ", batch.number, ": feature '", name, "' is missing"));
  return absl::OkStatus();
}

absl::Status Preprocessor::Impl::planBatch(const Batch &batch) {
  SC_RETURN_IF_ERROR(bindInputs(batch));
  pool.run(static_cast<int64_t>(features.size()), [this](int, int64_t item) {
    const Feature &feature = features[static_cast<size_t>(item)];
    FeaturePlan &plan =
        stacks[feature.stack].getPlan().features[feature.feature];
    statuses[static_cast<size_t>(item)] =
        describeRows(specs[feature.stack].features[feature.feature],
                     *feature.input, plan.rows);
  });
  for (size_t item = 0; item < features.size(); ++item)
    SC_RETURN_IF_ERROR(statuses[item]);
  for (StackState &stack : stacks)
    SC_RETURN_IF_ERROR(stack.planBatch());
  // All of them, also if one could not make room for it the last time.
  return expectsSplit() ? expectSplit() : growScratch();
}

template <typename Work>
absl::Status Preprocessor::Impl::forEachCore(const Work &work) {
  const int64_t numCores = getNumCores();
  const int64_t numItems = numCores * static_cast<int64_t>(stacks.size());
  auto body = [&](int worker, int64_t item) {
    StackState &stack = stacks[static_cast<size_t>(item / numCores)];
    statuses[static_cast<size_t>(item)] =
        work(stack, item % numCores, scratch[static_cast<size_t>(worker)]);
  };
  pool.run(numItems, std::ref(body));
  for (int64_t item = 0; item < numItems; ++item)
    SC_RETURN_IF_ERROR(statuses[static_cast<size_t>(item)]);
  return absl::OkStatus();
}

bool Preprocessor::Impl::isOverLimits() const {
  return std::any_of(stacks.begin(), stacks.end(), [](const StackState &stack) {
    return stack.isOverLimits();
  });
}

absl::Status Preprocessor::Impl::checkLimits(bool isSplit) const {
  for (const StackState &stack : stacks)
    SC_RETURN_IF_ERROR(stack.checkLimits(isSplit));
  return absl::OkStatus();
}

absl::StatusOr<uint64_t> Preprocessor::Impl::agree(const absl::Status &status,
                                                   uint64_t mask, uint64_t key,
                                                   AllReduce *allReduce) {
  if (!allReduce) {
    SC_RETURN_IF_ERROR(status);
    return mask;
  }
  // Other hosts wait, so a host that has failed must say so.
  absl::StatusOr<uint64_t> all =
      allReduce->orMasks(key, status.ok() ? mask : kHasFailed);
  SC_RETURN_IF_ERROR(status);
  SC_RETURN_IF_ERROR(all.status());
  if (*all & kHasFailed)
    return absl::AbortedError(
        absl::StrCat("another host failed in batch ", key / 2));
  return all;
}

absl::Status Preprocessor::Impl::growScratch() {
  for (StackState &stack : stacks)
    for (WorkerScratch &worker : scratch)
      SC_RETURN_IF_ERROR(stack.growScratch(worker));
  return absl::OkStatus();
}

bool Preprocessor::Impl::expectsSplit() const {
  return std::any_of(stacks.begin(), stacks.end(), [](const StackState &stack) {
    return stack.expectsSplit();
  });
}

absl::Status Preprocessor::Impl::expectSplit() {
  for (StackState &stack : stacks)
    SC_RETURN_IF_ERROR(stack.expectSplit());
  return growScratch();
}

absl::Status Preprocessor::Impl::collect() {
  return forEachCore(
      [](StackState &stack, int64_t core, WorkerScratch &worker) {
        return stack.collectCore(core, worker);
      });
}

absl::Status Preprocessor::Impl::fillInOrder() {
  return forEachCore(
      [](StackState &stack, int64_t core, WorkerScratch &worker) {
        return stack.fillCoreInOrder(core, worker);
      });
}

absl::StatusOr<uint64_t> Preprocessor::Impl::splitCores() {
  // Cannot fail.
  (void)forEachCore([](StackState &stack, int64_t core, WorkerScratch &worker) {
    stack.splitCore(core, worker);
    return absl::OkStatus();
  });
  SC_RETURN_IF_ERROR(checkLimits(true));
  uint64_t mask = 0;
  for (const StackState &stack : stacks)
    mask |= stack.getSplitMask();
  return mask;
}

// A batch that is not split, like the one before it, is written at once. If it
// must be split after all, its ids are sorted again.
absl::Status Preprocessor::Impl::runMinibatches(const Batch &batch,
                                                AllReduce *allReduce) {
  const uint64_t key = 2 * static_cast<uint64_t>(batch.number);
  absl::Status status = planBatch(batch);
  const bool isInOrder = !expectsSplit();
  if (status.ok())
    status = isInOrder ? fillInOrder() : collect();
  uint64_t isOver = status.ok() && isOverLimits() ? kIsOverLimits : 0;
  SC_ASSIGN_OR_RETURN(uint64_t isAnyOver,
                      agree(status, isOver, key, allReduce));
  if (isAnyOver == 0) {
    if (isInOrder)
      finishDevices({});
    else
      fillMinibatches({});
    return absl::OkStatus();
  }
  if (isInOrder) {
    status = expectSplit();
    if (status.ok())
      status = collect();
  }
  absl::StatusOr<uint64_t> mask =
      status.ok() ? splitCores() : absl::StatusOr<uint64_t>(status);
  SC_ASSIGN_OR_RETURN(uint64_t splitMask, agree(mask.status(), mask.value_or(0),
                                                key + 1, allReduce));
  listMinibatches(splitMask, minibatches);
  fillMinibatches(minibatches);
  return absl::OkStatus();
}

void Preprocessor::Impl::fillMinibatches(Minibatches all) {
  for (StackState &stack : stacks)
    stack.placeCores(all);
  // Cannot fail.
  (void)forEachCore(
      [all](StackState &stack, int64_t core, WorkerScratch &worker) {
        stack.fillMinibatches(core, all, worker);
        return absl::OkStatus();
      });
  finishDevices(all);
}

void Preprocessor::Impl::finishDevices(Minibatches all) {
  results.numMinibatches =
      std::max<int64_t>(1, static_cast<int64_t>(all.size()));
  for (StackState &stack : stacks)
    for (int64_t device = 0; device < topology.localDevices; ++device)
      stack.finishDevice(device, all);
}

absl::Status Preprocessor::Impl::finish() {
  for (size_t stack = 0; stack < stacks.size(); ++stack) {
    SC_RETURN_IF_ERROR(stacks[stack].checkOverflow());
    stacks[stack].setResult(results.stacks[stack]);
  }
  return absl::OkStatus();
}

absl::StatusOr<const Results *> Preprocessor::Impl::run(const Batch &batch,
                                                        AllReduce *allReduce) {
  if (batch.number < 0 || batch.number > INT64_MAX / 2)
    return absl::InvalidArgumentError(absl::StrCat(
        "batch number ", batch.number, " is not from 0 to ", INT64_MAX / 2));
  if (options.enableMinibatching) {
    SC_RETURN_IF_ERROR(runMinibatches(batch, allReduce));
  } else {
    SC_RETURN_IF_ERROR(planBatch(batch));
    SC_RETURN_IF_ERROR(
        forEachCore([](StackState &stack, int64_t core, WorkerScratch &worker) {
          return stack.fillCore(core, worker);
        }));
    SC_RETURN_IF_ERROR(checkLimits(false));
  }
  SC_RETURN_IF_ERROR(finish());
  return &results;
}

Preprocessor::Preprocessor(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
Preprocessor::~Preprocessor() = default;
Preprocessor::Preprocessor(Preprocessor &&) = default;
Preprocessor &Preprocessor::operator=(Preprocessor &&) = default;

absl::StatusOr<Preprocessor> Preprocessor::create(std::vector<StackSpec> stacks,
                                                  const Topology &topology,
                                                  const Options &options) {
  auto impl = std::make_unique<Impl>(std::move(stacks), topology, options);
  SC_RETURN_IF_ERROR(impl->allocate());
  return Preprocessor(std::move(impl));
}

absl::StatusOr<const Results *> Preprocessor::run(const Batch &batch,
                                                  AllReduce *allReduce) {
  return impl->run(batch, allReduce);
}

} // namespace sc::host
