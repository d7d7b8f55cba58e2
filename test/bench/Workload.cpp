//===-- Workload.cpp - one lookup to measure ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniform ids, packed by partition and sorted within one.

#include "Workload.h"

#include <algorithm>
#include <limits>
#include <new>
#include <random>
#include <sstream>

#include <sys/mman.h>

namespace sc::bench {

namespace {

struct Entry {
  int32_t id;
  int32_t sample;
};

} // namespace

/// The entries of SparseCore `source` whose ids live on each SparseCore.
static std::vector<std::vector<Entry>> partition(const Workload &workload,
                                                 int64_t source) {
  std::vector<std::vector<Entry>> parts(kSparseCores);
  int64_t perCore = kSamples / kSparseCores;
  for (int64_t sample = 0; sample < perCore; ++sample)
    for (int64_t i = 0; i < kIdsPerSample; ++i) {
      int64_t position = (source * perCore + sample) * kIdsPerSample + i;
      int32_t id = workload.ids[position];
      parts[id % kSparseCores].push_back(
          {static_cast<int32_t>(id / kSparseCores),
           static_cast<int32_t>(sample)});
    }
  for (std::vector<Entry> &part : parts)
    std::sort(part.begin(), part.end(), [](const Entry &a, const Entry &b) {
      return std::pair(a.id, a.sample) < std::pair(b.id, b.sample);
    });
  return parts;
}

Workload::Workload(int64_t width, uint64_t seed) : width(width) {
  std::mt19937_64 random(seed);
  ids.resize(kSamples * kIdsPerSample);
  for (int32_t &id : ids)
    id = static_cast<int32_t>(random() % kTableRows);
  constexpr int32_t kPad = std::numeric_limits<int32_t>::max();
  entriesPerSparseCore = kMaxIds * kSparseCores;
  int64_t total = entriesPerSparseCore * kSparseCores;
  rowPointers.assign(kSparseCores * 8, 0);
  embeddingIds.assign(total, kPad);
  sampleIds.assign(total, kPad);
  gains.assign(total, std::numeric_limits<float>::quiet_NaN());
  for (int64_t source = 0; source < kSparseCores; ++source) {
    int64_t at = 0, base = source * entriesPerSparseCore;
    auto parts = partition(*this, source);
    for (int64_t owner = 0; owner < 8; ++owner) {
      if (owner < kSparseCores)
        for (const Entry &entry : parts[owner]) {
          embeddingIds[base + at] = entry.id;
          sampleIds[base + at] = entry.sample;
          gains[base + at++] = 0.5f;
        }
      rowPointers[source * 8 + owner] = static_cast<int32_t>(at);
      at = (at + 7) / 8 * 8;
    }
  }
}

std::string Workload::getModule() const {
  std::ostringstream text;
  int64_t entries = entriesPerSparseCore * kSparseCores;
  std::string config =
      "{\\22sparse_dense_matmul_config\\22: {\\22max_ids_per_partition\\22: " +
      std::to_string(kMaxIds) +
      ", \\22max_unique_ids_per_partition\\22: " + std::to_string(kMaxIds) +
      ", \\22sharding_strategy\\22: 1, \\22pad_value\\22: 2147483647}, "
      "\\22device_type\\22: \\22DEVICE_TYPE_SPARSECORE\\22}";
  std::string list = "tensor<" + std::to_string(entries);
  std::string rows = "x" + std::to_string(width) + "xf32>";
  std::string table = "tensor<" + std::to_string(kTableRows) + rows;
  std::string result = "tensor<" + std::to_string(kSamples) + rows;
  text << "func.func public @main(%rp: tensor<32xi32>, %ids: " << list
       << "xi32>, %samples: " << list << "xi32>, %gains: " << list
       << "xf32>, %table: " << table << ", %init: " << result << ") -> "
       << result << " {\n  %0 = stablehlo.custom_call @SparseDenseMatmulOp("
       << "%rp, %ids, %samples, %gains, %table, %init) {backend_config = \""
       << config << "\"} : (tensor<32xi32>, " << list << "xi32>, " << list
       << "xi32>, " << list << "xf32>, " << table << ", " << result << ") -> "
       << result << "\n  return %0 : " << result << "\n}\n";
  return text.str();
}

void fillShardedTable(float *table, int64_t width) {
  int64_t perCore = kTableRows / kSparseCores;
  for (int64_t row = 0; row < kTableRows; ++row) {
    int64_t place = row % kSparseCores * perCore + row / kSparseCores;
    for (int64_t column = 0; column < width; ++column)
      table[place * width + column] = getTableValue(row, column);
  }
}

HugeArray::HugeArray(int64_t count) : bytes(count * 4) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
  values = static_cast<float *>(memory);
}

HugeArray::~HugeArray() { munmap(values, bytes); }

} // namespace sc::bench
