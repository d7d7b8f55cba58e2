//===-- CheckTables.cpp - sizes and limits of tables ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each table by itself, and limits against buffers of tables and stacks.

#include "lib/Spec/SpecChecker.h"
#include "lib/Spec/SpecDetail.h"
#include "sc/Target/NearestName.h"

#include <algorithm>
#include <cmath>

namespace sc::spec::detail {

using absl::StrCat;

static constexpr const char *kMaxIds = "max_ids_per_partition";
static constexpr const char *kMaxUniqueIds = "max_unique_ids_per_partition";
static constexpr const char *kSuggested =
    "suggested_coo_buffer_size_per_device";

void SpecChecker::checkTableSizes(const Table &table) {
  std::string what = StrCat("table ", quoteName(table.name));
  bool isInRange =
      checkRange(what, "vocabulary_size", table.location, table.vocabularySize);
  isInRange &=
      checkRange(what, "embedding_dim", table.location, table.embeddingDim);
  if (!isInRange)
    return;
  int64_t rowBytes = 4 * roundUpSaturated(table.embeddingDim, kAlignment);
  if (multiplySaturated(table.vocabularySize, rowBytes) == INT64_MAX)
    addError(table.location, what, " has ", table.vocabularySize, " rows of ",
             table.embeddingDim, " floats, more bytes than 64 bits count");
}

void SpecChecker::checkOptimizer(const Table &table) {
  const Optimizer &optimizer = table.optimizer;
  std::string what = StrCat("optimizer of table ", quoteName(table.name));
  const std::vector<std::string> &types = getOptimizerTypes();
  std::vector<std::string_view> known(types.begin(), types.end());
  if (std::ranges::find(types, optimizer.type) == types.end())
    addError(table.location, "unknown ", what, ": ", quoteName(optimizer.type),
             describeNearest(optimizer.type, known),
             " known: ", joinNames(known));
  if (optimizer.learningRate && !optimizer.learningRateTag.empty())
    addError(table.location, what, " has both learning_rate ",
             *optimizer.learningRate, " and learning_rate_tag ",
             quoteName(optimizer.learningRateTag), "; leave out one of them");
  if (optimizer.learningRate && !std::isfinite(*optimizer.learningRate))
    addError(table.location, "learning_rate of ", what, " is ",
             *optimizer.learningRate, ", must be finite");
  for (const auto &[key, value] : optimizer.floatParams)
    if (!std::isfinite(value))
      addError(table.location, quoteName(key), " in float_params of ", what,
               " is ", value, ", must be finite");
}

/// f32 counts so many exactly.
static constexpr int64_t kMaxBuckets = int64_t{1} << 24;

void SpecChecker::checkQuantization(const Table &table) {
  if (!table.quantization)
    return;
  const auto [buckets, least, most] = *table.quantization;
  std::string what =
      StrCat("quantization_config of table ", quoteName(table.name));
  if (buckets < 2 || buckets > kMaxBuckets)
    addError(table.location, "num_buckets of ", what, " is ", buckets,
             ", must be from 2 to ", kMaxBuckets);
  if (!std::isfinite(least) || !std::isfinite(most))
    addError(table.location, what, " is from ", least, " to ", most,
             ", must be finite");
  else if (least >= most)
    addError(table.location, what, " has min_value ", least,
             ", must be below max_value ", most);
  else if (float step = (most - least) / static_cast<float>(buckets - 1);
           buckets >= 2 && !(std::isfinite(step) && step > 0))
    addError(table.location, what, " has a step of ", step,
             " between buckets, must be positive and finite as f32");
}

void SpecChecker::checkLargestBuffer(const std::string &what,
                                     const std::string &location,
                                     int64_t maxIds) {
  int64_t cores = topology->sparseCoresPerDevice;
  int64_t total = topology->getNumSparseCores();
  int64_t largest = multiplySaturated(roundUpSaturated(maxIds, kAlignment),
                                      multiplySaturated(cores, total));
  if (largest <= kMaxInt32)
    return;
  int64_t allowed = kMaxInt32 / multiplySaturated(cores, total);
  allowed -= allowed % kAlignment;
  addError(location, what, ": ", kMaxIds, " ", maxIds, " makes a buffer of ",
           largest == INT64_MAX ? StrCat("more than ", largest)
                                : StrCat(largest),
           " entries for each device (", roundUpSaturated(maxIds, kAlignment),
           " x ", cores, " SparseCores of a device x ", total,
           " in all), which exceeds INT32 (", kMaxInt32, "); ",
           allowed > 0 ? StrCat("lower it to at most ", allowed, ", or ") : "",
           "set ", kSuggested);
}

void SpecChecker::checkBuffer(const std::string &what,
                              const std::string &location, int64_t maxIds,
                              const std::optional<int64_t> &suggested) {
  int64_t cores = topology->sparseCoresPerDevice;
  if (!suggested)
    return checkLargestBuffer(what, location, maxIds);
  int64_t size = roundUpSaturated(*suggested, kAlignment * cores);
  if (size > kMaxInt32)
    addError(location, what, ": ", kSuggested, " ", *suggested,
             " up to a multiple of 8 x ", cores, " SparseCores of a device is ",
             size, ", which exceeds INT32 (", kMaxInt32, ")");
  else if (maxIds > size / cores)
    addError(location, what, ": ", kMaxIds, " ", maxIds, " exceeds the ",
             size / cores, " entries that each of ", cores,
             " SparseCores has of ", kSuggested, " ", *suggested,
             "; raise the buffer to at least ",
             multiplySaturated(cores, maxIds), " (", cores, " x ", maxIds,
             "), or lower the limit to at most ", size / cores);
}

void SpecChecker::checkLimits(const std::string &what,
                              const std::string &location,
                              const Limits &limits) {
  const auto &[maxIds, maxUniqueIds, suggested] = limits;
  bool isInRange = !maxIds || checkRange(what, kMaxIds, location, *maxIds);
  if (maxUniqueIds && !checkRange(what, kMaxUniqueIds, location, *maxUniqueIds))
    isInRange = false;
  if (suggested && !checkRange(what, kSuggested, location, *suggested))
    isInRange = false;
  if (!isInRange)
    return;
  if (maxIds && maxUniqueIds && *maxUniqueIds > *maxIds)
    addWarning(location, what, ": ", kMaxUniqueIds, " ", *maxUniqueIds,
               " is more than ", kMaxIds, " ", *maxIds,
               "; distinct ids are among the ids, so the smaller counts");
  if (maxIds && topology)
    checkBuffer(what, location, *maxIds, suggested);
}

void SpecChecker::checkTables() {
  if (spec.tables.empty())
    addError("", "the spec has no tables");
  for (const Table &table : spec.tables) {
    std::string what = StrCat("table ", quoteName(table.name));
    checkName("name of a table", table.name, table.location);
    const Table *first = tables.at(table.name);
    if (first != &table)
      addError(table.location, what, " occurs twice",
               describeFirst(first->location));
    checkTableSizes(table);
    checkOptimizer(table);
    checkQuantization(table);
    checkLimits(what, table.location, table.limits);
    if (!usedTables.contains(table.name))
      addWarning(table.location, what, " has no feature; nothing looks it up");
  }
}

} // namespace sc::spec::detail
