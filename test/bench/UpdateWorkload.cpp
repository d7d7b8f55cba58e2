//===-- UpdateWorkload.cpp - updates to measure ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gains and gradients are multiples of powers of two, small enough that every
// sum of products is exact, whatever its order.

#include "UpdateWorkload.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <tuple>

namespace sc::bench {

namespace {

/// The entries of one partition, by id, then sample.
using Partition = std::vector<UpdateEntry>;

} // namespace

static constexpr double kZipfExponent = 1.05;

/// Zipf's by the inverse of its continuous distribution function. Popular rows
/// are spread over the table.
static int32_t drawRow(std::mt19937_64 &random, Ids ids) {
  if (ids == Ids::Uniform)
    return static_cast<int32_t>(random() % kTableRows);
  const double power = 1 - kZipfExponent;
  double u = static_cast<double>(random() >> 11) * 0x1p-53;
  double end = std::pow(static_cast<double>(kTableRows) + 1, power) - 1;
  auto rank =
      static_cast<uint64_t>(std::floor(std::pow(end * u + 1, 1 / power)) - 1);
  return static_cast<int32_t>(std::min<uint64_t>(rank, kTableRows - 1) *
                              2654435761u % kTableRows);
}

/// The entries of a batch by row and sample, those of one sample merged.
static std::vector<UpdateEntry> drawEntries(std::mt19937_64 &random, Ids ids) {
  std::vector<UpdateEntry> all;
  for (int32_t sample = 0; sample < kSamples; ++sample)
    for (int64_t i = 0; i < kUpdateIdsPerSample; ++i)
      all.push_back({drawRow(random, ids), sample, 0.5f});
  std::sort(all.begin(), all.end(),
            [](const UpdateEntry &a, const UpdateEntry &b) {
              return std::tie(a.row, a.sample) < std::tie(b.row, b.sample);
            });
  std::vector<UpdateEntry> merged;
  for (const UpdateEntry &entry : all)
    if (!merged.empty() && merged.back().row == entry.row &&
        merged.back().sample == entry.sample)
      merged.back().gain += entry.gain;
    else
      merged.push_back(entry);
  return merged;
}

static std::vector<float> drawGradients(std::mt19937_64 &random) {
  std::vector<float> gradients(kSamples * kUpdateWidth);
  for (float &word : gradients)
    word = static_cast<float>(random() % 64) * 0.25f - 8.0f;
  return gradients;
}

/// Partitions of a batch: source by source, owner by owner.
static std::vector<Partition> partition(const UpdateBatch &batch) {
  std::vector<Partition> parts(kSparseCores * kSparseCores);
  for (const UpdateEntry &entry : batch.sorted) {
    int64_t source = entry.sample / kSamplesPerCore;
    int64_t owner = entry.row % kSparseCores;
    parts[source * kSparseCores + owner].push_back(
        {static_cast<int32_t>(entry.row / kSparseCores),
         static_cast<int32_t>(entry.sample % kSamplesPerCore), entry.gain});
  }
  return parts;
}

/// Fills the device buffers.
static void pack(UpdateBatch &batch, const std::vector<Partition> &parts,
                 int64_t entriesPerCore) {
  constexpr int32_t kPad = std::numeric_limits<int32_t>::max();
  int64_t total = entriesPerCore * kSparseCores;
  batch.rowPointers.assign(kSparseCores * 8, 0);
  batch.embeddingIds.assign(total, kPad);
  batch.sampleIds.assign(total, kPad);
  batch.gains.assign(total, std::numeric_limits<float>::quiet_NaN());
  for (int64_t source = 0; source < kSparseCores; ++source) {
    int64_t at = 0, base = source * entriesPerCore;
    for (int64_t owner = 0; owner < 8; ++owner) {
      if (owner < kSparseCores)
        for (const UpdateEntry &entry : parts[source * kSparseCores + owner]) {
          batch.embeddingIds[base + at] = entry.row;
          batch.sampleIds[base + at] = entry.sample;
          batch.gains[base + at++] = entry.gain;
        }
      batch.rowPointers[source * 8 + owner] = static_cast<int32_t>(at);
      at = (at + 7) / 8 * 8;
    }
  }
}

UpdateWorkload::UpdateWorkload(Ids ids) {
  std::vector<std::vector<Partition>> parts;
  for (uint64_t seed = 1; seed <= kUpdateBatches; ++seed) {
    std::mt19937_64 random(seed);
    UpdateBatch &batch = batches.emplace_back();
    batch.sorted = drawEntries(random, ids);
    batch.gradients = drawGradients(random);
    for (const Partition &part : parts.emplace_back(partition(batch)))
      maxIds = std::max(maxIds, static_cast<int64_t>(part.size()));
  }
  maxIds = (maxIds + 7) / 8 * 8;
  for (size_t i = 0; i < batches.size(); ++i)
    pack(batches[i], parts[i], getEntriesPerCore());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// The optimizer as the JAX library writes it, on one row.
static std::string getOptimizerBody(Optimizer optimizer,
                                    const std::string &row) {
  std::string head =
      "  func.func private @optimizer(%grad: " + row + ", %table: " + row;
  if (optimizer == Optimizer::SGD)
    return head + ", %rate: " + row + ") -> tuple<" + row + "> {\n" +
           "    %0 = stablehlo.multiply %grad, %rate : " + row + "\n" +
           "    %1 = stablehlo.subtract %table, %0 : " + row + "\n" +
           "    %2 = stablehlo.tuple %1 : tuple<" + row + ">\n" +
           "    return %2 : tuple<" + row + ">\n  }\n";
  std::string pair = "tuple<" + row + ", " + row + ">";
  return head + ", %accumulator: " + row + ", %rate: " + row + ") -> " + pair +
         " {\n    %0 = stablehlo.multiply %grad, %grad : " + row +
         "\n    %1 = stablehlo.add %accumulator, %0 : " + row +
         "\n    %2 = stablehlo.multiply %rate, %grad : " + row +
         "\n    %3 = stablehlo.sqrt %1 : " + row +
         "\n    %4 = stablehlo.divide %2, %3 : " + row +
         "\n    %5 = stablehlo.subtract %table, %4 : " + row +
         "\n    %6 = stablehlo.tuple %5, %1 : " + pair +
         "\n    return %6 : " + pair + "\n  }\n";
}

static std::string getConfig(int64_t maxIds, int64_t slots) {
  std::string limit = std::to_string(maxIds);
  return "{\\22sparse_dense_matmul_config\\22: "
         "{\\22max_ids_per_partition\\22: " +
         limit + ", \\22max_unique_ids_per_partition\\22: " + limit +
         ", \\22pad_value\\22: 2147483647, \\22sharding_strategy\\22: 1, "
         "\\22num_slot_variables\\22: " +
         std::to_string(slots) +
         ", \\22num_hyperparameters\\22: 1}, "
         "\\22device_type\\22: \\22DEVICE_TYPE_SPARSECORE\\22}";
}

std::string UpdateWorkload::getModule(Optimizer optimizer) const {
  int64_t slots = optimizer == Optimizer::Adagrad;
  std::string width = "x" + std::to_string(kUpdateWidth) + "xf32>";
  std::string row = "tensor<1" + width;
  std::string table = "tensor<" + std::to_string(kTableRows) + width;
  std::string gradients = "tensor<" + std::to_string(kSamples) + width;
  std::string list =
      "tensor<" + std::to_string(getEntriesPerCore() * kSparseCores);
  std::string slotArgument, slotOperand, slotType, results = table;
  if (slots) {
    slotArgument = ", %slot: " + table;
    slotOperand = ", %slot";
    slotType = ", " + table;
    results += ", " + table;
  }
  std::ostringstream text;
  text << "module {\n  func.func public @main(%rp: tensor<32xi32>, %ids: "
       << list << "xi32>, %samples: " << list << "xi32>, %gains: " << list
       << "xf32>, %gradients: " << gradients << ", %table: " << table
       << slotArgument << ", %rate: tensor<f32>) -> (" << results << ") {\n"
       << "    %0 = stablehlo.custom_call "
       << "@SparseDenseMatmulGradOpWithOptimizerUpdate(%rp, %ids, %samples, "
       << "%gains, %gradients, %table" << slotOperand
       << ", %rate) {backend_config = \"" << getConfig(maxIds, slots)
       << "\", called_computations = [@optimizer]} : (tensor<32xi32>, " << list
       << "xi32>, " << list << "xi32>, " << list << "xf32>, " << gradients
       << ", " << table << slotType << ", tensor<f32>) -> tuple<" << results
       << ">\n";
  for (int64_t i = 0; i <= slots; ++i)
    text << "    %r" << i << " = stablehlo.get_tuple_element %0[" << i
         << "] : (tuple<" << results << ">) -> " << table << "\n";
  text << "    return " << (slots ? "%r0, %r1" : "%r0") << " : " << results
       << "\n  }\n"
       << getOptimizerBody(optimizer, row) << "}\n";
  return text.str();
}

} // namespace sc::bench
