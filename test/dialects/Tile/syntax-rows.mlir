// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// What updates of tables need: merged lists, sums of rows and functions of rows.

// CHECK-LABEL: tile.task @update
tile.task @update(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %received = tile.alloc "received" stack : memref<4x16xi32, #tile.space<hbm>>
  %gradients = tile.alloc "gradients" activations : memref<16x8xf32, #tile.space<spmem>>
  %cursors = tile.alloc "cursors" scratch : memref<2x4xi32, #tile.space<tilespmem>>
  %ids = tile.alloc "ids" list : memref<16xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" list : memref<16xi32, #tile.space<tilespmem>>
  %indices = tile.alloc "indices" list : memref<16xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<16xf32, #tile.space<tilespmem>>
  %a = tile.alloc "a" window : memref<4x8xf32, #tile.space<tilespmem>>
  %b = tile.alloc "b" window : memref<4x8xf32, #tile.space<tilespmem>>
  %codes = tile.alloc "codes" window : memref<4x12xi8, #tile.space<tilespmem>>
  %halves = tile.alloc "halves" window : memref<4x16xbf16, #tile.space<tilespmem>>
  %fp8 = tile.alloc "fp8" window : memref<4x8xf8E5M2, #tile.space<tilespmem>>
  %flags = tile.alloc "flags" window : memref<4x8xi32, #tile.space<tilespmem>>
  %words = tile.alloc "words" scratch : memref<4xf32, #tile.space<tilespmem>>
  %word = tile.alloc "word" scratch : memref<1xf32, #tile.space<tilespmem>>

  tile.sequencer {
    %flag = arith.constant 0 : index
    %count = arith.constant 8 : index
    // CHECK: tile.clear_flags %[[FLAG:[^ ]*]], %[[COUNT:[^ ]*]]{{$}}
    tile.clear_flags %flag, %count
  }

  // CHECK-LABEL: tile.program @faults
  tile.program @faults {
    %count = tile.tile_id
    %limit = arith.constant 64 : index
    %0 = arith.cmpi slt, %limit, %count : index
    // CHECK: tile.fault_if %[[C:.*]] minibatches_out_of_range %{{.*}} exceeds %{{.*}}
    tile.fault_if %0 minibatches_out_of_range %count exceeds %limit
    // CHECK: tile.fault_if %[[C]] minibatches_disagree
    tile.fault_if %0 minibatches_disagree %count exceeds %limit
  }

  // CHECK-LABEL: tile.program @lists
  tile.program @lists {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK: %[[COUNT:.*]] = arith.constant 16 : index
    %count = arith.constant 16 : index
    // CHECK: tile.store %[[COUNT]] to %[[CURSORS:.*]][%[[ZERO]]] : memref<2x4xi32, #tile.space<tilespmem>>
    tile.store %count to %cursors[%zero] : memref<2x4xi32, #tile.space<tilespmem>>
    // CHECK: tile.runs ascending %[[IDS:.*]][%[[ZERO]]], %[[COUNT]] : memref<16xi32, #tile.space<tilespmem>>
    %0 = tile.runs ascending %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>
    // CHECK: tile.sort %[[IDS]], %[[SLOTS:.*]], %[[GAINS:.*]] at %[[ZERO]], %[[COUNT]] : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
    tile.sort %ids, %slots, %gains at %zero, %count
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    // CHECK: tile.lower_bound %[[COUNT]] in %[[IDS]][%[[ZERO]]], %[[COUNT]] : memref<16xi32, #tile.space<tilespmem>>
    %1 = tile.lower_bound %count in %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>
    // CHECK: tile.lower_bound %[[COUNT]] in %[[RECEIVED:.*]][%[[ZERO]]], %[[COUNT]] : memref<4x16xi32, #tile.space<hbm>>
    %2 = tile.lower_bound %count in %received[%zero], %count : memref<4x16xi32, #tile.space<hbm>>
    // CHECK: %{{.*}}, %{{.*}} = tile.merge 4 of 16 %[[RECEIVED]][%[[ZERO]]] by %[[CURSORS]] to %[[IDS]], %[[SLOTS]], %{{.*}} : memref<4x16xi32, #tile.space<hbm>>, memref<2x4xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>{{$}}
    %3, %4 = tile.merge 4 of 16 %received[%zero] by %cursors to %ids, %slots, %indices
        : memref<4x16xi32, #tile.space<hbm>>, memref<2x4xi32, #tile.space<tilespmem>>,
          memref<16xi32, #tile.space<tilespmem>>
  }

  // CHECK-LABEL: tile.program @streams
  tile.program @streams {
    %zero = arith.constant 0 : index
    %count = arith.constant 4 : index
    // CHECK: tile.scatter_rows %{{.*}}[%{{.*}}] by %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}] rows 16, %{{[^ ]*}} {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<hbm>>
    tile.scatter_rows %a[%zero] by %ids[%zero] to %table[%zero] rows 16, %count {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>
        to memref<16x8xf32, #tile.space<hbm>>
    // CHECK: tile.scatter_rows {{.*}} rows 16, %{{[^ ]*}} flag %{{[^ ]*}} {destination_stride = 8 : i64, row_size = 4 : i64}
    tile.scatter_rows %a[%zero] by %ids[%zero] to %table[%zero] rows 16, %count flag %zero
        {destination_stride = 8 : i64, row_size = 4 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>
        to memref<16x8xf32, #tile.space<hbm>>
  }

  // CHECK-LABEL: tile.program @sums
  tile.program @sums {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    %count = arith.constant 4 : index
    // CHECK: tile.segment_sum %[[GRADIENTS:.*]][%[[ZERO]]] by %[[SLOTS:[^ ]*]] indices %[[INDICES:.*]] gains %[[GAINS:.*]] at %[[ZERO]], %[[COUNT:.*]] into %[[SUMS:.*]][%[[ZERO]]] first %[[COUNT]] {row_size = 8 : i64} : memref<16x8xf32, #tile.space<spmem>>, memref<16xi32, #tile.space<tilespmem>> indices memref<16xi32, #tile.space<tilespmem>> gains memref<16xf32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<tilespmem>>
    tile.segment_sum %gradients[%zero] by %slots indices %indices gains %gains at %zero, %count
        into %a[%zero] first %count {row_size = 8 : i64}
        : memref<16x8xf32, #tile.space<spmem>>, memref<16xi32, #tile.space<tilespmem>> indices memref<16xi32, #tile.space<tilespmem>> gains memref<16xf32, #tile.space<tilespmem>>
        into memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.segment_sum %{{.*}}[%[[ZERO]]] by %[[SLOTS]] indices %[[INDICES]] at
    tile.segment_sum %b[%zero] by %slots indices %indices at %zero, %count into %a[%zero] first %zero {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> indices memref<16xi32, #tile.space<tilespmem>>
        into memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.segment_sum %{{.*}}[%[[ZERO]]] by %[[SLOTS]] gains %[[GAINS]] at
    tile.segment_sum %b[%zero] by %slots gains %gains at %zero, %count into %a[%zero] first %zero {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> gains memref<16xf32, #tile.space<tilespmem>>
        into memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.segment_sum %{{.*}}[%[[ZERO]]] by %[[SLOTS]] at %[[ZERO]],
    tile.segment_sum %b[%zero] by %slots at %zero, %count into %a[%zero] first %zero {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>
        into memref<4x8xf32, #tile.space<tilespmem>>
  }

  // CHECK-LABEL: tile.program @functions
  tile.program @functions {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK: %[[COUNT:.*]] = arith.constant 4 : index
    %count = arith.constant 4 : index
    // CHECK: tile.row_fill 5.000000e-01 : f32 to %[[A:.*]][%[[ZERO]]], %[[COUNT]] : memref<4x8xf32, #tile.space<tilespmem>>
    tile.row_fill 0.5 : f32 to %a[%zero], %count : memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.row_fill -1 : i32 to %[[FLAGS:.*]][%[[ZERO]]], %[[COUNT]] : memref<4x8xi32, #tile.space<tilespmem>>
    tile.row_fill -1 : i32 to %flags[%zero], %count : memref<4x8xi32, #tile.space<tilespmem>>
    // CHECK: tile.elementwise sqrt(%[[A]][%[[ZERO]]]) to %[[B:.*]][%[[ZERO]]], %[[COUNT]] {broadcast = array<i64: 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    tile.elementwise sqrt(%a[%zero]) to %b[%zero], %count {broadcast = array<i64: 0>, row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.elementwise multiply(%{{.*}}[%[[ZERO]]], %[[A]][%[[ZERO]]]) to %[[A]][%[[ZERO]]], %[[COUNT]] {broadcast = array<i64: 3, 0>, row_size = 8 : i64} : memref<1xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    tile.elementwise multiply(%word[%zero], %a[%zero]) to %a[%zero], %count {broadcast = array<i64: 3, 0>, row_size = 8 : i64}
        : memref<1xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.elementwise less_equal(%[[A]][%[[ZERO]]], %[[B]][%[[ZERO]]]) to %[[FLAGS]][%[[ZERO]]]
    tile.elementwise less_equal(%a[%zero], %b[%zero]) to %flags[%zero], %count {broadcast = array<i64: 0, 0>, row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>
        to memref<4x8xi32, #tile.space<tilespmem>>
    // CHECK: tile.elementwise select(%[[FLAGS]][%[[ZERO]]], %[[A]][%[[ZERO]]], %[[B]][%[[ZERO]]]) to %[[A]][%[[ZERO]]], %[[COUNT]] {broadcast = array<i64: 0, 0, 1>, row_size = 8 : i64}
    tile.elementwise select(%flags[%zero], %a[%zero], %b[%zero]) to %a[%zero], %count {broadcast = array<i64: 0, 0, 1>, row_size = 8 : i64}
        : memref<4x8xi32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.reduce_row add %[[A]][%[[ZERO]]] init %{{.*}}[%[[ZERO]]] to %{{.*}}[%[[ZERO]]], %[[COUNT]] {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4xf32, #tile.space<tilespmem>>
    tile.reduce_row add %a[%zero] init %word[%zero] to %words[%zero], %count {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>>
        to memref<4xf32, #tile.space<tilespmem>>
    // CHECK: tile.snap %[[A]][%[[ZERO]]], %[[COUNT]] low -1.000000e+00 high 1.000000e+00 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
    tile.snap %a[%zero], %count low -1.0 high 1.0 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }

  // CHECK-LABEL: tile.program @narrow
  tile.program @narrow {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK: %[[BEHIND:.*]] = arith.constant 8 : index
    %behind = arith.constant 8 : index
    // CHECK: tile.widen int8 %[[CODES:.*]][%[[ZERO]]] scales %[[CODES]][%[[BEHIND]]] to %[[A:.*]][%[[ZERO]]], %[[BEHIND]] {row_size = 8 : i64, scales_stride = 12 : i64, source_stride = 12 : i64} : memref<4x12xi8, #tile.space<tilespmem>>, memref<4x12xi8, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    tile.widen int8 %codes[%zero] scales %codes[%behind] to %a[%zero], %behind
        {row_size = 8 : i64, scales_stride = 12 : i64, source_stride = 12 : i64}
        : memref<4x12xi8, #tile.space<tilespmem>>, memref<4x12xi8, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.widen int8_affine %[[CODES]][%[[ZERO]]] scales %{{.*}}[%[[ZERO]]] to %[[A]][%[[ZERO]]], %[[BEHIND]] {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 12 : i64} : memref<4x12xi8, #tile.space<tilespmem>>, memref<4xf32, #tile.space<tilespmem>> to
    tile.widen int8_affine %codes[%zero] scales %words[%zero] to %a[%zero], %behind
        {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 12 : i64}
        : memref<4x12xi8, #tile.space<tilespmem>>, memref<4xf32, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.widen bf16 %{{.*}}[%[[ZERO]]] to %[[A]][%[[ZERO]]], %[[BEHIND]] {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xbf16, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    tile.widen bf16 %halves[%zero] to %a[%zero], %behind {row_size = 8 : i64, source_stride = 16 : i64}
        : memref<4x16xbf16, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.widen fp8_e5m2 %{{.*}}[%[[ZERO]]] scales %{{.*}}[%[[ZERO]]] to
    tile.widen fp8_e5m2 %fp8[%zero] scales %word[%zero] to %a[%zero], %behind
        {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 8 : i64}
        : memref<4x8xf8E5M2, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
  }
}
