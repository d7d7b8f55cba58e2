//===-- MinibatchTest.cpp - buckets, splits and agreement -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of minibatching alone.

#include "runtime/host/AllReduce.h"
#include "runtime/host/BucketHash.h"
#include "runtime/host/MinibatchSplits.h"
#include "test/unit/host/PlainHash.h"

#include "hwy/targets.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <thread>

namespace sc::test {
namespace {

using namespace host;
using testing::ElementsAre;

static uint64_t hashOne(const HashKey &key, uint32_t word) {
  uint64_t hash;
  hashWords(key, {&word, 1}, {&hash, 1});
  return hash;
}

// The vector for 4 bytes in highwayhash_test.cc: bytes 0 1 2 3 and this key.
TEST(BucketHash, PublishedVector) {
  HashKey key = {0x0706050403020100, 0x0F0E0D0C0B0A0908, 0x1716151413121110,
                 0x1F1E1D1C1B1A1918};
  EXPECT_EQ(hashOne(key, 0x03020100), 0xF205A46893007EDAu);
}

// Computed with Debian's libhighwayhash.
TEST(BucketHash, BucketKey) {
  EXPECT_EQ(hashOne(kBucketKey, 0), 0x286118c966bafb07u);
  EXPECT_EQ(hashOne(kBucketKey, 1), 0x655193192efacaa7u);
  EXPECT_EQ(hashOne(kBucketKey, 12345), 0x739891b7b6fd0e2eu);
  EXPECT_EQ(hashOne(kBucketKey, 2147483647), 0xd3a183578274bdaeu);
}

TEST(BucketHash, ManyAsOne) {
  for (size_t count = 0; count < 40; ++count) {
    std::vector<uint32_t> words;
    for (size_t i = 0; i < count; ++i)
      words.push_back(static_cast<uint32_t>(i * 2654435761u));
    std::vector<uint64_t> hashes(count);
    hashWords(kBucketKey, words, hashes);
    for (size_t i = 0; i < count; ++i)
      EXPECT_EQ(hashes[i], hashOne(kBucketKey, words[i])) << i;
  }
}

// With each instruction set of this machine that it is compiled for.
TEST(BucketHash, EveryTarget) {
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < 101; ++i)
    words.push_back(i * 2654435761u);
  for (int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    const int64_t target = rest & -rest;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    std::vector<uint64_t> hashes(words.size());
    hashWords(kBucketKey, words, hashes);
    hwy::SetSupportedTargetsForTest(0);
    for (size_t i = 0; i < words.size(); ++i)
      ASSERT_EQ(hashes[i], PlainHash(kBucketKey).hash(words[i])) << i;
  }
}

static std::vector<int> getFirsts(uint64_t mask) {
  std::vector<Minibatch> minibatches;
  listMinibatches(mask, minibatches);
  std::vector<int> firsts;
  int next = 0;
  for (const Minibatch &minibatch : minibatches) {
    EXPECT_EQ(minibatch.first, next);
    firsts.push_back(minibatch.first);
    next = minibatch.last + 1;
  }
  EXPECT_EQ(next, kNumBuckets);
  return firsts;
}

TEST(MinibatchSplits, Nodes) {
  EXPECT_THAT(getFirsts(0), ElementsAre(0));
  EXPECT_THAT(getFirsts(uint64_t(1) << 0), ElementsAre(0, 1));
  EXPECT_THAT(getFirsts(uint64_t(1) << 31), ElementsAre(0, 63));
  EXPECT_THAT(getFirsts(uint64_t(1) << 32), ElementsAre(0, 2));
  EXPECT_THAT(getFirsts(uint64_t(1) << 47), ElementsAre(0, 62));
  EXPECT_THAT(getFirsts(uint64_t(1) << 62), ElementsAre(0, 32));
  EXPECT_EQ(getFirsts((uint64_t(1) << 63) - 1).size(), 64u);
}

TEST(MinibatchSplits, Mask) {
  BucketCounts counts{};
  counts[0] = 4;
  counts[1] = 4;
  EXPECT_EQ(computeSplitMask(counts, 8), 0u);
  // Halves of 4 go up as 4, which fits with nothing beside it.
  EXPECT_EQ(computeSplitMask(counts, 7), 1u);
  counts[2] = 4;
  EXPECT_EQ(computeSplitMask(counts, 7), 1u | uint64_t(1) << 32);
}

TEST(AllReduce, OrsMasks) {
  InProcessAllReduce hosts(3);
  std::vector<std::thread> threads;
  for (int host = 0; host < 3; ++host)
    threads.emplace_back([&, host] {
      for (uint64_t key = 0; key < 50; ++key) {
        auto mask = hosts.getHost(host).orMasks(key, uint64_t(1) << host);
        ASSERT_TRUE(mask.ok());
        EXPECT_EQ(*mask, 7u);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(AllReduce, KeysAscend) {
  InProcessAllReduce hosts(1);
  EXPECT_TRUE(hosts.getHost(0).orMasks(4, 0).ok());
  EXPECT_EQ(hosts.getHost(0).orMasks(4, 0).status().message(),
            "host 0 passed sync key 4 after 4; number each batch higher than "
            "the last");
}

TEST(AllReduce, Cancel) {
  InProcessAllReduce hosts(2);
  absl::Status status;
  std::thread waiting(
      [&] { status = hosts.getHost(0).orMasks(0, 0).status(); });
  hosts.cancel(absl::AbortedError("host 1 stopped"));
  waiting.join();
  EXPECT_EQ(status.message(), "host 1 stopped");
}

} // namespace
} // namespace sc::test
