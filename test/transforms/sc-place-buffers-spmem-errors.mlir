// RUN: sc-opt %s -sc-place-buffers -split-input-file -verify-diagnostics

// Spmem of 16 tiles with 262144 bytes each.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @spmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // expected-error @+2 {{'memref.alloca' op current allocation offset upper bound (1048576 words) exceeds the legitimate user allocatable offset upper bound (1048575 words) in memory space 202 when allocating 1048577 words.}}
    // expected-note @+1 {{needed 4194308 bytes, capacity 4194304 bytes, short by 4 bytes}}
    %0 = tile.alloc "gradients" activations : memref<1048577xf32, #tile.space<spmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

// 17 words of Spmem take 5 bytes of each tile.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @tilespmem_beside_spmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    %0 = tile.alloc "gradients" activations : memref<17xf32, #tile.space<spmem>>
    // expected-error @+3 {{current allocation offset upper bound (65534 words) exceeds the legitimate user allocatable offset upper bound (65533 words) in memory space 201 when allocating 65535 words.}}
    // expected-note @+2 {{buffers in Spmem take 5 of the 262144 bytes of each tile}}
    // expected-note @+1 {{needed 262140 bytes, capacity 262139 bytes, short by 1 byte}}
    %1 = tile.alloc "window" window : memref<65535xf32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}
