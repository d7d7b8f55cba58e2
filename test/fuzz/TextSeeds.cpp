//===-- TextSeeds.cpp - valid texts for the fuzzers -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits, row formats, specs, a machine, flags and logs, as docs/Limits.md,
// docs/EmbeddingSpec.md, docs/Targets.md and docs/Diagnostics.md describe them.

#include "test/fuzz/TextSeeds.h"

static constexpr sc::test::TextSeed kSeeds[] = {
    {"limits", "limits.json",
     R"({"tables": {"user": {"max_ids_per_partition": 2048,
 "max_unique_ids_per_partition": 512}, "item\u00e9": {}}})"},
    {"limits", "limits.csv",
     "name,max_ids_per_partition,max_unique_ids_per_partition\r\n"
     "\"user, \"\"A\"\"\", 2048 ,512\n\nitem,,256\r"},
    {"row-formats", "formats.json",
     R"({"*": "int8,scale=row", "user": "bf16", "item\u00e9": "f32",
 "ad": "int8_affine,scale=table,range=-1.5:2e3"})"},
    {"embedding-spec", "spec.json",
     R"(0{"version": 1,
 "topology": {"devices": 4, "sparse_cores_per_device": 4},
 "tables": [{"name": "user", "vocabulary_size": 1000, "embedding_dim": 16,
  "combiner": "mean", "optimizer": {"type": "adagrad", "learning_rate": 0.05,
   "float_params": {"epsilon": 1e-7}, "bool_params": {"nesterov": true}},
  "max_ids_per_partition": 256, "max_unique_ids_per_partition": 128,
  "suggested_coo_buffer_size_per_device": 8192,
  "quantization_config": {"num_buckets": 256, "min_value": -1,
   "max_value": 1}},
  {"name": "item", "vocabulary_size": 300, "embedding_dim": 12,
   "optimizer": {"type": "custom", "learning_rate_tag": "warmup"}}],
 "features": [{"name": "clicks", "table": "user", "input_shape": [1024, 3],
  "output_shape": [1024, 16]},
  {"name": "views", "table": "item", "input_shape": [512]}],
 "num_sparse_cores": 16, "are_stacks_complete": true,
 "stacks": [{"name": "s", "max_ids_per_partition": 512,
  "tables": ["user", {"table": "item", "rotation": 4}]}],
 "sparsecore_config": {"max_ids_per_table": {"user": 4096},
  "allow_id_dropping": true}})"},
    {"embedding-spec", "stack.textproto",
     R"(1stacked_table_specs {
 stack_name: "s" stack_vocab_size: 96 stack_embedding_dim: 8
 total_sample_count: 24
 max_ids_per_partition: 64 max_unique_ids_per_partition: 32 num_sparsecores: 4
 table_specs { table_name: "a" vocab_size: 30 embedding_dim: 8
 padded_vocab_size: 32 padded_embedding_dim: 8
 feature_specs { feature_name: "f" input_shape: 8 input_shape: 3
  output_shape: 8 output_shape: 8 }
 combiner: "mean"
 optimizer { type: ADAGRAD learning_rate_tag: "r"
 bool_params { key: "b" value: true }
 }
 }
 table_specs { table_name: "b" vocab_size: 50 embedding_dim: 5
 padded_vocab_size: 64 padded_embedding_dim: 8 row_offset_in_shard: 8
 shard_rotation: 1
 feature_specs { feature_name: "g" input_shape: 16 row_offset: 8
  col_offset: 32 col_shift: 1 }
 }
 })"},
    // The same as binary, which here has no byte 0.
    {"embedding-spec", "stack.pb",
     "2"
     "\012\134\012\001\163\020\140\030\010\060\030\070\100\100\040\110\004"
     "\122\054\012\001\141\020\036\030\010\070\040\100\010\132\013\012\001"
     "\146\022\002\010\003\032\002\010\010\142\004\155\145\141\156\152\014"
     "\010\002\032\001\162\052\005\012\001\142\020\001\122\035\012\001\142"
     "\020\062\030\005\070\100\100\010\110\010\120\001\132\014\012\001\147"
     "\022\001\020\040\010\050\040\060\001"},
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
    // Numbers are drawn from bytes, so any text is a problem.
    {"preprocessor", "digits.txt",
     "01234567890123456789012345678901234567890123456789012345678901234567890"},
    {"preprocessor", "letters.txt",
     "the quick brown fox jumps over the lazy dog and back again, many times, "
     "until every feature of every stack has ids, samples and weights of its "
     "own; THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG AND BACK AGAIN"},
};

std::span<const sc::test::TextSeed> sc::test::getTextSeeds() { return kSeeds; }
