//===-- Machines.cpp - the table of machines ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place where numbers about hardware are written down.

#include "lib/Target/MachineRegistry.h"
#include "sc/Target/Target.h"

#include <array>

namespace sc {

static constexpr const char *kTpuInfo = "JAX tpu_info";
static constexpr const char *kTpuV4Paper = "TPU v4 paper, ISCA 2023";
static constexpr const char *kHardwareTables = "public hardware tables";
static constexpr const char *kOomText = "out-of-memory error text, 2 decimals";

static constexpr int64_t kKiB = 1024;
static constexpr int64_t kGiB = kKiB * kKiB * kKiB;

static constexpr Quantity known(int64_t value, const char *source) {
  return {value, source, false};
}

static constexpr Quantity assume(int64_t value, const char *reason) {
  return {value, reason, true};
}

static constexpr Quantity notPublished() { return {0, "not published", false}; }

/// Error texts print GiB with two decimals; rounded down to whole bytes.
static constexpr int64_t gibHundredths(int64_t hundredths) {
  return hundredths * kGiB / 100;
}

// Each tile holds the row pointers of its SparseCore, max(8, P) words: 8 KiB
// with 2048 SparseCores. The rest is room for the scalars of a task.
static constexpr Quantity kSmem =
    assume(32 * kKiB, "not published; holds row pointers for 2048 SparseCores");

static constexpr std::array<MachineDescription, 6> kMachines = {{
    {
        .name = "v4",
        .topologyAxes = 3,
        .devicesPerChip = known(1, kTpuV4Paper),
        .sparseCoresPerDevice = known(4, kTpuV4Paper),
        .tilesPerSparseCore = known(16, kTpuV4Paper),
        .f32Lanes = known(8, kTpuV4Paper),
        .bf16Lanes = notPublished(),
        .tileSpmemBytes =
            known(160 * kKiB, "TPU v4 paper, ISCA 2023, derived: 2.5 MiB of "
                              "Spmem per SparseCore in 16 banks"),
        .smemBytes = kSmem,
        .dmaGranuleBytes = assume(32, "not published; as v5p"),
        .hbmBytes = known(32 * kGiB, kHardwareTables),
        .usableHbmBytes = known(gibHundredths(3075), kOomText),
        .hbmBytesPerSecond = known(1'230'000'000'000, kHardwareTables),
    },
    {
        .name = "v5p",
        .topologyAxes = 3,
        .devicesPerChip = known(1, kTpuInfo),
        .sparseCoresPerDevice = known(4, kTpuInfo),
        .tilesPerSparseCore = known(16, kTpuInfo),
        .f32Lanes = known(8, kTpuInfo),
        .bf16Lanes = notPublished(),
        .tileSpmemBytes = known(512 * kKiB, kTpuInfo),
        .smemBytes = kSmem,
        .dmaGranuleBytes = known(32, kTpuInfo),
        .hbmBytes = known(96 * kGiB, kHardwareTables),
        .usableHbmBytes = known(
            gibHundredths(9574),
            "out-of-memory error text, 2 decimals; machine told by its size"),
        .hbmBytesPerSecond = known(2'760'000'000'000, kHardwareTables),
    },
    {
        .name = "v6e",
        .topologyAxes = 2,
        .devicesPerChip = known(1, kTpuInfo),
        .sparseCoresPerDevice = known(2, kTpuInfo),
        .tilesPerSparseCore = known(16, kTpuInfo),
        .f32Lanes = known(8, kTpuInfo),
        .bf16Lanes = known(16, kTpuInfo),
        .tileSpmemBytes = known(256 * kKiB, kTpuInfo),
        .smemBytes = kSmem,
        .dmaGranuleBytes = known(32, kTpuInfo),
        .hbmBytes = known(32 * kGiB, kHardwareTables),
        .usableHbmBytes = assume(gibHundredths(3125),
                                 "not published; 0.75 GiB reserved is assumed"),
        .hbmBytesPerSecond = known(1'640'000'000'000, kHardwareTables),
    },
    {
        .name = "v7x",
        .topologyAxes = 3,
        .devicesPerChip = known(2, kTpuInfo),
        .sparseCoresPerDevice = known(2, kTpuInfo),
        .tilesPerSparseCore = known(16, kTpuInfo),
        .f32Lanes = known(16, kTpuInfo),
        .bf16Lanes = known(32, kTpuInfo),
        .tileSpmemBytes = known(512 * kKiB, kTpuInfo),
        .smemBytes = kSmem,
        .dmaGranuleBytes =
            assume(32, "sources disagree: JAX source 32, JAX documentation 64"),
        .hbmBytes = known(96 * kGiB, "public hardware tables: 192 GiB a chip"),
        .usableHbmBytes = known(gibHundredths(9475), kOomText),
        .hbmBytesPerSecond =
            known(3'700'000'000'000, "public hardware tables: 7.4e12 a chip"),
    },
    {
        .name = "8i",
        .topologyAxes = 3,
        .devicesPerChip = assume(1, "not published; as v5p"),
        .sparseCoresPerDevice = known(1, kTpuInfo),
        .tilesPerSparseCore = known(4, kTpuInfo),
        .f32Lanes = known(16, kTpuInfo),
        .bf16Lanes = notPublished(),
        .tileSpmemBytes = known(512 * kKiB, kTpuInfo),
        .smemBytes = kSmem,
        .dmaGranuleBytes = known(64, kTpuInfo),
        .hbmBytes = notPublished(),
        .usableHbmBytes = notPublished(),
        .hbmBytesPerSecond = known(8'600'000'000'000, kHardwareTables),
    },
    {
        .name = "8t",
        .topologyAxes = 3,
        .devicesPerChip = assume(1, "not published; as v5p"),
        .sparseCoresPerDevice = known(2, kTpuInfo),
        .tilesPerSparseCore = known(16, kTpuInfo),
        .f32Lanes = known(16, kTpuInfo),
        .bf16Lanes = notPublished(),
        .tileSpmemBytes = known(256 * kKiB, kTpuInfo),
        .smemBytes = kSmem,
        .dmaGranuleBytes = known(64, kTpuInfo),
        .hbmBytes = notPublished(),
        .usableHbmBytes = notPublished(),
        .hbmBytesPerSecond = known(6'400'000'000'000, kHardwareTables),
    },
}};

static constexpr std::array<QuantityField, 11> kFields = {{
    {"devices per chip", &MachineDescription::devicesPerChip},
    {"SparseCores per device", &MachineDescription::sparseCoresPerDevice},
    {"tiles per SparseCore", &MachineDescription::tilesPerSparseCore},
    {"f32 lanes", &MachineDescription::f32Lanes},
    {"bf16 lanes", &MachineDescription::bf16Lanes},
    {"TileSpmem bytes per tile", &MachineDescription::tileSpmemBytes},
    {"Smem bytes per tile", &MachineDescription::smemBytes},
    {"DMA granule bytes", &MachineDescription::dmaGranuleBytes},
    {"HBM bytes per device", &MachineDescription::hbmBytes},
    {"usable HBM bytes per device", &MachineDescription::usableHbmBytes},
    {"HBM bytes per second, per device",
     &MachineDescription::hbmBytesPerSecond},
}};

std::span<const QuantityField> getQuantityFields() { return kFields; }

std::span<const MachineDescription> detail::getBuiltInMachines() {
  return kMachines;
}

std::vector<std::string> listAssumed(const MachineDescription &machine) {
  std::vector<std::string> titles;
  for (const QuantityField &field : kFields)
    if ((machine.*field.member).assumed)
      titles.push_back(field.title);
  return titles;
}

} // namespace sc
