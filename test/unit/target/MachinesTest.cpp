//===-- MachinesTest.cpp - the table of machines --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calibration points of the machine table, and rules for every entry.

#include "sc/Target/Target.h"

#include "gmock/gmock.h"

#include <cstdio>
#include <set>
#include <string>

namespace sc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Machines, namesAreUnique) {
  std::set<std::string> names;
  for (const MachineDescription &machine : getMachines())
    EXPECT_TRUE(names.insert(machine.name).second) << machine.name;
  EXPECT_EQ(names.size(), 6u);
}

TEST(Machines, findsByExactName) {
  for (const MachineDescription &machine : getMachines())
    EXPECT_EQ(findMachine(machine.name), &machine);
  EXPECT_EQ(findMachine("V5P"), nullptr);
  EXPECT_EQ(findMachine("v5"), nullptr);
  EXPECT_EQ(findMachine(""), nullptr);
}

TEST(Machines, everyNumberHasASource) {
  for (const MachineDescription &machine : getMachines())
    for (const QuantityField &field : getQuantityFields())
      EXPECT_STRNE((machine.*field.member).source, "")
          << machine.name << ' ' << field.title;
}

TEST(Machines, unpublishedNumbersAreZeroOrAssumed) {
  for (const MachineDescription &machine : getMachines())
    for (const QuantityField &field : getQuantityFields()) {
      const Quantity &quantity = machine.*field.member;
      std::string source = quantity.source;
      bool isMissing = source.starts_with("not published");
      EXPECT_EQ(isMissing && !quantity.assumed, !quantity.published())
          << machine.name << ' ' << field.title;
    }
}

TEST(Machines, sizesOfTheHardware) {
  struct Row {
    const char *name;
    int64_t devicesPerChip, sparseCores, tiles, lanes, tileBytes, granule;
  };
  const Row rows[] = {
      {"v4", 1, 4, 16, 8, 163840, 32},  {"v5p", 1, 4, 16, 8, 524288, 32},
      {"v6e", 1, 2, 16, 8, 262144, 32}, {"v7x", 2, 2, 16, 16, 524288, 32},
      {"8i", 1, 1, 4, 16, 524288, 64},  {"8t", 1, 2, 16, 16, 262144, 64},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.name);
    const MachineDescription *machine = findMachine(row.name);
    ASSERT_NE(machine, nullptr);
    EXPECT_EQ(machine->devicesPerChip.value, row.devicesPerChip);
    EXPECT_EQ(machine->sparseCoresPerDevice.value, row.sparseCores);
    EXPECT_EQ(machine->tilesPerSparseCore.value, row.tiles);
    EXPECT_EQ(machine->f32Lanes.value, row.lanes);
    EXPECT_EQ(machine->tileSpmemBytes.value, row.tileBytes);
    EXPECT_EQ(machine->dmaGranuleBytes.value, row.granule);
  }
}

TEST(Machines, bf16LanesWherePublished) {
  EXPECT_EQ(findMachine("v6e")->bf16Lanes.value, 16);
  EXPECT_EQ(findMachine("v7x")->bf16Lanes.value, 32);
  for (const char *name : {"v4", "v5p", "8i", "8t"})
    EXPECT_FALSE(findMachine(name)->bf16Lanes.published()) << name;
}

/// As error texts print it.
static std::string printGiB(int64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2fG", double(bytes) / (1 << 30));
  return text;
}

TEST(Machines, usableHbmPrintsAsInErrorTexts) {
  EXPECT_EQ(printGiB(findMachine("v4")->usableHbmBytes.value), "30.75G");
  EXPECT_EQ(printGiB(findMachine("v5p")->usableHbmBytes.value), "95.74G");
  EXPECT_EQ(printGiB(findMachine("v6e")->usableHbmBytes.value), "31.25G");
  EXPECT_EQ(printGiB(findMachine("v7x")->usableHbmBytes.value), "94.75G");
  EXPECT_TRUE(findMachine("v6e")->usableHbmBytes.assumed);
  EXPECT_FALSE(findMachine("8i")->usableHbmBytes.published());
  EXPECT_FALSE(findMachine("8t")->usableHbmBytes.published());
}

TEST(Machines, usableHbmIsLessThanHbm) {
  for (const MachineDescription &machine : getMachines())
    EXPECT_LE(machine.usableHbmBytes.value, machine.hbmBytes.value)
        << machine.name;
}

TEST(Machines, smemHoldsRowPointersOf2048SparseCores) {
  for (const MachineDescription &machine : getMachines()) {
    EXPECT_GE(machine.smemBytes.value, 2048 * 4) << machine.name;
    EXPECT_TRUE(machine.smemBytes.assumed) << machine.name;
  }
}

TEST(Machines, assumedNumbersAreListedByTitle) {
  using testing::ElementsAre;
  EXPECT_THAT(listAssumed(*findMachine("v5p")),
              ElementsAre("Smem bytes per tile"));
  EXPECT_THAT(
      listAssumed(*findMachine("v6e")),
      ElementsAre("Smem bytes per tile", "usable HBM bytes per device"));
  EXPECT_THAT(listAssumed(*findMachine("8t")),
              ElementsAre("devices per chip", "Smem bytes per tile"));
}

TEST(Machines, disagreeingSourcesAreAssumed) {
  const Quantity &granule = findMachine("v7x")->dmaGranuleBytes;
  EXPECT_TRUE(granule.assumed);
  EXPECT_THAT(granule.source, HasSubstr("disagree"));
}

TEST(Machines, derivedNumbersSaySo) {
  EXPECT_THAT(findMachine("v4")->tileSpmemBytes.source,
              StartsWith("TPU v4 paper, ISCA 2023, derived"));
}

} // namespace
} // namespace sc
