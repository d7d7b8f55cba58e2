// RUN: split-file %s %t
// RUN: not sc-opt %t/tile.mlir -sc-place-buffers 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not sc-opt %t/hbm.mlir -sc-place-buffers 2>&1 | FileCheck %s --check-prefix=HBM

// The published errors with the memory as it is at the failing moment. Bounds are
// inclusive: 49152 + 16385 words end at word 65536, the memory at 65535. What only
// another program of the task uses is not live.
// TILE: tile.mlir:8:13: error: E3000: CompileTimeSparseCoreAllocationFailure:
// TILE-NEXT: {{^}}'memref.alloca' op current allocation offset upper bound (65536 words) exceeds the legitimate user allocatable offset upper bound (65535 words) in memory space 201 when allocating 16385 words.{{$}}
// TILE-NEXT: {{^}}See https://openxla.org/xla/errors/error_3000 for more details.{{$}}
// TILE: tile.mlir:8:13: note: buffers that are live at this moment:
// TILE-NEXT: {{^}}list: 0x0-0x2ffff (196608 bytes), class list{{$}}
// TILE-NEXT: {{^}}more: 0x30000-0x40003 (65540 bytes), class list, past the end{{$}}
// TILE-NEXT: {{^}}needed 262148 bytes, capacity 262144 bytes, short by 4 bytes{{$}}

// HBM: hbm.mlir:5:10: error: E1000: CompileTimeHbmOom:
// HBM-NEXT: {{^}}XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 32.00G of 31.25G hbm. Exceeded hbm capacity by 0.75G.{{$}}
// HBM-NEXT: {{^}}See https://openxla.org/xla/errors/error_1000 for more details.{{$}}
// HBM: note: buffers that are live at this moment:
// HBM-NEXT: {{^}}a: 0x0-0x3ffffffff (17179869184 bytes), class argument{{$}}
// HBM-NEXT: {{^}}b: 0x400000000-0x7ffffffff (17179869184 bytes), class argument, past the end{{$}}
// HBM-NEXT: {{^}}needed 34359738368 bytes, capacity 33554432000 bytes, short by 805306368 bytes{{$}}

//--- tile.mlir
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    %early = tile.alloc "early" list : memref<16xi32, #tile.space<tilespmem>>
    %list = tile.alloc "list" list : memref<49152xi32, #tile.space<tilespmem>>
    %more = tile.alloc "more" list : memref<16385xi32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @first {
      %0 = arith.constant 0 : index
      %1 = tile.runs %early[%0], %0 : memref<16xi32, #tile.space<tilespmem>>
      %2 = tile.runs %list[%0], %0 : memref<49152xi32, #tile.space<tilespmem>>
    }
    tile.program @second {
      %0 = arith.constant 0 : index
      %1 = tile.runs %list[%0], %0 : memref<49152xi32, #tile.space<tilespmem>>
      %2 = tile.runs %more[%0], %0 : memref<16385xi32, #tile.space<tilespmem>>
    }
  }
}

//--- hbm.mlir
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @hbm {
    %0 = tile.alloc "a" argument : memref<4294967296xf32, #tile.space<hbm>>
    %1 = tile.alloc "h" argument : memref<4xf32, #tile.space<host>>
    %2 = tile.alloc "b" argument : memref<4294967296xf32, #tile.space<hbm>>
  }
}
