// RUN: sc-opt %s -sc-plan-memory=row-streaming 2>&1 | FileCheck %s --check-prefixes=STREAM,REPLICAS
// RUN: sc-opt %s -sc-plan-memory="row-streaming sample-splitting" 2>&1 | FileCheck %s --check-prefixes=STREAM,SPLITS
// RUN: not sc-opt %s -sc-plan-memory="row-streaming max-replicas=1" 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not sc-opt %s -sc-plan-memory 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not sc-opt %s -sc-plan-memory=max-replicas=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not sc-opt %s -sc-plan-memory=parallel-iterations=-3 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not sc-opt %s -sc-plan-memory=num-serialized-tables=all 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not sc-opt %s -sc-plan-memory=num-serialized-tables=-1 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not sc-opt %s -sc-plan-memory=num-serialized-tables=9223372036854775808 2>&1 | FileCheck %s --check-prefix=MANY

// A list of 1200000 bytes passes through two windows of 4096 entries, 24 bytes each.
// STREAM: remark: table 'user': a tile holds 1 sample (32 bytes), 4096 list entries (98304 bytes) and 2 windows of 256 rows of 524288 bytes TileSpmem; stack of a SparseCore 4352 bytes; 1 replica, 1 vector split, 1 sample split, row streaming, because unsplit a tile needs 1201312 bytes (32 for activations, 1280 scratch, 1200000 for its list)

// Activations of 524288 bytes are halved: by two replicas, which have two stacks,
// or by two passes over the samples of one.
// REPLICAS: remark: table 'item': a tile holds 8192 samples (262144 bytes), {{.*}} stack of a SparseCore 8704 bytes; 2 replicas, 1 vector split, 1 sample split, because
// SPLITS: remark: table 'item': a tile holds 8192 samples (262144 bytes), {{.*}} stack of a SparseCore 4352 bytes; 1 replica, 1 vector split, 2 sample splits, because

// STREAM-LABEL: func.func @long_list
// STREAM: plan <replicas = 1, {{.*}} list_entries = 4096, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 98304, stack_bytes = 4352, row_streaming = true>
// STREAM-LABEL: func.func @many_samples
// REPLICAS: plan <replicas = 2, vector_splits = 1, sample_splits = 1, samples_per_tile = 8192, {{.*}}, stack_bytes = 8704>
// SPLITS: plan <replicas = 1, vector_splits = 1, sample_splits = 2, samples_per_tile = 8192, {{.*}}, stack_bytes = 4352>

// Without an option that helps, advice names it. 524288 + 1280 bytes are too many.
// ONE: error: Fixed size allocations (525568 bytes) do not fit in TileSpmem (524288 bytes)
// ONE: note: table 'item'
// ONE: note: --sample-splitting fits with 2 sample splits

// LIST: error: E3001: CompileTimeSparseCoreInvalidReplicaCount:
// LIST: note: --row-streaming fits
// LIST: note: --sample-splitting alone does not fit

// ZERO: error: max-replicas and parallel-iterations must be positive, got 0 and 1{{$}}
// NEGATIVE: error: max-replicas and parallel-iterations must be positive, got 64 and -3{{$}}
// WORD: error: num-serialized-tables must be auto or a number, got 'all'
// LESS: error: num-serialized-tables must be auto or a number, got '-1'
// MANY: error: num-serialized-tables must be auto or a number, got '9223372036854775808'

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @long_list(%p: tensor<32xi32>, %i: tensor<400000xi32>, %g: tensor<400000xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 100000, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<400000xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
func.func @many_samples(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<1048576x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "item" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<1048576x8xf32>
  return
}
}
