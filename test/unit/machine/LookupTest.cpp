//===-- LookupTest.cpp - a small lookup by hand --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whole task against a reference in the same order: the same bits for any
// number of threads and both DMA timings.

#include "LookupBuilder.h"
#include "MachineTest.h"

#include <random>

using namespace sc;
using namespace sc::test;

namespace {

struct Batch {
  std::vector<int32_t> pointers; // end of each partition, 8 words per core
  std::vector<int32_t> ids, samples;
  std::vector<float> gains, table;
};

Batch makeBatch(unsigned seed) {
  std::mt19937 random(seed);
  auto draw = [&](int64_t limit) {
    return static_cast<int32_t>(random() % static_cast<uint64_t>(limit));
  };
  Batch batch;
  int64_t cores = kDevices * kCores;
  batch.pointers.resize(cores * 8);
  batch.ids.resize(cores * kEntries, format::kPadValue);
  batch.samples.resize(cores * kEntries, format::kPadValue);
  batch.gains.resize(cores * kEntries);
  for (int64_t part = 0; part < cores * kPeers; ++part) {
    int32_t count = draw(kMaxIds + 1);
    std::vector<int32_t> ids(static_cast<size_t>(count));
    for (int32_t &id : ids)
      id = draw(kTableRows);
    std::sort(ids.begin(), ids.end());
    batch.pointers[part / kPeers * 8 + part % kPeers] = count;
    for (int32_t i = 0; i < count; ++i) {
      int64_t entry = part * kMaxIds + i;
      batch.ids[entry] = ids[i];
      batch.samples[entry] = draw(kSamples);
      batch.gains[entry] = static_cast<float>(draw(1000)) / 7.0f;
    }
  }
  for (int64_t i = 0; i < cores * kTableRows * kWidth; ++i)
    batch.table.push_back(static_cast<float>(draw(100000)) / 13.0f);
  return batch;
}

/// The same sums in the same order.
std::vector<float> computeReference(const Batch &batch) {
  std::vector<float> sums(kDevices * kCores * kSamples * kWidth);
  for (int64_t part = 0; part < kDevices * kCores * kPeers; ++part) {
    int64_t core = part / kPeers, owner = part % kPeers;
    for (int32_t i = 0; i < batch.pointers[core * 8 + owner]; ++i) {
      int64_t entry = part * kMaxIds + i;
      int64_t row = owner * kTableRows + batch.ids[entry];
      for (int64_t word = 0; word < kWidth; ++word) {
        // Rounded before it is added.
        volatile float product =
            batch.gains[entry] * batch.table[row * kWidth + word];
        sums[(core * kSamples + batch.samples[entry]) * kWidth + word] +=
            product;
      }
    }
  }
  return sums;
}

template <typename T>
void setInput(Machine &machine, size_t index, const std::vector<T> &values) {
  std::span<std::byte> bytes = machine.getInput(index);
  ASSERT_EQ(bytes.size(), values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
}

TEST(LookupTest, EqualsTheReferenceForAnyThreadsAndTiming) {
  std::unique_ptr<format::Executable> executable = LookupBuilder().load();
  ASSERT_TRUE(executable);
  for (int threads : {1, 2, 7})
    for (DmaTiming timing : {DmaTiming::AtStart, DmaTiming::AtWait})
      for (unsigned seed : {1u, 2u, 3u}) {
        SCOPED_TRACE(testing::Message()
                     << "threads " << threads << " seed " << seed);
        Batch batch = makeBatch(seed);
        auto machine = Machine::create(
            *executable,
            {.threads = threads, .poison = true, .dmaTiming = timing});
        ASSERT_TRUE(machine.ok()) << machine.status();
        setInput(**machine, 0, batch.pointers);
        setInput(**machine, 1, batch.ids);
        setInput(**machine, 2, batch.samples);
        setInput(**machine, 3, batch.gains);
        setInput(**machine, 4, batch.table);
        absl::Status status = (*machine)->run();
        ASSERT_TRUE(status.ok()) << status;
        EXPECT_EQ(copyWords<float>((*machine)->getOutput(0)),
                  computeReference(batch));
        for (const auto &peak : (*machine)->getCounters().peaks)
          EXPECT_LE(peak.touchedBytes, peak.allocatedBytes);
      }
}

TEST(LookupTest, TooManyIdsFaultOnTheirSparseCore) {
  std::unique_ptr<format::Executable> executable = LookupBuilder().load();
  ASSERT_TRUE(executable);
  Batch batch = makeBatch(4);
  batch.pointers[3 * 8 + 2] = 17;
  auto machine = Machine::create(*executable, {.threads = 2});
  setInput(**machine, 0, batch.pointers);
  absl::Status status = (*machine)->run();
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("max_ids_per_partition: 17 > 16; device 1, "
                                 "SparseCore 1, tile 2, task 'lookup', program "
                                 "'send_ids'"));
}

} // namespace
