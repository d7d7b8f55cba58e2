// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// Features of a stack: their slices follow one another in the rows of each
// SparseCore.

// unstack: 2 SparseCores with 4 rows each, 1 of feature 0 and 3 of feature 1.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<8x16xf32>) -> (tensor<2x6xf32>, tensor<6x16xf32>) {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<8x16xf32, #tile.space<hbm>>
  // CHECK: %[[F:.*]] = tile.alloc "{{.*}}" temporary : memref<2x6xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [64, 16, 1] to %[[F]][0] strides [6, 6, 1] sizes [2, 1, 6]
  // CHECK: %[[G:.*]] = tile.alloc "{{.*}}" temporary : memref<6x16xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][16] strides [64, 16, 1] to %[[G]][0] strides [48, 16, 1] sizes [2, 3, 16]
  %0:2 = sc.unstack_activations %a sparse_cores 2 : tensor<8x16xf32> -> tensor<2x6xf32>, tensor<6x16xf32>
  return %0#0, %0#1 : tensor<2x6xf32>, tensor<6x16xf32>
}
}

// -----

// stack: zeros where a feature has no columns.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x6xf32>, %b: tensor<6x16xf32>) -> tensor<8x16xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x6xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<6x16xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<8x16xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.fill 0.000000e+00 : f32 to %[[R]][0] strides [16, 1] sizes [8, 16]
  // CHECK-NEXT: tile.copy %[[A]][0] strides [6, 6, 1] to %[[R]][0] strides [64, 16, 1] sizes [2, 1, 6]
  // CHECK-NEXT: tile.copy %[[B]][0] strides [48, 16, 1] to %[[R]][16] strides [64, 16, 1] sizes [2, 3, 16]
  %0 = sc.stack_gradients %a, %b sparse_cores 2 : tensor<2x6xf32>, tensor<6x16xf32> -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
}

// -----

// Features without rows need no copy.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<8x16xf32>) -> (tensor<0x6xf32>, tensor<8x16xf32>) {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<8x16xf32, #tile.space<hbm>>
  // CHECK: %[[F:.*]] = tile.alloc "{{.*}}" temporary : memref<0x6xf32, #tile.space<hbm>>
  // CHECK-NEXT: %[[G:.*]] = tile.alloc
  // CHECK-NEXT: tile.copy %[[A]][0] strides [64, 16, 1] to %[[G]][0] strides [64, 16, 1] sizes [2, 4, 16]
  %0:2 = sc.unstack_activations %a sparse_cores 2 : tensor<8x16xf32> -> tensor<0x6xf32>, tensor<8x16xf32>
  return %0#0, %0#1 : tensor<0x6xf32>, tensor<8x16xf32>
}
}
