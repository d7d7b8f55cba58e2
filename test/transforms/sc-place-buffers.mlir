// RUN: sc-opt %s -sc-place-buffers -split-input-file | FileCheck %s

// Buffers of the schedule: in HBM and on the host each has its own order.
// Those that are not live together share bytes; offsets are multiples of 64.
// CHECK-LABEL: tile.schedule @lifetimes
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @lifetimes {
    // An input is live from the start, an output to the end.
    // CHECK: tile.alloc "in" argument at 0 live 0 to 0 : memref<8xf32, #tile.space<host>>
    %in = tile.alloc "in" argument : memref<8xf32, #tile.space<host>>
    tile.input %in, 0 : memref<8xf32, #tile.space<host>>
    // CHECK: tile.alloc "a" temporary at [[A:.*]] live 0 to 1 : memref<8xf32, #tile.space<hbm>>
    %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
    // CHECK: tile.alloc "b" temporary at {{[0-9]+}} live 1 to 2
    %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
    // CHECK: tile.alloc "c" temporary at [[A]] live 2 to 3
    %c = tile.alloc "c" temporary : memref<8xf32, #tile.space<hbm>>
    // CHECK: tile.alloc "unused" temporary at {{[0-9]+}} live 0 to 0
    %unused = tile.alloc "unused" temporary : memref<8xf32, #tile.space<hbm>>
    tile.copy %in[0] strides [1] to %a[0] strides [1] sizes [8] devices [0] : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<hbm>>
    tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
    tile.copy %b[0] strides [1] to %c[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
    // CHECK: tile.alloc "out" result at {{[0-9]+}} live 3 to 4 : memref<8xf32, #tile.space<host>>
    %out = tile.alloc "out" result : memref<8xf32, #tile.space<host>>
    tile.copy %c[0] strides [1] to %out[0] strides [1] sizes [8] devices [0] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<host>>
    tile.output %out, 0 : memref<8xf32, #tile.space<host>>
    tile.left_out "end" because "it is one more step"
  }
}

// -----

// A stack lives while its task runs, once for each SparseCore; the buffers of
// tiles from the first program that uses them to the last.
// CHECK-LABEL: tile.schedule @tasks
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @tasks {
    tile.left_out "first" because "it is one more step"
    // CHECK: tile.alloc "before" temporary at 0 live 1 to 2
    %before = tile.alloc "before" temporary : memref<16xf32, #tile.space<hbm>>
    tile.fill 0.0 : f32 to %before[0] strides [1] sizes [16] : memref<16xf32, #tile.space<hbm>>
    tile.left_out "keep" because "it uses the buffer" buffers %before : memref<16xf32, #tile.space<hbm>>
    tile.run @t()
  }
  // CHECK-LABEL: tile.task @t
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // CHECK: tile.alloc "stack" stack at 0 live 3 to 3
    %stack = tile.alloc "stack" stack : memref<16xf32, #tile.space<hbm>>
    // CHECK: tile.alloc "both" list at 0 live 0 to 1
    %both = tile.alloc "both" list : memref<16xi32, #tile.space<tilespmem>>
    // CHECK: tile.alloc "first" list at 64 live 0 to 0
    %first = tile.alloc "first" list : memref<8xi32, #tile.space<tilespmem>>
    // CHECK: tile.alloc "second" list at 64 live 1 to 1
    %second = tile.alloc "second" list : memref<8xi32, #tile.space<tilespmem>>
    // CHECK: tile.alloc "pointers" row_pointers at 0 live 0 to 0
    %pointers = tile.alloc "pointers" row_pointers : memref<8xi32, #tile.space<smem>>
    tile.sequencer {
      tile.launch @p
      tile.launch @q
    }
    tile.program @p {
      %0 = arith.constant 0 : index
      %1 = tile.load %pointers[%0] : memref<8xi32, #tile.space<smem>>
      %2 = tile.runs %both[%0], %1 : memref<16xi32, #tile.space<tilespmem>>
      scf.for %i = %0 to %1 step %1 {
        %3 = tile.runs %first[%0], %1 : memref<8xi32, #tile.space<tilespmem>>
      }
    }
    tile.program @q {
      %0 = arith.constant 0 : index
      %1 = tile.runs %both[%0], %0 : memref<16xi32, #tile.space<tilespmem>>
      %2 = tile.runs %second[%0], %0 : memref<8xi32, #tile.space<tilespmem>>
    }
  }
}

// -----

// Buffers without elements, and a schedule without steps.
// CHECK-LABEL: tile.schedule @empty
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @empty {
    // CHECK: tile.alloc "a" temporary at {{[0-9]+}} live 0 to 0 : memref<0xf32
    %a = tile.alloc "a" temporary : memref<0xf32, #tile.space<hbm>>
  }
}

// -----

// Neither schedule nor task: nothing to place.
// CHECK: module attributes {sc.target = {{.*}} {{{$}}
// CHECK-NEXT: }
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
}
