//===-- TextSeeds.cpp - valid texts for the fuzzers -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits, a machine, flags and logs, as docs/Limits.md, docs/Targets.md and
// docs/Diagnostics.md describe them.

#include "test/fuzz/TextSeeds.h"

static constexpr sc::test::TextSeed kSeeds[] = {
    {"limits", "limits.json",
     R"({"tables": {"user": {"max_ids_per_partition": 2048,
 "max_unique_ids_per_partition": 512}, "item\u00e9": {}}})"},
    {"limits", "limits.csv",
     "name,max_ids_per_partition,max_unique_ids_per_partition\r\n"
     "\"user, \"\"A\"\"\", 2048 ,512\n\nitem,,256\r"},
    {"machine", "machine.json",
     R"({"name": "mine", "topology_axes": 2, "devices_per_chip": 1,
 "sparse_cores_per_device": 2, "tiles_per_sparse_core": 16, "f32_lanes": 8,
 "bf16_lanes": 16,
 "tile_spmem_bytes": {"value": 262144, "source": "data sheet, page 12"},
 "smem_bytes": {"value": 32768, "source": "as v6e", "assumed": true},
 "dma_granule_bytes": 32, "hbm_bytes": 34359738368,
 "usable_hbm_bytes": 33554432000, "hbm_bytes_per_second": 1640000000000})"},
    {"xla-flags", "flags.txt",
     "--xla_sparse_core_max_ids_file=\"a file\" maximum_parallel_iterations=2 "
     "--xla_sc_num_serialized_tables_to_optimize_hbm=3 "
     "--xla_sparse_core_estimate_max_ids --xla_sc_detect_nan=true "
     "--xla_sc_assert_level=bounds"},
    {"xla-flags", "sanitizer.txt",
     "'--xla_tpu_buffer_contents_sanitizer_config=cores_to_sanitize: [TC, "
     "SC_SCS, SC_TILE], sanitizer_mode: LOCAL_ONLY'"},
    {"log", "replicas.txt",
     "I0101 10:00:00.0 1 a.cc:1] INVALID_ARGUMENT: E3001: "
     "CompileTimeSparseCoreInvalidReplicaCount:\nNo viable logical replica "
     "count for the embedding table with metadata: max_nz_per_row = 141352, "
     "max_unique_nz_per_row = 8, feature_width = 8, sample_count = 204800 "
     "(last tried split factor for vector splitting = 1, last tried split "
     "factor for sample dimension splitting = 1, fixed_size_allocation_bytes "
     "= 410880, row_dependent_size_allocation_bytes = 1696224, "
     "total_spmem_size_bytes = 524288)"},
    {"log", "alloca.txt",
     "'memref.alloca' op current allocation offset upper bound (140704 words) "
     "exceeds the legitimate user allocatable offset upper bound (131071 "
     "words) in memory space 201 when allocating 23440 words."},
    {"log", "total.txt",
     "Ran out of memory in memory space hbm. Used 49.34G of 32.00G hbm. "
     "Exceeded hbm capacity by 17.34G."},
    {"log", "parts.txt",
     "\x1b[31mTPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, "
     "exceeding available bytes: 95.74G\x1b[0m"},
    {"log", "buffer.txt",
     "Attempting to allocate 8.00M. That was not possible. There are 6.43M "
     "free.; (0x0x1_HBM0)"},
    {"log", "program.txt",
     "Error loading program 'step': Attempting to reserve 29.49G at the bottom "
     "of memory. That was not possible. There are 147.64M free, 0B reserved, "
     "and 147.64M reservable."},
    {"log", "input.txt",
     "expected parameter 2482 of size 5242880 (bf16[16,1280,40]{2,1,0:T(8,128)"
     "(2,1)}) but got buffer with incompatible size 1638400 (bf16[16,1280,40]"
     "{1,2,0:T(8,128)(2,1)})"},
    {"log", "fixed.txt",
     "Fixed size allocations (614656 bytes) do not fit in TileSpmem (524288 "
     "bytes)"},
    {"log", "gather.txt",
     "Gather operand too large: 819200 bytes per tile, TileSpmem has 524288 "
     "bytes"},
    {"log", "observed.txt",
     "Observed max ids per partition: 320 for table: user_table is greater "
     "than the set max ids per partition: 256"},
    {"log", "code.txt", "see E0200 or RuntimeUnexpectedCoreHalt"},
};

std::span<const sc::test::TextSeed> sc::test::getTextSeeds() { return kSeeds; }
