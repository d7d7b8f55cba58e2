// RUN: sc-opt %s -convert-sparsecore-to-tile | FileCheck %s

// Row streaming: lists come in windows of 8 entries, two of each, list i with
// the DMA flags 2 i and 2 i + 1. P = 2, T = 16, S = 32, w = 8, N = 240, U = 200.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n
        table "user" limits <max_ids = 240, max_unique_ids = 200> sparse_cores 2
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 2,
              window_rows = 64, window_buffers = 2, list_entries = 8,
              gather_operand_bytes = 64, scratch_bytes = 1280,
              list_bytes = 192, stack_bytes = 27200, row_streaming = true>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<64x8xf32>
    return %0 : tensor<64x8xf32>
  }
}

// CHECK-LABEL: tile.task @lookup_user(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<8xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[I:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[G:[a-z0-9]+]]: memref<32xf32, #tile.space<hbm>>,
// CHECK-SAME: dma_flags = 6
// CHECK-SAME: list_entries = 8 : i64
// CHECK-SAME: row_streaming = 1 : i64

// F1: ids alone. The first window is loaded ahead; there is always one, so that
// the carry is that of this list.
// CHECK: %[[IDS:.*]] = tile.alloc "request.ids" list : memref<2x8xi32, #tile.space<tilespmem>>
// CHECK-NEXT: %[[CARRY:.*]] = tile.alloc "request.carry" scratch : memref<2xi32, #tile.space<tilespmem>>
// CHECK: tile.program @request
// CHECK: %[[ME:.*]] = tile.sparse_core_id
// CHECK: scf.for %[[OWNER:.*]] =
// The whole partition obeys N.
// CHECK: tile.fault_if %{{.*}} too_many_ids %[[COUNT:.*]] exceeds
// CHECK: tile.dma_rows %[[I]][%{{.*}}] to %[[IDS]][%{{.*}}], %{{.*}} flag
// CHECK: %[[END:.*]] = arith.maxsi %[[COUNT]], %c1
// CHECK: scf.for %[[AT:.*]] = %c0{{.*}} to %[[END]] step %[[STEP:.*]] {
// CHECK: %[[INDEX:.*]] = arith.divsi %[[AT]], %[[STEP]]
// CHECK: %[[HALF:.*]] = arith.remsi %[[INDEX]], %c2
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[STEP]]
// CHECK: %[[HAS_NEXT:.*]] = arith.cmpi slt, %[[NEXT]], %[[COUNT]]
// CHECK: scf.if %[[HAS_NEXT]]
// CHECK: %[[OTHER:.*]] = arith.subi %c1{{.*}}, %[[HALF]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[NEXT]]
// CHECK: %[[NUMBER:.*]] = arith.minsi %[[LEFT]], %c8
// CHECK: %[[TO:.*]] = arith.muli %[[OTHER]], %c8
// CHECK: %[[FLAG:.*]] = arith.addi %[[OTHER]], %c0
// CHECK: tile.dma_rows %[[I]][%{{.*}}] to %[[IDS]][%[[TO]]], %[[NUMBER]] flag %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[HALF]], %c0
// CHECK-NEXT: tile.wait_dma %[[FLAG]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[HALF]], %c8
// CHECK: %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[AT]]
// CHECK: %[[NUMBER:.*]] = arith.minsi %[[LEFT]], %[[STEP]]
// CHECK: %[[BEGUN:.*]] = tile.runs %[[IDS]][%[[OFFSET]]], %[[NUMBER]] carry %[[CARRY]] carried %[[AT]] :
// CHECK: %[[TOTAL:.*]] = tile.load %[[CARRY]][%c1
// CHECK: tile.fault_if %{{.*}} too_many_unique_ids %[[TOTAL]] exceeds
// Ids go behind those of the windows before.
// CHECK: %[[SLOT:.*]] = arith.muli %[[ME]], %c200
// CHECK: %[[BEFORE:.*]] = arith.subi %[[TOTAL]], %[[BEGUN]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[SLOT]], %[[BEFORE]]
// CHECK: tile.dma_rows %[[IDS]][%[[OFFSET]]] to %{{.*}}[%[[PLACE]]], %[[BEGUN]] peer %[[OWNER]]
// CHECK: %[[TOTAL:.*]] = tile.load %[[CARRY]][%c1
// CHECK: %[[VALUE:.*]] = arith.addi %[[TOTAL]], %c1
// CHECK: tile.signal %[[ME]], %[[VALUE]] peer %[[OWNER]]

// F2: a share has up to 13 ids, the list room for 8.
// CHECK: %[[SHARE:.*]] = tile.alloc "gather.ids" list : memref<8xi32
// CHECK: tile.program @gather
// CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: scf.for %[[FIRST:.*]] = %c0{{.*}} to %{{.*}} step %[[STEP:c8.*]] {
// CHECK: %[[NUMBER:.*]] = arith.minsi %{{.*}}, %[[STEP]]
// CHECK: tile.dma_rows %{{.*}}[%{{.*}}] to %[[SHARE]][%{{.*}}], %[[NUMBER]]

// F4: three lists, six flags. Slots count on through the windows.
// CHECK: %[[CIDS:.*]] = tile.alloc "combine.ids" list : memref<2x8xi32
// CHECK: %[[CSAMPLES:.*]] = tile.alloc "combine.samples" list : memref<2x8xi32
// CHECK: %[[CGAINS:.*]] = tile.alloc "combine.gains" list : memref<2x8xf32
// CHECK: %[[CARRY:.*]] = tile.alloc "combine.carry" scratch : memref<2xi32
// CHECK: tile.program @combine
// CHECK: scf.for %[[PARTITION:.*]] =
// CHECK: tile.dma_rows %[[I]][%{{.*}}] to %[[CIDS]][%{{.*}}], %{{.*}} flag
// CHECK: tile.dma_rows %[[S]][%{{.*}}] to %[[CSAMPLES]][%{{.*}}], %{{.*}} flag
// CHECK: tile.dma_rows %[[G]][%{{.*}}] to %[[CGAINS]][%{{.*}}], %{{.*}} flag
// CHECK: scf.for %[[AT:.*]] =
// CHECK: %[[HALF:.*]] = arith.remsi
// CHECK: scf.if
// CHECK: %[[OTHER:.*]] = arith.subi %c1{{.*}}, %[[HALF]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[OTHER]], %c0
// CHECK-NEXT: tile.dma_rows %[[I]][%[[FROM:.*]]] to %[[CIDS]][%[[TO:.*]]], %[[NUMBER:.*]] flag %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[OTHER]], %c2
// CHECK-NEXT: tile.dma_rows %[[S]][%[[FROM]]] to %[[CSAMPLES]][%[[TO]]], %[[NUMBER]] flag %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[OTHER]], %c4
// CHECK-NEXT: tile.dma_rows %[[G]][%[[FROM]]] to %[[CGAINS]][%[[TO]]], %[[NUMBER]] flag %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[HALF]], %c0
// CHECK-NEXT: tile.wait_dma %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[HALF]], %c2
// CHECK-NEXT: tile.wait_dma %[[FLAG]]
// CHECK: %[[FLAG:.*]] = arith.addi %[[HALF]], %c4
// CHECK-NEXT: tile.wait_dma %[[FLAG]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[HALF]], %c8
// CHECK: %[[KEPT:.*]] = tile.select slots %[[CIDS]], %[[CSAMPLES]], %[[CGAINS]] at %[[OFFSET]], %{{.*}} of 32 carry %[[CARRY]] carried %[[AT]] :
// CHECK: scf.for %[[FIRST:.*]] = %{{.*}} to %[[KEPT]] step
// CHECK: %[[INDEX:.*]] = arith.addi %[[FIRST]], %{{.*}}
// CHECK: tile.gather_rows %{{.*}} by %[[CIDS]][%[[INDEX]]] to
// CHECK: tile.axpy_indexed %{{.*}} by %[[CSAMPLES]][%[[INDEX1:.*]]], %[[CGAINS]][%[[INDEX1]]] into
// CHECK: {tile.windows = 2
