// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// What tile programs do, one program for each group of operations.

// CHECK-LABEL: tile.task @lookup
tile.task @lookup(%hbm_ids: memref<64xi32, #tile.space<hbm>>, %table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true, true>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  %pointers = tile.alloc "pointers" row_pointers : memref<8xi32, #tile.space<smem>>
  %ids = tile.alloc "ids" list : memref<16xi32, #tile.space<tilespmem>>
  %samples = tile.alloc "samples" list : memref<16xi32, #tile.space<tilespmem>>
  %gains = tile.alloc "gains" list : memref<16xf32, #tile.space<tilespmem>>
  %carry = tile.alloc "carry" scratch : memref<2xi32, #tile.space<tilespmem>>
  %slots = tile.alloc "slots" window : memref<64xi32, #tile.space<tilespmem>>
  %window = tile.alloc "window" window : memref<64x8xf32, #tile.space<tilespmem>>
  %activations = tile.alloc "activations" activations : memref<1x8xf32, #tile.space<tilespmem>>

  tile.sequencer {
  }

  // CHECK-LABEL: tile.program @scalars
  tile.program @scalars {
    // CHECK: %[[TILE:.*]] = tile.tile_id
    %tile = tile.tile_id
    // CHECK: %[[SELF:.*]] = tile.sparse_core_id
    %self = tile.sparse_core_id
    // CHECK: tile.load %{{.*}}[%[[TILE]]] : memref<8xi32, #tile.space<smem>>
    %value = tile.load %pointers[%tile] : memref<8xi32, #tile.space<smem>>
    // CHECK: tile.load_flag %[[TILE]]
    %flag = tile.load_flag %tile
  }

  // CHECK-LABEL: tile.program @control
  tile.program @control {
    %flag = arith.constant 0 : index
    %value = arith.constant 1 : index
    %p = tile.sparse_core_id
    // CHECK: tile.signal %[[FLAG:.*]], %[[VALUE:.*]] peer %[[PEER:.*]]
    tile.signal %flag, %value peer %p
    // CHECK: tile.signal %[[FLAG]], %[[VALUE]]{{$}}
    tile.signal %flag, %value
    // CHECK: tile.wait_dma %[[FLAG]]
    tile.wait_dma %flag
  }

  // CHECK-LABEL: tile.program @faults
  tile.program @faults {
    %count = tile.tile_id
    %limit = arith.constant 16 : index
    // CHECK: %[[C:.*]] = arith.cmpi
    %0 = arith.cmpi slt, %limit, %count : index
    // CHECK: tile.fault_if %[[C]] too_many_ids %[[COUNT:.*]] exceeds %[[LIMIT:.*]]
    tile.fault_if %0 too_many_ids %count exceeds %limit
    // CHECK: tile.fault_if %[[C]] too_many_unique_ids
    tile.fault_if %0 too_many_unique_ids %count exceeds %limit
    // CHECK: tile.fault_if %[[C]] row_pointers_descend
    tile.fault_if %0 row_pointers_descend %count exceeds %limit
    // CHECK: tile.fault_if %[[C]] row_pointer_past_end
    tile.fault_if %0 row_pointer_past_end %count exceeds %limit
  }

  // CHECK-LABEL: tile.program @streams
  tile.program @streams {
    %zero = arith.constant 0 : index
    %start = arith.constant 8 : index
    %count = arith.constant 16 : index
    %flag = arith.constant 1 : index
    %p = tile.sparse_core_id
    // CHECK: tile.dma %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}], %{{[^ ]*}} : memref<64xi32, #tile.space<hbm>> to memref<16xi32, #tile.space<tilespmem>>
    tile.dma %hbm_ids[%start] to %ids[%zero], %count
        : memref<64xi32, #tile.space<hbm>> to memref<16xi32, #tile.space<tilespmem>>
    // CHECK: tile.dma {{.*}} peer %{{[^ ]*}} flag %{{[^ ]*}} : memref<16xi32, #tile.space<tilespmem>> to memref<64xi32, #tile.space<hbm>>
    tile.dma %ids[%zero] to %hbm_ids[%start], %count peer %p flag %flag
        : memref<16xi32, #tile.space<tilespmem>> to memref<64xi32, #tile.space<hbm>>
    // CHECK: tile.dma_rows %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}], %{{[^ ]*}} {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64} : memref<64x8xf32, #tile.space<tilespmem>> to memref<4x16x8xf32, #tile.space<hbm>>
    tile.dma_rows %window[%zero] to %send[%start], %count
        {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
        : memref<64x8xf32, #tile.space<tilespmem>> to memref<4x16x8xf32, #tile.space<hbm>>
    // CHECK: tile.dma_rows {{.*}} flag %{{[^ ]*}} {
    tile.dma_rows %window[%zero] to %send[%start], %count flag %flag
        {destination_stride = 8 : i64, row_size = 4 : i64, source_stride = 16 : i64}
        : memref<64x8xf32, #tile.space<tilespmem>> to memref<4x16x8xf32, #tile.space<hbm>>
    // CHECK: tile.gather_rows %{{.*}}[%{{.*}}] rows 16 by %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}], %{{[^ ]*}} {row_size = 8 : i64} : memref<16x8xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>> to memref<64x8xf32, #tile.space<tilespmem>>
    tile.gather_rows %table[%zero] rows 16 by %slots[%zero] to %window[%zero], %count
        {row_size = 8 : i64}
        : memref<16x8xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>>
        to memref<64x8xf32, #tile.space<tilespmem>>
    // CHECK: tile.gather_rows {{.*}} flag %{{[^ ]*}} {row_size = 4 : i64, source_stride = 8 : i64}
    tile.gather_rows %table[%zero] rows 16 by %slots[%zero] to %window[%zero], %count
        flag %flag {row_size = 4 : i64, source_stride = 8 : i64}
        : memref<16x8xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>>
        to memref<64x8xf32, #tile.space<tilespmem>>
  }

  // CHECK-LABEL: tile.program @lists
  tile.program @lists {
    %zero = arith.constant 0 : index
    %count = arith.constant 16 : index
    // CHECK: tile.runs %[[IDS:.*]][%{{.*}}], %{{[^ ]*}} : memref<16xi32, #tile.space<tilespmem>>
    %0 = tile.runs %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>
    // CHECK: tile.select slots %[[IDS]], %[[SAMPLES:.*]], %[[GAINS:.*]], %{{.*}} from %{{.*}} to %{{.*}} of 16 : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
    %1 = tile.select slots %ids, %samples, %gains, %count from %zero to %count of 16
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    // CHECK: tile.select keep_ids %[[IDS]], %[[SAMPLES]], %[[GAINS]]
    %2 = tile.select keep_ids %ids, %samples, %gains, %count from %zero to %count of 16
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    // CHECK: tile.runs %[[IDS]][%{{.*}}], %{{[^ ]*}} carry %[[CARRY:.*]] carried %{{[^ ]*}} : memref<16xi32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
    %3 = tile.runs %ids[%zero], %count carry %carry carried %zero
        : memref<16xi32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
    // CHECK: tile.select slots %[[IDS]], %[[SAMPLES]], %[[GAINS]] at %{{[^ ]*}}, %{{.*}} from %{{.*}} to %{{.*}} of 16 carry %[[CARRY]] carried %{{[^ ]*}} : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
    %4 = tile.select slots %ids, %samples, %gains at %zero, %count from %zero to %count of 16 carry %carry carried %zero
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
    // CHECK: tile.select filter %[[IDS]], %[[SAMPLES]], %[[GAINS]], %{{[^ ]*}} from
    %5 = tile.select filter %ids, %samples, %gains, %count from %zero to %count of 16
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    // CHECK: tile.axpy_indexed %{{.*}}[%{{.*}}] by %[[SAMPLES]][%{{.*}}], %[[GAINS]][%{{.*}}] into %{{.*}}, %{{[^ ]*}} {row_size = 8 : i64}
    tile.axpy_indexed %window[%zero] by %samples[%zero], %gains[%zero] into %activations, %2
        {row_size = 8 : i64}
        : memref<64x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>, memref<1x8xf32, #tile.space<tilespmem>>
  }
}
