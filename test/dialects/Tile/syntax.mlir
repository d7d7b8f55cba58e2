// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// Structure, host schedule and sequencer. What tile programs do is in
// syntax-programs.mlir.

// CHECK-LABEL: tile.schedule @main {
tile.schedule @main {
  // CHECK: %[[IN:.*]] = tile.alloc "arg0" argument : memref<8xf32, #tile.space<host>>
  %in = tile.alloc "arg0" argument : memref<8xf32, #tile.space<host>>
  // CHECK: tile.input %[[IN]], 0 : memref<8xf32, #tile.space<host>>
  tile.input %in, 0 : memref<8xf32, #tile.space<host>>
  // CHECK: %[[OUT:.*]] = tile.alloc "out0" result : memref<8xf32, #tile.space<host>>
  %out = tile.alloc "out0" result : memref<8xf32, #tile.space<host>>
  // CHECK: tile.copy %[[IN]][0] strides [1] to %[[OUT]][0] strides [1] sizes [8] : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<host>>
  tile.copy %in[0] strides [1] to %out[0] strides [1] sizes [8]
      : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<host>>
  // CHECK: tile.output %[[OUT]], 0 : memref<8xf32, #tile.space<host>>
  tile.output %out, 0 : memref<8xf32, #tile.space<host>>
}

// CHECK-LABEL: tile.schedule @empty {
tile.schedule @empty {
}

func.func private @arithmetic(tensor<8xf32>, tensor<2x4xf32>) -> tensor<2xi32>

// CHECK-LABEL: tile.schedule @steps
tile.schedule @steps attributes {note = 1 : i64} {
  %host = tile.alloc "arg0" argument : memref<8xf32, #tile.space<host>>
  // CHECK: %[[A:.*]] = tile.alloc "a" temporary at 64 live 0 to 3 : memref<8xf32, #tile.space<hbm>>
  %0 = tile.alloc "a" temporary at 64 live 0 to 3 : memref<8xf32, #tile.space<hbm>>
  %1 = tile.alloc "b" temporary : memref<2xi32, #tile.space<hbm>>
  // CHECK: tile.input {{.*}}, 0 {sharding = ""} : memref<8xf32, #tile.space<host>>
  tile.input %host, 0 {sharding = ""} : memref<8xf32, #tile.space<host>>
  // CHECK: tile.copy {{.*}}[0] strides [2] to %[[A]][7] strides [-1] sizes [2] devices [0, -1] : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<hbm>>
  tile.copy %host[0] strides [2] to %0[7] strides [-1] sizes [2] devices [0, -1]
      : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<hbm>>
  // CHECK: tile.fill 0.000000e+00 : f32 to %[[A]][0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>>
  tile.fill 0.0 : f32 to %0[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>>
  // CHECK: tile.constant dense<[1, 2]> : tensor<2xi32> to %{{.*}} : memref<2xi32, #tile.space<hbm>>
  tile.constant dense<[1, 2]> : tensor<2xi32> to %1 : memref<2xi32, #tile.space<hbm>>
  // CHECK: tile.run @control(){{$}}
  tile.run @control()
  // CHECK: tile.native @arithmetic(%[[A]], %[[A]]) to(%{{.*}}) : (memref<8xf32, #tile.space<hbm>>, memref<8xf32, #tile.space<hbm>>) -> memref<2xi32, #tile.space<hbm>>
  tile.native @arithmetic(%0, %0) to (%1) : (memref<8xf32, #tile.space<hbm>>, memref<8xf32, #tile.space<hbm>>) -> memref<2xi32, #tile.space<hbm>>
  // CHECK: tile.left_out "stablehlo.dot_general" because "arithmetic"{{$}}
  tile.left_out "stablehlo.dot_general" because "arithmetic"
  // CHECK: tile.left_out "stablehlo.add" because "arithmetic" buffers %[[A]] : memref<8xf32, #tile.space<hbm>>
  tile.left_out "stablehlo.add" because "arithmetic" buffers %0 : memref<8xf32, #tile.space<hbm>>
}

// CHECK-LABEL: tile.schedule @runs
tile.schedule @runs {
  // The task takes one slice of 8 for each of its 4 SparseCores.
  %0 = tile.alloc "rows" temporary : memref<32xf32, #tile.space<hbm>>
  // CHECK: tile.run @fetch(%{{.*}}) : memref<32xf32, #tile.space<hbm>>
  tile.run @fetch(%0) : memref<32xf32, #tile.space<hbm>>
}

// CHECK-LABEL: tile.task @fetch(
// CHECK-SAME: %[[ROWS:.*]]: memref<8xf32, #tile.space<hbm>>) attributes {devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64, groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64} {
tile.task @fetch(%rows: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  // CHECK: %[[WINDOW:.*]] = tile.alloc "window" window : memref<8xf32, #tile.space<tilespmem>>
  %window = tile.alloc "window" window : memref<8xf32, #tile.space<tilespmem>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK-NEXT: tile.launch @fetch_rows
    tile.launch @fetch_rows
    // CHECK-NEXT: tile.barrier
    tile.barrier
  }
  // CHECK: tile.program @fetch_rows {
  tile.program @fetch_rows {
    %zero = arith.constant 0 : index
    %count = arith.constant 8 : index
    // CHECK: tile.dma %[[ROWS]][%{{.*}}] to %[[WINDOW]][%{{.*}}], %{{.*}} : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<tilespmem>>
    tile.dma %rows[%zero] to %window[%zero], %count
        : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<tilespmem>>
  }
}

// Two groups of two devices; every class and space of a task's buffers.
// CHECK-LABEL: tile.task @control()
// CHECK-SAME: lookup = {table = "user"}
tile.task @control() attributes {
  devices_per_group = 2 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0, 2, 1, 3>, lookup = {table = "user"},
  per_sparse_core = array<i1>, sparse_cores = 2 : i64
} {
  // CHECK: tile.alloc "send" stack
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  %receive = tile.alloc "receive" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.alloc "pointers" row_pointers : memref<8xi32, #tile.space<smem>>
  %0 = tile.alloc "pointers" row_pointers : memref<8xi32, #tile.space<smem>>
  // CHECK: tile.alloc "ids" list
  %1 = tile.alloc "ids" list : memref<8xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "activations" activations
  %2 = tile.alloc "activations" activations : memref<8xi32, #tile.space<tilespmem>>
  // CHECK: tile.alloc "scratch" scratch : memref<8xi32, #tile.space<spmem>>
  %3 = tile.alloc "scratch" scratch : memref<8xi32, #tile.space<spmem>>
  // CHECK: tile.sequencer attributes {note = 1 : i64} {
  tile.sequencer attributes {note = 1 : i64} {
    // CHECK-NEXT: tile.launch @request
    tile.launch @request
    // CHECK-NEXT: tile.launch @request awaits [0, 4, 4, 4]
    tile.launch @request awaits [0, 4, 4, 4]
    // CHECK-NEXT: tile.all_to_all %{{.*}} to %{{.*}} count_flag 0 done_flag 4 : memref<4x16x8xf32, #tile.space<hbm>>
    tile.all_to_all %send to %receive count_flag 0 done_flag 4
        : memref<4x16x8xf32, #tile.space<hbm>>
    // CHECK-NEXT: tile.all_to_all %{{.*}} to %{{.*}} count_flag 0 done_flag 4 awaits [0, 4] :
    tile.all_to_all %send to %receive count_flag 0 done_flag 4 awaits [0, 4]
        : memref<4x16x8xf32, #tile.space<hbm>>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    // CHECK: scf.for %[[FLAG:.*]] =
    scf.for %flag = %zero to %four step %one {
      // CHECK-NEXT: tile.wait %[[FLAG]]
      tile.wait %flag
    }
  }
  tile.program @request {
  }
}
