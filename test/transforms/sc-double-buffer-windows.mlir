// RUN: sc-opt %s -sc-double-buffer-windows | FileCheck %s

// CHECK-LABEL: tile.task @two_halves(
// CHECK-SAME: %[[TABLE:[a-z0-9]+]]: memref
// CHECK-SAME: dma_flags = 2
tile.task @two_halves(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  // CHECK: %[[IDS:.*]] = tile.alloc "ids"
  %ids = tile.alloc "ids" list : memref<64xi32, #tile.space<tilespmem>>
  // CHECK: %[[GAINS:.*]] = tile.alloc "gains"
  %gains = tile.alloc "gains" list : memref<64xf32, #tile.space<tilespmem>>
  // CHECK: %[[ACTIVATIONS:.*]] = tile.alloc "activations"
  %activations = tile.alloc "activations" activations : memref<2x8xf32, #tile.space<tilespmem>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32, #tile.space<tilespmem>>
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  // CHECK: tile.program @combine
  tile.program @combine {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK: %[[END:.*]] = arith.constant 64 : index
    %end = arith.constant 64 : index
    // CHECK: %[[STEP:.*]] = arith.constant 16 : index
    %step = arith.constant 16 : index
    // In front of the loop: load the first window into half 0, if there is one.
    // CHECK: %[[ENTERED:.*]] = arith.cmpi slt, %[[ZERO]], %[[END]]
    // CHECK-NEXT: scf.if %[[ENTERED]]
    // CHECK-NEXT: %[[HALF0:.*]] = arith.constant 0
    // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF0]], %c128
    // CHECK: %[[AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
    // CHECK: tile.gather_rows %[[TABLE]][%[[ZERO]]] rows 32 by %[[IDS]][%[[ZERO]]] to %[[ROWS]][%[[AT]]], %{{.*}} flag %[[HALF0]]
    // CHECK: scf.for %[[FIRST:.*]] = %[[ZERO]] to %[[END]] step %[[STEP]]
    scf.for %first = %zero to %end step %step {
      // The half of this iteration: its number, modulo 2.
      // CHECK: %[[DONE:.*]] = arith.subi %[[FIRST]], %[[ZERO]]
      // CHECK: %[[NUMBER:.*]] = arith.divsi %[[DONE]], %[[STEP]]
      // CHECK: %[[HALF:.*]] = arith.remsi %[[NUMBER]], %c2
      // Load the next window into the other half.
      // CHECK: %[[NEXT:.*]] = arith.addi %[[FIRST]], %[[STEP]]
      // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]]
      // CHECK: scf.if %[[MORE]]
      // CHECK: %[[OTHER:.*]] = arith.subi %c1{{.*}}, %[[HALF]]
      // CHECK: %[[LEFT:.*]] = arith.subi %[[END]], %[[NEXT]]
      // CHECK: %[[ROWS_LEFT:.*]] = arith.minsi %[[LEFT]], %[[STEP]]
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[OTHER]], %c128
      // CHECK: %[[AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.gather_rows %[[TABLE]][%[[ZERO]]] rows 32 by %[[IDS]][%[[NEXT]]] to %[[ROWS]][%[[AT]]], %[[ROWS_LEFT]] flag %[[OTHER]]
      // CHECK: {{^ +}$}}
      // Wait for the own half, then use it.
      // CHECK-NEXT: tile.wait_dma %[[HALF]]
      %left = arith.subi %end, %first : index
      %number = arith.minsi %left, %step : index
      // CHECK-NOT: tile.gather_rows
      tile.gather_rows %table[%zero] rows 32 by %ids[%first] to %rows[%zero], %number {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      // CHECK: %[[SHIFT:.*]] = arith.muli %[[HALF]], %c128
      // CHECK: %[[AT:.*]] = arith.addi %[[ZERO]], %[[SHIFT]]
      // CHECK: tile.axpy_indexed %[[ROWS]][%[[AT]]] by %[[IDS]][%[[FIRST]]], %[[GAINS]][%[[FIRST]]] into %[[ACTIVATIONS]]
      tile.axpy_indexed %rows[%zero] by %ids[%first], %gains[%first] into %activations, %number {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>>, memref<64xf32, #tile.space<tilespmem>>, memref<2x8xf32, #tile.space<tilespmem>>
    // CHECK-NOT: tile.windows
    } {tile.windows = 2 : i64}
  }
}

// What fills the window before the gather moves with it.
// CHECK-LABEL: tile.task @load_of_two_steps(
// CHECK-SAME: dma_flags = 2
tile.task @load_of_two_steps(%table: memref<256xf32, #tile.space<hbm>>, %hbm_ids: memref<64xi32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true, true>, sparse_cores = 2 : i64
} {
  // CHECK: %[[SLOTS:.*]] = tile.alloc "slots" window : memref<2x16xi32
  %slots = tile.alloc "slots" window : memref<16xi32, #tile.space<tilespmem>>
  // CHECK: %[[ROWS:.*]] = tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @gather {
    %zero = arith.constant 0 : index
    %end = arith.constant 64 : index
    %step = arith.constant 16 : index
    // CHECK: scf.if
    // CHECK: tile.dma_rows %{{.*}}[%{{.*}}] to %[[SLOTS]][%[[AT:.*]]],
    // CHECK: tile.gather_rows %{{.*}} by %[[SLOTS]][%[[SLOT:.*]]] to %[[ROWS]][%{{.*}}], %{{.*}} flag
    // CHECK: scf.for
    // CHECK: scf.if
    // CHECK: tile.dma_rows %{{.*}}[%{{.*}}] to %[[SLOTS]][
    // CHECK: tile.gather_rows %{{.*}} by %[[SLOTS]][%{{.*}}] to %[[ROWS]][
    // CHECK: {{^ +}$}}
    // CHECK-NEXT: tile.wait_dma
    // CHECK-NOT: tile.gather_rows
    // CHECK: tile.dma_rows %[[ROWS]][
    scf.for %first = %zero to %end step %step {
      tile.dma_rows %hbm_ids[%first] to %slots[%zero], %step {destination_stride = 1 : i64, row_size = 1 : i64, source_stride = 1 : i64}
          : memref<64xi32, #tile.space<hbm>> to memref<16xi32, #tile.space<tilespmem>>
      tile.gather_rows %table[%zero] rows 32 by %slots[%zero] to %rows[%zero], %step {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<16xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
      tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
          : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
    } {tile.windows = 2 : i64}
  }
}

// A loop in one over windows of lists, whose loads have DMA flags 0 to 5: rows
// get the next two.
// CHECK-LABEL: tile.task @flags_of_lists(
// CHECK-SAME: dma_flags = 8
tile.task @flags_of_lists(%table: memref<256xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 6 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
} {
  // CHECK: %[[IDS:.*]] = tile.alloc "ids" list : memref<2x32xi32
  %ids = tile.alloc "ids" list : memref<2x32xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "rows" window : memref<2x16x8xf32
  %rows = tile.alloc "rows" window : memref<16x8xf32, #tile.space<tilespmem>>
  %send = tile.alloc "send" stack : memref<256xf32, #tile.space<hbm>>
  tile.sequencer {
  }
  tile.program @p {
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %one = arith.constant 1 : index
    %end = arith.constant 32 : index
    %step = arith.constant 16 : index
    // CHECK: scf.for %[[WINDOW:.*]] =
    scf.for %window = %zero to %two step %one {
      // CHECK: %[[OFFSET:.*]] = arith.muli %[[WINDOW]],
      %offset = arith.muli %window, %end : index
      // CHECK: scf.if
      // CHECK: %[[FLAG:.*]] = arith.addi %c0{{[^ ]*}}, %c6
      // CHECK: tile.gather_rows {{.*}} flag %[[FLAG]]
      // CHECK: scf.for %[[FIRST:.*]] =
      // CHECK: %[[HALF:.*]] = arith.remsi
      // CHECK: scf.if
      // CHECK: %[[OTHER:.*]] = arith.subi %{{.*}}, %[[HALF]]
      // CHECK: %[[FLAG:.*]] = arith.addi %[[OTHER]], %c6
      // CHECK: tile.gather_rows {{.*}} flag %[[FLAG]]
      // CHECK: %[[FLAG:.*]] = arith.addi %[[HALF]], %c6
      // CHECK-NEXT: tile.wait_dma %[[FLAG]]
      // CHECK: tile.dma_rows
      scf.for %first = %zero to %end step %step {
        %at = arith.addi %first, %offset : index
        tile.gather_rows %table[%zero] rows 32 by %ids[%at] to %rows[%zero], %step {row_size = 8 : i64}
            : memref<256xf32, #tile.space<hbm>>, memref<2x32xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<tilespmem>>
        tile.dma_rows %rows[%zero] to %send[%zero], %step {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
            : memref<16x8xf32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
      } {tile.windows = 2 : i64}
    }
  }
}
