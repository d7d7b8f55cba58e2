// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// The local form: nothing is exchanged, and every SparseCore sees all operands.
// 70 samples over 2 x 16 tiles are 3 for each, the list comes 16 entries at a
// time.

// CHECK-LABEL: tile.task @lookup_local(
// CHECK-SAME: %[[T:[a-z0-9]+]]: memref<384xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[I:[a-z0-9]+]]: memref<40xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<40xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[G:[a-z0-9]+]]: memref<40xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[N:[a-z0-9]+]]: memref<560xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<560xf32, #tile.space<hbm>>)
// CHECK-SAME: flags = 0
// CHECK-SAME: per_sparse_core = array<i1: false, false, false, false, false, false>
// CHECK: %[[IDS:.*]] = tile.alloc "combine.ids" list : memref<16xi32
// CHECK: %[[SAMPLES:.*]] = tile.alloc "combine.samples" list : memref<16xi32
// CHECK: %[[GAINS:.*]] = tile.alloc "combine.gains" list : memref<16xf32
// CHECK: %[[ACTIVATIONS:.*]] = tile.alloc "combine.activations" activations : memref<3x8xf32
// CHECK: %[[WINDOW:.*]] = tile.alloc "combine.rows" window : memref<8x8xf32
// CHECK: tile.program @combine
// CHECK: %[[CORE:.*]] = tile.sparse_core_id
// CHECK: %[[TILE:.*]] = tile.tile_id
// CHECK: %[[BASE:.*]] = arith.muli %[[CORE]], %c16
// CHECK: %[[INDEX:.*]] = arith.addi %[[BASE]], %[[TILE]]
// CHECK: arith.muli %[[INDEX]], %c3
// CHECK: %[[LOWER:.*]] = arith.minsi %{{.*}}, %c70
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %c70
// CHECK: scf.if
// CHECK: tile.dma_rows %[[N]][%[[FIRST:.*]]] to %[[ACTIVATIONS]][%{{.*}}], %[[COUNT:[a-z0-9]+]]
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %c40 step %{{.*}}
// CHECK: tile.dma_rows %[[I]][%[[AT]]] to %[[IDS]][%{{.*}}], %[[NUMBER:[a-z0-9]+]]
// CHECK: tile.dma_rows %[[S]][%[[AT]]] to %[[SAMPLES]][%{{.*}}], %[[NUMBER]]
// CHECK: tile.dma_rows %[[G]][%[[AT]]] to %[[GAINS]][%{{.*}}], %[[NUMBER]]
// CHECK: %[[KEPT:.*]] = tile.select keep_ids %[[IDS]], %[[SAMPLES]], %[[GAINS]], %[[NUMBER]] from %[[LOWER]] to %[[UPPER]] of 70
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[KEPT]]
// CHECK: tile.gather_rows %[[T]][%{{.*}}] rows 48 by %[[IDS]][%{{.*}}] to %[[WINDOW]]
// CHECK: tile.axpy_indexed %[[WINDOW]][%{{.*}}] by %[[SAMPLES]][%{{.*}}], %[[GAINS]][%{{.*}}] into %[[ACTIVATIONS]]
// CHECK: tile.dma_rows %[[ACTIVATIONS]][%{{.*}}] to %[[R]][%[[FIRST]]], %[[COUNT]]
// CHECK: tile.sequencer
// CHECK-NEXT: tile.launch @combine{{$}}
// CHECK-NEXT: }
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%t: tensor<48x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<70x8xf32>) -> tensor<70x8xf32> {
  %0 = sc.sparse_dense_matmul_local %t, %i, %s, %g, %n table "local" sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 3, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<40xi32>, tensor<48x8xf32>, tensor<70x8xf32>
  return %0 : tensor<70x8xf32>
}
}

// -----

// Rank 1: rows of one word.

// CHECK-LABEL: tile.task @lookup_bias(
// CHECK-SAME: memref<32xf32, #tile.space<hbm>>, %{{[a-z0-9]+}}: memref<16xf32, #tile.space<hbm>>, %{{[a-z0-9]+}}: memref<16xf32, #tile.space<hbm>>)
// CHECK-SAME: width = 1
// CHECK: tile.alloc "send" stack : memref<2x16x1xf32
// CHECK: tile.alloc "gather.rows" window : memref<8x1xf32
// CHECK: tile.gather_rows {{.*}} {row_size = 1
// CHECK: tile.alloc "combine.activations" activations : memref<1x1xf32
// CHECK: tile.axpy_indexed {{.*}} {row_size = 1
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64xf32>, %n: tensor<32xf32>) -> tensor<32xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n
      table "bias" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64xf32>, tensor<32xf32>
  return %0 : tensor<32xf32>
}
}

// -----

// Two lookups of one table are two tasks.

// CHECK-LABEL: tile.schedule @main
// CHECK: tile.run @lookup_bias(%[[P:[a-z0-9]+]], %[[I:[a-z0-9]+]], %[[S:[a-z0-9]+]], %[[G:[a-z0-9]+]], %[[T:[a-z0-9]+]], %{{[a-z0-9]+}}, %[[FIRST:[a-z0-9]+]])
// CHECK: tile.run @[[SECOND:lookup_bias_[0-9]+]](%[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %[[FIRST]], %{{[a-z0-9]+}})
// CHECK: tile.task @lookup_bias(
// CHECK: tile.task @[[SECOND]](
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64xf32>, %n: tensor<32xf32>) -> tensor<32xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n
      table "bias" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64xf32>, tensor<32xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %0
      table "bias" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64xf32>, tensor<32xf32>
  return %1 : tensor<32xf32>
}
}
