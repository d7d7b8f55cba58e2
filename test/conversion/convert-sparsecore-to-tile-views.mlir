// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// Reshapes, slices, transposes and concatenations, as strided copies.

// A reshape shares the buffer of its operand.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x4xf32, #tile.space<hbm>>
  // CHECK-NOT: temporary
  // CHECK: tile.copy %[[A]][0] strides [1] to %{{.*}}[0] strides [1] sizes [8] devices [0]
  %0 = stablehlo.reshape %a : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
}

// -----

// slice: starts become the offset, steps the strides.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4x8xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4x8xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x2xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][10] strides [16, 3] to %[[R]][0] strides [2, 1] sizes [2, 2]
  %0 = stablehlo.slice %a [1:4:2, 2:7:3] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
}

// -----

// slice of nothing: no copy.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>) -> tensor<0xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<0xf32, #tile.space<hbm>>
  // CHECK-NOT: tile.copy
  // CHECK: tile.output
  %0 = stablehlo.slice %a [4:4] : (tensor<4xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
}

// -----

// transpose: the strides of the operand, permuted.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x3x4xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<4x2x3xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [1, 12, 4] to %[[R]][0] strides [6, 3, 1] sizes [4, 2, 3]
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}
}

// -----

// transpose of a scalar: one element.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<f32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [] to %[[R]][0] strides [] sizes []
  %0 = stablehlo.transpose %a, dims = [] : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
}

// -----

// concatenate: one copy for each operand.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x7xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x3xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<2x1xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x7xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [3, 1] to %[[R]][0] strides [7, 1] sizes [2, 3]
  // CHECK-NEXT: tile.copy %[[B]][0] strides [1, 1] to %[[R]][3] strides [7, 1] sizes [2, 1]
  // CHECK-NEXT: tile.copy %[[A]][0] strides [3, 1] to %[[R]][4] strides [7, 1] sizes [2, 3]
  %0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}
}

// -----

// concatenate of an empty operand: no copy for it.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<0x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<2x3xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x3xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [3, 1] to %[[R]][0] strides [3, 1] sizes [2, 3]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
}

// -----

// Tuples have a buffer for each leaf; taking one out shares it.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x3xf32, #tile.space<hbm>>
  // CHECK-NOT: temporary
  // CHECK: tile.copy %[[A]][0] strides [1] to %{{.*}} sizes [6] devices [0]
  %0 = stablehlo.tuple %b, %a : tuple<tensor<2x1xf32>, tensor<2x3xf32>>
  %1 = stablehlo.tuple %a, %0, %b : tuple<tensor<2x3xf32>, tuple<tensor<2x1xf32>, tensor<2x3xf32>>, tensor<2x1xf32>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<2x3xf32>, tuple<tensor<2x1xf32>, tensor<2x3xf32>>, tensor<2x1xf32>>) -> tuple<tensor<2x1xf32>, tensor<2x3xf32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<2x1xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}
}
