// RUN: sc-opt %s -convert-sparsecore-to-tile | FileCheck %s

// Three replicas, two slices of a row and two passes over a replica, on one
// device of 2 SparseCores: P = 2, T = 16 tiles, S = 70 samples of each
// SparseCore, w = 16. A tile combines ceil(70 / (16 * 3 * 2)) = 1 sample at once,
// a replica has 32, so replica 2 has the last 6.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x16xf32>, %n: tensor<140x16xf32>) -> tensor<140x16xf32> {
    %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n
        table "user" limits <max_ids = 24, max_unique_ids = 20> sparse_cores 2
        plan <replicas = 3, vector_splits = 2, sample_splits = 2, samples_per_tile = 1,
              window_rows = 64, window_buffers = 2, list_entries = 24,
              gather_operand_bytes = 32, scratch_bytes = 1280,
              list_bytes = 288, stack_bytes = 15840, row_streaming = false, serialized = true>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x16xf32>, tensor<140x16xf32>
    return %0 : tensor<140x16xf32>
  }
}

// CHECK-LABEL: tile.task @lookup_user(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<8xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[I:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[G:[a-z0-9]+]]: memref<32xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[T:[a-z0-9]+]]: memref<512xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[N:[a-z0-9]+]]: memref<1120xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<1120xf32, #tile.space<hbm>>)
// CHECK-SAME: dma_flags = 0
// CHECK-SAME: flags = 12
// CHECK-SAME: replicas = 3 : i64, row_streaming = 0 : i64, sample_splits = 2 : i64
// CHECK-SAME: serialized = 1 : i64
// CHECK-SAME: vector_splits = 2 : i64
// Blocks k * 2 + p: 480 bytes of ids and 15360 of rows.
// CHECK: %[[IDS:.*]] = tile.alloc "ids" stack : memref<6x20xi32, #tile.space<hbm>>
// CHECK: %[[SEND:.*]] = tile.alloc "send" stack : memref<6x20x16xf32, #tile.space<hbm>>
// CHECK: %[[RECEIVE:.*]] = tile.alloc "receive" stack : memref<6x20x16xf32, #tile.space<hbm>>

// F1: the limit of distinct ids is one of the whole partition.
// CHECK: %[[RIDS:.*]] = tile.alloc "request.ids" list : memref<24xi32
// CHECK: %[[RSAMPLES:.*]] = tile.alloc "request.samples" list : memref<24xi32
// CHECK: %[[RGAINS:.*]] = tile.alloc "request.gains" list : memref<24xf32
// CHECK: tile.program @request
// CHECK: %[[ME:.*]] = tile.sparse_core_id
// CHECK: scf.for %[[OWNER:.*]] =
// CHECK: tile.fault_if %{{.*}} too_many_ids %[[ENTRIES:.*]] exceeds
// CHECK: tile.dma %[[I]][%{{.*}}] to %[[RIDS]][%{{.*}}], %[[ENTRIES]] :
// CHECK-NEXT: arith.constant
// CHECK-NEXT: %[[ALL:.*]] = tile.runs %[[RIDS]][%{{.*}}], %[[ENTRIES]] :
// CHECK: tile.fault_if %{{.*}} too_many_unique_ids %[[ALL]] exceeds
// CHECK-NOT: tile.signal
// Then each replica sends its own.
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c3{{.*}} step
// CHECK: arith.muli %[[K]], %c2
// CHECK: %[[BLOCK:.*]] = arith.addi %[[ME]],
// CHECK: tile.dma %[[I]][%{{.*}}] to %[[RIDS]]
// CHECK: tile.dma %[[S]][%{{.*}}] to %[[RSAMPLES]]
// CHECK: tile.dma %[[G]][%{{.*}}] to %[[RGAINS]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[K]], %c32
// CHECK: %[[LOWER:.*]] = arith.minsi %[[FIRST]], %c70
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %c70
// CHECK: %[[MINE:.*]] = tile.select filter %[[RIDS]], %[[RSAMPLES]], %[[RGAINS]], %[[ENTRIES]] from %[[LOWER]] to %[[UPPER]] of 70 :
// CHECK: %[[DISTINCT:.*]] = tile.runs %[[RIDS]][%{{.*}}], %[[MINE]] :
// CHECK: tile.fault_if %{{.*}} too_many_unique_ids %[[DISTINCT]] exceeds
// CHECK: %[[SLOT:.*]] = arith.muli %[[BLOCK]], %c20
// CHECK: tile.dma_rows %[[RIDS]][%{{.*}}] to %[[IDS]][%[[SLOT]]], %[[DISTINCT]] peer %[[OWNER]]
// CHECK: %[[VALUE:.*]] = arith.addi %[[DISTINCT]],
// CHECK: tile.signal %[[BLOCK]], %[[VALUE]] peer %[[OWNER]]

// F2: slices of 8 words of rows of 16, once the ids of a share are here.
// CHECK: %[[SHARE:.*]] = tile.alloc "gather.ids" list : memref<2xi32
// CHECK: %[[WINDOW:.*]] = tile.alloc "gather.rows" window : memref<64x8xf32
// CHECK: tile.program @gather
// CHECK: scf.for %[[BLOCK:.*]] = %c0{{.*}} to %c6{{.*}} step
// CHECK: tile.load_flag %[[BLOCK]]
// CHECK: tile.dma_rows %[[IDS]][%{{.*}}] to %[[SHARE]][
// CHECK: scf.for %[[SLICE:.*]] = %c0{{.*}} to %c2{{.*}} step
// CHECK: %[[SHIFT:.*]] = arith.muli %[[SLICE]], %c8
// CHECK: %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[SHIFT]]
// CHECK: tile.gather_rows %[[T]][%[[COLUMN]]] rows 32 by %[[SHARE]][%{{.*}}] to %[[WINDOW]][%{{.*}}], %{{.*}} {row_size = 8 : i64, source_stride = 16 : i64}
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c16
// CHECK: %[[SHIFT:.*]] = arith.muli %[[SLICE]], %c8
// CHECK: %[[TO:.*]] = arith.addi %[[ROW]], %[[SHIFT]]
// CHECK: tile.dma_rows %[[WINDOW]][%{{.*}}] to %[[SEND]][%[[TO]]], %{{.*}} {destination_stride = 16 : i64, row_size = 8 : i64, source_stride = 8 : i64}

// F4: slices, then replicas, then passes, then partitions.
// CHECK: %[[CIDS:.*]] = tile.alloc "combine.ids" list : memref<24xi32
// CHECK: %[[CSAMPLES:.*]] = tile.alloc "combine.samples" list : memref<24xi32
// CHECK: %[[CGAINS:.*]] = tile.alloc "combine.gains" list : memref<24xf32
// CHECK: %[[ACTIVATIONS:.*]] = tile.alloc "combine.activations" activations : memref<1x8xf32
// CHECK: tile.alloc "combine.rows" window : memref<64x8xf32
// CHECK: tile.program @combine
// CHECK: %[[TILE:.*]] = tile.tile_id
// CHECK: scf.for %[[SLICE:.*]] = %c0{{.*}} to %c2{{.*}} step
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c3{{.*}} step
// CHECK: scf.for %[[PASS:.*]] = %c0{{.*}} to %c2{{.*}} step
// CHECK: %[[BEFORE:.*]] = arith.muli %[[PASS]], %c16
// CHECK: %[[CHUNK:.*]] = arith.addi %[[TILE]], %[[BEFORE]]
// CHECK: %[[BEFORE:.*]] = arith.muli %[[K]], %c32
// CHECK: %[[CHUNK1:.*]] = arith.addi %[[CHUNK]], %[[BEFORE]]
// CHECK: %[[LOWER:.*]] = arith.minsi %[[CHUNK1]], %c70
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %c70
// CHECK: scf.if
// CHECK: %[[ROW:.*]] = arith.muli %[[LOWER]], %c16
// CHECK: %[[SHIFT:.*]] = arith.muli %[[SLICE]], %c8
// CHECK: %[[AT:.*]] = arith.addi %[[ROW]], %[[SHIFT]]
// CHECK: tile.dma_rows %[[N]][%[[AT]]] to %[[ACTIVATIONS]][%{{.*}}], %{{.*}} {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 16 : i64}
// CHECK: scf.for %[[PARTITION:.*]] =
// CHECK: %[[MINE:.*]] = tile.select filter %[[CIDS]], %[[CSAMPLES]], %[[CGAINS]], %{{.*}} of 70 :
// CHECK: %[[FIRST:.*]] = arith.muli %[[K]], %c32
// CHECK: %[[FROM:.*]] = arith.subi %[[LOWER]], %[[FIRST]]
// CHECK: %[[UPTO:.*]] = arith.subi %[[UPPER]], %[[FIRST]]
// CHECK: tile.select slots %[[CIDS]], %[[CSAMPLES]], %[[CGAINS]], %[[MINE]] from %[[FROM]] to %[[UPTO]] of 70 :
// CHECK: %[[BASE:.*]] = arith.muli %[[PARTITION]], %c320
// CHECK: %[[SHIFT:.*]] = arith.muli %[[K]], %c640
// CHECK: %[[BASE1:.*]] = arith.addi %[[BASE]], %[[SHIFT]]
// CHECK: %[[SHIFT:.*]] = arith.muli %[[SLICE]], %c8
// CHECK: %[[BASE2:.*]] = arith.addi %[[BASE1]], %[[SHIFT]]
// CHECK: tile.gather_rows %[[RECEIVE]][%[[BASE2]]] rows 20 by {{.*}} {row_size = 8 : i64, source_stride = 16 : i64}
// CHECK: tile.axpy_indexed
// CHECK: tile.dma_rows %[[ACTIVATIONS]][%{{.*}}] to %[[R]][%[[AT]]], %{{.*}} {destination_stride = 16 : i64, row_size = 8 : i64, source_stride = 8 : i64}

// F3: one exchange for each replica.
// CHECK: tile.sequencer
// CHECK-NEXT: tile.launch @request
// CHECK-NEXT: tile.launch @gather awaits [0, 6]
// CHECK-NEXT: tile.all_to_all %[[SEND]] to %[[RECEIVE]] count_flag 0 done_flag 6
// CHECK-NEXT: tile.all_to_all %[[SEND]] to %[[RECEIVE]] first_block 2 count_flag 2 done_flag 8
// CHECK-NEXT: tile.all_to_all %[[SEND]] to %[[RECEIVE]] first_block 4 count_flag 4 done_flag 10
// CHECK-NEXT: tile.launch @combine awaits [6, 6]
