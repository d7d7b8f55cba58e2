// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file -verify-diagnostics | FileCheck %s

// Inputs, outputs and what is left out.

// Names come from locations and result infos, where they are there and differ.
// On one device each used input is copied to it.
// CHECK-LABEL: tile.schedule @main
// CHECK-NEXT: %[[A:.*]] = tile.alloc "table" argument : memref<4xf32, #tile.space<host>>
// CHECK-NEXT: tile.input %[[A]], 0 {sharding = ""}
// CHECK-NEXT: %[[ON_DEVICE:.*]] = tile.alloc "table" argument : memref<4xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[A]][0] strides [1] to %[[ON_DEVICE]][0] strides [1] sizes [4] devices [0]
// CHECK-NEXT: %[[B:.*]] = tile.alloc "arg1" argument : memref<i1, #tile.space<host>>
// CHECK-NEXT: tile.input %[[B]], 1
// CHECK-NEXT: %[[C:.*]] = tile.alloc "arg2" argument : memref<2xui8, #tile.space<host>>
// CHECK-NEXT: tile.input %[[C]], 2
// CHECK-NEXT: %[[D:.*]] = tile.alloc "arg3" argument : memref<4xbf16, #tile.space<host>>
// CHECK-NEXT: tile.input %[[D]], 3
// CHECK-NEXT: %[[R:.*]] = tile.alloc "result[0]" result : memref<4xf32, #tile.space<host>>
// CHECK-NEXT: tile.copy %[[ON_DEVICE]][0] strides [1] to %[[R]][0] strides [1] sizes [4] devices [0]
// CHECK-NEXT: tile.output %[[R]], 0 {sharding = ""}
// CHECK-NEXT: tile.alloc "out1" result
// CHECK-NOT: func.func
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main(%a: tensor<4xf32> loc("table"), %b: tensor<i1> loc("same"), %c: tensor<2xui8> loc("same"), %d: tensor<4xbf16>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32>) {
    return %a, %a : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @unused() {
    return
  }
}

// -----

// On several devices inputs stay on the host; shardings are kept as text.
// CHECK-LABEL: tile.schedule @main
// CHECK-NEXT: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<host>>
// CHECK-NEXT: tile.input %[[A]], 0 {sharding = "#sdy.sharding<@mesh, [{\22x\22}]>"}
// CHECK-NEXT: %[[B:.*]] = tile.alloc "arg1" argument : memref<4xf32, #tile.space<host>>
// CHECK-NEXT: tile.input %[[B]], 1 {sharding = "{devices=[2]<=[2]}"}
// CHECK-NEXT: %[[R:.*]] = tile.alloc "out0" result : memref<4xf32, #tile.space<host>>
// CHECK-NEXT: tile.copy %[[A]][0] strides [1] to %[[R]][0] strides [1] sizes [4] :
// CHECK-NEXT: tile.output %[[R]], 0
// CHECK-NOT: sdy.mesh
module attributes {sc.target = #sc.target<"v6e", 2x1, devices = 2, sparse_cores = 2>} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
}

// -----

// A program without inputs and outputs.
// CHECK-LABEL: tile.schedule @main {
// CHECK-NEXT: }
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main() {
    return
  }
}

// -----

// What is not compiled is named, and its results get buffers.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[SUM:.*]] = tile.alloc {{.*}} temporary : memref<4xf32
// CHECK-NEXT: tile.left_out "stablehlo.add" because "arithmetic is not compiled yet" buffers %[[SUM]]
// CHECK-NEXT: %[[CALL:.*]] = tile.alloc {{.*}} temporary : memref<4xf32
// CHECK-NEXT: tile.left_out "stablehlo.custom_call @Something" because "custom call is not compiled yet" buffers %[[CALL]]
// CHECK-NEXT: %[[LEFT:.*]] = tile.alloc {{.*}} temporary : memref<4xf32
// CHECK-NEXT: %[[RIGHT:.*]] = tile.alloc {{.*}} temporary : memref<i32
// CHECK-NEXT: tile.left_out "stablehlo.custom_call @Two" because "custom call is not compiled yet" buffers %[[LEFT]], %[[RIGHT]]
// CHECK-NEXT: %[[F:.*]] = tile.alloc {{.*}} temporary : memref<4xf32
// CHECK-NEXT: tile.left_out "func.call" because "call is not compiled yet" buffers %[[F]]
// CHECK-NEXT: %[[R:.*]] = tile.alloc "out0" result
// CHECK-NEXT: tile.copy %[[LEFT]][0] strides [1] to %[[R]]
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-remark @+1 {{left out (arithmetic is not compiled yet)}}
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    // expected-remark @+1 {{left out (custom call is not compiled yet)}}
    %1 = stablehlo.custom_call @Something(%0) : (tensor<4xf32>) -> tensor<4xf32>
    // expected-remark @+1 {{left out (custom call is not compiled yet)}}
    %2 = stablehlo.custom_call @Two(%1) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<i32>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
    // expected-remark @+1 {{left out (call is not compiled yet)}}
    %4 = func.call @f(%3) : (tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// A loop is left out, the lookups in it are compiled.
// CHECK-LABEL: tile.schedule @main
// CHECK: tile.left_out "stablehlo.while" because "control flow is not compiled yet"
// CHECK: tile.left_out "stablehlo.compare"
// CHECK: tile.run @lookup_local(
// CHECK: tile.task @lookup_local(
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main(%t: tensor<64x8xf32>, %i: tensor<8xi32>, %g: tensor<8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
    // expected-remark @+1 {{left out (control flow is not compiled yet)}}
    %0 = stablehlo.while(%x = %n) : tensor<16x8xf32>
     cond {
      %c = stablehlo.constant dense<0> : tensor<i32>
      // expected-remark @+1 {{left out (arithmetic is not compiled yet)}}
      %1 = stablehlo.compare LT, %c, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 2
          plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
          : tensor<8xi32>, tensor<64x8xf32>, tensor<16x8xf32>
      stablehlo.return %1 : tensor<16x8xf32>
    }
    return %0 : tensor<16x8xf32>
  }
}
