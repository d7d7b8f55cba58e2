//===-- TargetTest.cpp - counts of a target, choice of a topology ---------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows from a machine and a number of chips or devices.

#include "sc/Target/Target.h"

#include "gmock/gmock.h"

namespace sc {
namespace {

using testing::HasSubstr;

static std::string choose(const char *name, int64_t devices) {
  std::string error;
  std::optional<Target> target =
      withDevices(*findMachine(name), devices, error);
  if (!target)
    return error;
  EXPECT_EQ(target->devices(), devices);
  return target->str();
}

TEST(Target, countsDevicesAndSparseCores) {
  Target v5p{findMachine("v5p"), {2, 2, 1}};
  EXPECT_EQ(v5p.devices(), 4);
  EXPECT_EQ(v5p.sparseCores(), 16);
  Target v6e{findMachine("v6e"), {2, 4}};
  EXPECT_EQ(v6e.devices(), 8);
  EXPECT_EQ(v6e.sparseCores(), 16);
}

TEST(Target, chipOfV7xIsTwoDevices) {
  Target v7x{findMachine("v7x"), {2, 2, 1}};
  EXPECT_EQ(v7x.chips(), 4);
  EXPECT_EQ(v7x.devices(), 8);
  EXPECT_EQ(v7x.sparseCores(), 16);
}

TEST(Target, emptyTopologyCountsNothing) {
  Target target{findMachine("v5p"), {}};
  EXPECT_EQ(target.devices(), 0);
  EXPECT_EQ(target.sparseCores(), 0);
  EXPECT_EQ(target.str(), "v5p");
}

static std::string checkCount(const char *name, std::vector<int64_t> topology) {
  return checkSparseCoreCount({findMachine(name), std::move(topology)})
      .value_or("");
}

TEST(SparseCoreCount, mustBeAPowerOfTwo) {
  EXPECT_EQ(checkCount("v5p", {3, 1, 1}),
            "v5p:3x1x1 has 12 SparseCores; the number of SparseCores must be a "
            "power of two");
  EXPECT_EQ(checkCount("8i", {3, 5}), "8i:3x5 has 15 SparseCores; the number "
                                      "of SparseCores must be a power of two");
  EXPECT_NE(checkCount("v7x", {2, 3, 1}), "");
}

TEST(SparseCoreCount, powersOfTwo) {
  for (const MachineDescription &machine : getMachines())
    EXPECT_EQ(checkCount(machine.name, {2, 4, 1}), "");
  EXPECT_EQ(checkCount("8i", {1, 1}), "");
  EXPECT_EQ(checkCount("v5p", {1024, 1024}), "");
  EXPECT_EQ(checkCount("v5p", {}), "");
}

TEST(WithDevices, balancedTopologies) {
  EXPECT_EQ(choose("v5p", 1), "v5p:1x1x1");
  EXPECT_EQ(choose("v5p", 2), "v5p:2x1x1");
  EXPECT_EQ(choose("v5p", 4), "v5p:2x2x1");
  EXPECT_EQ(choose("v5p", 8), "v5p:2x2x2");
  EXPECT_EQ(choose("v5p", 16), "v5p:2x2x4");
  EXPECT_EQ(choose("v5p", 7), "v5p:7x1x1");
  EXPECT_EQ(choose("v6e", 8), "v6e:2x4");
  EXPECT_EQ(choose("v6e", 256), "v6e:16x16");
  EXPECT_EQ(choose("v7x", 8), "v7x:2x2x1");
}

TEST(WithDevices, everyCountRoundTrips) {
  std::string error;
  for (const MachineDescription &machine : getMachines())
    for (int64_t chips = 1; chips <= 2048; ++chips) {
      int64_t devices = chips * machine.devicesPerChip.value;
      std::optional<Target> target = withDevices(machine, devices, error);
      ASSERT_TRUE(target) << error;
      EXPECT_EQ(target->devices(), devices);
      EXPECT_TRUE(parseTarget(target->str(), error)) << target->str();
    }
}

TEST(WithDevices, notAMultipleOfAChip) {
  EXPECT_EQ(choose("v7x", 7),
            "7 devices cannot be had from v7x: a chip is 2 devices");
  EXPECT_EQ(choose("v7x", 1),
            "1 device cannot be had from v7x: a chip is 2 devices");
}

TEST(WithDevices, notPositive) {
  EXPECT_THAT(choose("v5p", 0), HasSubstr("at least one device, got 0"));
  EXPECT_THAT(choose("v5p", -4), HasSubstr("at least one device, got -4"));
}

TEST(WithDevices, tooMany) {
  EXPECT_EQ(choose("v5p", kMaxChips), "v5p:64x128x128");
  EXPECT_EQ(choose("v5p", kMaxChips + 1),
            "1048577 devices are more than the limit of 1048576 chips");
}

} // namespace
} // namespace sc
