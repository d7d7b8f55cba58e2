// RUN: sc-opt %s -sc-double-buffer-windows | FileCheck %s

// Uses of a window that sum, round and compute its rows.

// A window of sums stays whole: the load does not touch it. The offset of the
// lists is no offset of a window.
// CHECK-LABEL: tile.task @segment_sum(
// CHECK-SAME: dma_flags = 2
tile.task @segment_sum(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  // CHECK: %[[SUMS:.*]] = tile.alloc "sums" window : memref<16x8xf32
  %sums = tile.alloc "sums" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for %[[FIRST:.*]] = %[[ZERO]] to
    // CHECK: %[[HALF:.*]] = arith.remsi
    // CHECK: tile.wait_dma %[[HALF]]
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[ROWS_AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.segment_sum %[[ROWS]][%[[ROWS_AT]]] by %{{.*}} gains %{{.*}} at %[[FIRST]], %{{.*}} into %[[SUMS]][%[[ZERO]]] first %[[ZERO]]
      tile.segment_sum %rows[%zero] by %slots gains %gains at %first, %step into %sums[%zero] first %zero {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> gains memref<64xf32, #tile.space<tilespmem>> into memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// Sums that go to the window which was loaded: its offset is shifted too.
// CHECK-LABEL: tile.task @segment_sum_result(
// CHECK-SAME: dma_flags = 2
tile.task @segment_sum_result(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for %[[FIRST:.*]] = %[[ZERO]] to
    // CHECK: %[[HALF:.*]] = arith.remsi
    // CHECK: tile.wait_dma %[[HALF]]
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[ROWS_AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[SUMS_AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.segment_sum %[[ROWS]][%[[ROWS_AT]]] by %{{.*}} at %[[FIRST]], %{{.*}} into %[[ROWS]][%[[SUMS_AT]]] first %[[ZERO]]
      tile.segment_sum %rows[%zero] by %slots at %first, %step into %rows[%zero] first %zero {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> into memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// Rounding works in place, on the half that is used.
// CHECK-LABEL: tile.task @snap(
// CHECK-SAME: dma_flags = 2
tile.task @snap(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for %[[FIRST:.*]] = %[[ZERO]] to
    // CHECK: %[[HALF:.*]] = arith.remsi
    // CHECK: tile.wait_dma %[[HALF]]
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[ROWS_AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.snap %[[ROWS]][%[[ROWS_AT]]], %{{.*}} low -1.0
      tile.snap %rows[%zero], %step low -1.0 high 1.0 buckets 16 {row_size = 8 : i64} : memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[SOURCE_AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.dma_rows %[[ROWS]][%[[SOURCE_AT]]] to
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// Operands and result of a function, a fold and a scatter.
// CHECK-LABEL: tile.task @functions(
// CHECK-SAME: dma_flags = 2
tile.task @functions(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for %[[FIRST:.*]] = %[[ZERO]] to
    // CHECK: %[[HALF:.*]] = arith.remsi
    // CHECK: tile.wait_dma %[[HALF]]
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[A:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[B:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[R:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.elementwise multiply(%[[ROWS]][%[[A]]], %[[ROWS]][%[[B]]]) to %[[ROWS]][%[[R]]],
      tile.elementwise multiply(%rows[%zero], %rows[%zero]) to %rows[%zero], %step
          {broadcast = array<i64: 0, 0>, row_size = 8 : i64} : memref<16x8xf32, #tile.space<tilespmem>>, memref<16x8xf32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[FOLDED:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.reduce_row add %[[ROWS]][%[[FOLDED]]] init %{{.*}}[%[[ZERO]]] to %{{.*}}[%[[FIRST]]],
      tile.reduce_row add %rows[%zero] init %gains[%zero] to %gains[%first], %step {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xf32, #tile.space<tilespmem>> to memref<64xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[SOURCE:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.scatter_rows %[[ROWS]][%[[SOURCE]]] by %{{.*}}[%[[FIRST]]] to
      tile.scatter_rows %rows[%zero] by %ids[%first] to %send[%zero] rows 32, %step {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK-NEXT: %[[FILLED:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.row_fill 0.000000e+00 : f32 to %[[ROWS]][%[[FILLED]]],
      tile.row_fill 0.0 : f32 to %rows[%zero], %step : memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}
