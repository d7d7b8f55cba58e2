// RUN: sc-compile %s --target=v5p --compile-to=stablehlo -o - | FileCheck %s --check-prefix=STABLEHLO
// RUN: sc-compile %s --target=v5p --compile-to=sc -o - | FileCheck %s --check-prefix=SC
// RUN: sc-compile %s --target=v5p --compile-to=planned -o - | FileCheck %s --check-prefix=PLANNED
// RUN: sc-compile %s --target=v5p --compile-to=tile -o - | FileCheck %s --check-prefix=TILE
// RUN: sc-compile %s --target=v5p --compile-to=placed -o - | FileCheck %s --check-prefix=PLACED
// RUN: sc-compile %s --target=v5p -o %t.scx
// RUN: sc-translate --scx-to-text %t.scx | FileCheck %s --check-prefix=SCX
// RUN: not sc-compile %s --target=v5p --compile-to=hlo -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sc-compile %s --target=v6e -o %t.scx 2>&1 | FileCheck %s --check-prefix=OTHER

// One program at each stage.

// STABLEHLO-NOT: sc.target
// STABLEHLO: func.func public @main
// STABLEHLO: call @lookup
// STABLEHLO: func.func private @lookup
// STABLEHLO: stablehlo.custom_call @SparseDenseMatmulOp

// SC: sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>
// SC: func.func public @main
// SC-NOT: call @lookup
// SC: sc.sparse_dense_matmul {{.*}} table "arg4" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 : tensor<32xi32>

// PLANNED: sc.sparse_dense_matmul {{.*}} sparse_cores 4 plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8,

// TILE-NOT: func.func
// TILE: tile.schedule @main
// TILE: tile.run @lookup_arg4(
// TILE: tile.task @lookup_arg4(
// TILE: tile.program @gather
// TILE: tile.wait_dma
// TILE: tile.sequencer
// TILE-NEXT: tile.launch @request
// TILE-NEXT: tile.barrier
// TILE-NOT: live
// TILE-NOT: tile.windows

// PLACED: tile.alloc "arg0" argument at {{[0-9]+}} live {{[0-9]+}} to {{[0-9]+}} : memref<32xi32, #tile.space<host>>

// SCX: name: "v5p"
// SCX: kind Lookup task t0 "lookup_arg4" table_name "arg4" limits_source "program" max_ids 16 max_unique_ids 8 width 8 samples 4

// UNKNOWN: unknown stage 'hlo'; stages: stablehlo, sc, planned, tile, placed
// OTHER: error: row pointers have 32 elements, but a table shared by 1 device with 2 SparseCores each needs 16; targets that fit: v4, v5p

module {
  func.func public @main(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>) -> tensor<16x8xf32> {
    %0 = call @lookup(%p, %i, %s, %g, %t) : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  func.func private @lookup(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>) -> tensor<16x8xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %init = stablehlo.broadcast %zero, sizes = [16, 8] : (tensor<f32>) -> tensor<16x8xf32>
    %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %init) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
