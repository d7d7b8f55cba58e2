// RUN: sc-opt %s -sc-place-buffers -split-input-file | FileCheck %s

// Spmem is the TileSpmem of all tiles of a SparseCore together, here 16 times
// 262144 bytes. Its buffers start at 0 and share bytes where they are not live
// together; their end, 32832 bytes, takes 2052 of each tile: 65023 words remain.
// CHECK-LABEL: tile.task @spmem
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @spmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // CHECK: tile.alloc "gradients" activations at 0 live 0 to 1 : memref<1025x8xf32, #tile.space<spmem>>
    %gradients = tile.alloc "gradients" activations : memref<1025x8xf32, #tile.space<spmem>>
    // CHECK: tile.alloc "beside" activations at 32800 live 1 to 1
    %beside = tile.alloc "beside" activations : memref<1x8xf32, #tile.space<spmem>>
    // CHECK: tile.alloc "later" activations at 0 live 2 to 2
    %later = tile.alloc "later" activations : memref<1x8xf32, #tile.space<spmem>>
    // CHECK: tile.alloc "rows" window at 0 live 0 to 2 : memref<65023xf32
    %rows = tile.alloc "rows" window : memref<65023xf32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @stage {
      %0 = arith.constant 0 : index
      tile.dma %rows[%0] to %gradients[%0], %0 : memref<65023xf32, #tile.space<tilespmem>> to memref<1025x8xf32, #tile.space<spmem>>
    }
    tile.program @sum {
      %0 = arith.constant 0 : index
      tile.dma %gradients[%0] to %rows[%0], %0 : memref<1025x8xf32, #tile.space<spmem>> to memref<65023xf32, #tile.space<tilespmem>>
      tile.dma %rows[%0] to %beside[%0], %0 : memref<65023xf32, #tile.space<tilespmem>> to memref<1x8xf32, #tile.space<spmem>>
    }
    tile.program @apply {
      %0 = arith.constant 0 : index
      tile.dma %later[%0] to %rows[%0], %0 : memref<1x8xf32, #tile.space<spmem>> to memref<65023xf32, #tile.space<tilespmem>>
    }
  }
}

// -----

// All of Spmem: nothing remains of a tile. Each task has it anew.
// CHECK-LABEL: tile.task @all_of_spmem
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @all_of_spmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // CHECK: tile.alloc "all" activations at 0 live 0 to 0 : memref<1048576xf32, #tile.space<spmem>>
    %all = tile.alloc "all" activations : memref<1048576xf32, #tile.space<spmem>>
    // CHECK: tile.alloc "none" window at 0 live 0 to 0 : memref<0xf32, #tile.space<tilespmem>>
    %none = tile.alloc "none" window : memref<0xf32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
  // CHECK-LABEL: tile.task @no_spmem
  tile.task @no_spmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // CHECK: tile.alloc "rows" window at 0 live 0 to 0 : memref<65536xf32, #tile.space<tilespmem>>
    %rows = tile.alloc "rows" window : memref<65536xf32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}
