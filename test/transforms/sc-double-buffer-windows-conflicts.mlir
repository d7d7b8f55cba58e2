// RUN: sc-opt %s -sc-double-buffer-windows | FileCheck %s

// Loops that stay as they are: the load cannot run ahead of the use, or a window
// has no offset that could move.

// The use writes the rows that the load reads.
// CHECK-LABEL: tile.task @update_in_place(
// CHECK-SAME: dma_flags = 0
tile.task @update_in_place(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.scatter_rows %rows[%zero] by %ids[%first] to %table[%zero] rows 32, %step {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// The use writes the indices of the load.
// CHECK-LABEL: tile.task @indices_change(
// CHECK-SAME: dma_flags = 0
tile.task @indices_change(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.store %first to %ids[%zero] : memref<64xi32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// The same inside of control flow.
// CHECK-LABEL: tile.task @indices_change_deeper(
// CHECK-SAME: dma_flags = 0
tile.task @indices_change_deeper(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      scf.for %i = %zero to %end step %step {
        tile.row_fill 0 : i32 to %ids[%zero], %step : memref<64xi32, #tile.space<tilespmem>>
      }
    } {tile.windows = 2 : i64}
  }
}

// The load writes a list that the use reads.
// CHECK-LABEL: tile.task @load_of_a_list(
// CHECK-SAME: dma_flags = 0
tile.task @load_of_a_list(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %hbm = tile.alloc "hbm" stack : memref<64xi32, #tile.space<hbm>>
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %sums = tile.alloc "sums" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.dma_rows %hbm[%first] to %slots[%zero], %step {destination_stride = 1 : i64, row_size = 1 : i64, source_stride = 1 : i64}
          : memref<64xi32, #tile.space<hbm>> to memref<64xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.segment_sum %rows[%zero] by %slots at %zero, %step into %sums[%zero] first %zero {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> into memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// The offset of slots is also that of other lists.
// CHECK-LABEL: tile.task @slots_in_a_window(
// CHECK-SAME: dma_flags = 0
tile.task @slots_in_a_window(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %hbm = tile.alloc "hbm" stack : memref<64xi32, #tile.space<hbm>>
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" window : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %sums = tile.alloc "sums" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.dma_rows %hbm[%first] to %slots[%zero], %step {destination_stride = 1 : i64, row_size = 1 : i64, source_stride = 1 : i64}
          : memref<64xi32, #tile.space<hbm>> to memref<64xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.segment_sum %rows[%zero] by %slots gains %gains at %zero, %step into %sums[%zero] first %zero {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>> gains memref<64xf32, #tile.space<tilespmem>> into memref<16x8xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}

// The ids of a merge have no offset.
// CHECK-LABEL: tile.task @merge_into_a_window(
// CHECK-SAME: dma_flags = 0
tile.task @merge_into_a_window(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %hbm = tile.alloc "hbm" stack : memref<64xi32, #tile.space<hbm>>
  %cursors = tile.alloc "cursors" scratch : memref<8xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<16xi32, #tile.space<tilespmem>>
  %indices = tile.alloc "indices" list : memref<16xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "ids" window : memref<16xi32
  %ids = tile.alloc "ids" window : memref<16xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      %n, %d = tile.merge 4 of 16 %hbm[%zero] by %cursors to %ids, %slots, %indices
          : memref<64xi32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %ids[%zero] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<16xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma_rows %rows[%zero] to %table[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// The offset of a sort is that of three lists.
// CHECK-LABEL: tile.task @sorted_window(
// CHECK-SAME: dma_flags = 0
tile.task @sorted_window(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  %hbm = tile.alloc "hbm" stack : memref<64xi32, #tile.space<hbm>>
  %ids = tile.alloc "ids" window : memref<64xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<64xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @p
  tile.program @p {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for
    // CHECK-NOT: wait_dma
    scf.for %first = %zero to %end step %step {
      tile.dma_rows %hbm[%first] to %ids[%zero], %step {destination_stride = 1 : i64, row_size = 1 : i64, source_stride = 1 : i64}
          : memref<64xi32, #tile.space<hbm>> to memref<64xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %ids[%zero] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.sort %ids, %slots, %gains at %zero, %step : memref<64xi32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>>, memref<64xf32, #tile.space<tilespmem>>
    } {tile.windows = 2 : i64}
  }
}
