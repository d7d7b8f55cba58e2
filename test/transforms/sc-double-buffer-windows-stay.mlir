// RUN: sc-opt %s -sc-double-buffer-windows | FileCheck %s

// Loops that stay as they are.

// The plan has one window.
// CHECK-LABEL: tile.task @one_window(
// CHECK-SAME: dma_flags = 0
tile.task @one_window(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 1 : i64}
  }
}

// The loop is not one of windows.
// CHECK-LABEL: tile.task @unmarked_loop(
// CHECK-SAME: dma_flags = 0
tile.task @unmarked_loop(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    }
  }
}

// Nothing is loaded in the loop.
// CHECK-LABEL: tile.task @no_load(
// CHECK-SAME: dma_flags = 0
tile.task @no_load(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// What is loaded is no window.
// CHECK-LABEL: tile.task @no_window(
// CHECK-SAME: dma_flags = 0
tile.task @no_window(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" list : memref<16x8xf32
  %rows = tile.alloc "rows" list : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// A window without an offset has no second half.
// CHECK-LABEL: tile.task @accumulator(
// CHECK-SAME: dma_flags = 0
tile.task @accumulator(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.axpy_indexed %rows[%zero] by %ids[%zero], %gains[%zero] into %rows, %step {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>>, memref<64xf32, #tile.space<tilespmem>>, memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// A window that is used deeper than in the body of the loop.
// CHECK-LABEL: tile.task @nested_use(
// CHECK-SAME: dma_flags = 0
tile.task @nested_use(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    %yes = arith.constant true
    // CHECK-NOT: wait_dma
    // CHECK: scf.for
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      scf.if %yes {
        tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
      }
    } {tile.windows = 2 : i64}
  }
}
