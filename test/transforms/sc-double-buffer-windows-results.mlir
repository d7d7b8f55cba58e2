// RUN: sc-opt %s -sc-double-buffer-windows | FileCheck %s

// Loops from which more than the window comes stay as they are.

// Values are carried around the loop.
// CHECK-LABEL: tile.task @loop_with_results(
// CHECK-SAME: dma_flags = 0
tile.task @loop_with_results(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    %sum = scf.for %first = %zero to %end step %step iter_args(%n = %zero) -> index {
      tile.gather_rows %table[%zero] rows 32 by %ids[%zero] to %rows[%zero], %n {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      scf.yield %first : index
    } {tile.windows = 2 : i64}
  }
}

// The load has a result that is used behind it.
// CHECK-LABEL: tile.task @load_with_result(
// CHECK-SAME: dma_flags = 0
tile.task @load_with_result(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      %n = tile.runs %ids[%first], %step : memref<64xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %ids[%zero] to %rows[%zero], %n {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma %rows[%zero] to %send[%zero], %n : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}
