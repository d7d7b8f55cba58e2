// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// Broadcasts, pads and constants, as fills and copies with strides of 0.

// broadcast of a constant scalar: a fill.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<2x4xf32> {
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x4xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.fill 2.000000e+00 : f32 to %[[R]][0] strides [4, 1] sizes [2, 4]
  %0 = stablehlo.constant dense<2.0> : tensor<f32>
  %1 = stablehlo.broadcast %0, sizes = [2, 4] : (tensor<f32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
}

// -----

// broadcast of a scalar that is not constant: a copy of one element.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<2x4xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x4xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [0, 0] to %[[R]][0] strides [4, 1] sizes [2, 4]
  %0 = stablehlo.broadcast %a, sizes = [2, 4] : (tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
}

// -----

// broadcast of a tensor: new dimensions in front.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x4xf32>) -> tensor<3x2x4xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x4xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<3x2x4xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [0, 4, 1] to %[[R]][0] strides [8, 4, 1] sizes [3, 2, 4]
  %0 = stablehlo.broadcast %a, sizes = [3] : (tensor<2x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}
}

// -----

// broadcast_in_dim: dimensions of size 1 and missing ones repeat.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<1x3xf32>) -> tensor<3x2x4xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<1x3xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<3x2x4xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[A]][0] strides [1, 0, 0] to %[[R]][0] strides [8, 4, 1] sizes [3, 2, 4]
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<1x3xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}
}

// -----

// broadcast_in_dim of a scalar.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<4xi32> {
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<4xi32, #tile.space<hbm>>
  // CHECK-NEXT: tile.fill 7 : i32 to %[[R]][0] strides [1] sizes [4]
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
}

// -----

// pad: low, high and interior padding around the elements.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<10xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<10xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [0] to %[[R]][0] strides [1] sizes [10]
  // CHECK-NEXT: tile.copy %[[A]][0] strides [1] to %[[R]][1] strides [2] sizes [4]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
}

// -----

// pad: negative padding cuts elements off.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<1xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<1xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [0] to %[[R]][0] strides [1] sizes [1]
  // CHECK-NEXT: tile.copy %[[A]][1] strides [1] to %[[R]][0] strides [1] sizes [1]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [-1], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
}

// -----

// Elements land at -3, 0, 3 and 6 of 5: two are left.
// pad: negative and interior padding.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<5xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<5xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [0] to %[[R]][0] strides [1] sizes [5]
  // CHECK-NEXT: tile.copy %[[A]][1] strides [1] to %[[R]][0] strides [3] sizes [2]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [-3], high = [-2], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
}

// -----

// Elements land at -2, 1, 4 and 7 of 7.
// pad: negative padding that cuts into the interior.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<7xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<7xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [0] to %[[R]][0] strides [1] sizes [7]
  // CHECK-NEXT: tile.copy %[[A]][1] strides [1] to %[[R]][1] strides [3] sizes [2]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [-2], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
}

// -----

// pad: only padding is left.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.copy %[[B]][0] strides [0] to %[[R]][0] strides [1] sizes [2]
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [-4], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
}

// -----

// pad: nothing is left.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<0xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<4xf32, #tile.space<hbm>>
  // CHECK: %[[B:.*]] = tile.alloc "arg1" argument : memref<f32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<0xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.alloc "out0"
  %0 = stablehlo.pad %a, %b, low = [-2], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
}

// -----

// pad: a constant value is a fill.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<2x3xf32>) -> tensor<3x4xf32> {
  // CHECK: %[[A:.*]] = tile.alloc "arg0" argument : memref<2x3xf32, #tile.space<hbm>>
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<3x4xf32, #tile.space<hbm>>
  // CHECK-NEXT: tile.fill 0.000000e+00 : f32 to %[[R]][0] strides [4, 1] sizes [3, 4]
  // CHECK-NEXT: tile.copy %[[A]][0] strides [3, 1] to %[[R]][1] strides [4, 1] sizes [2, 3]
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %a, %0, low = [0, 1], high = [1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
}

// -----

// A splat constant is a fill.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<4xi1> {
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<4xi1, #tile.space<hbm>>
  // CHECK-NEXT: tile.fill true to %[[R]][0] strides [1] sizes [4]
  %0 = stablehlo.constant dense<true> : tensor<4xi1>
  return %0 : tensor<4xi1>
}
}

// -----

// Other constants are data.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<2x2xi32> {
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<2x2xi32, #tile.space<hbm>>
  // CHECK-NEXT: tile.constant dense<{{.*}}1, 2], [3, 4]]> : tensor<2x2xi32> to %[[R]]
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
}

// -----

// A constant without elements is nothing.
// CHECK-LABEL: tile.schedule @main
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%a: tensor<f32>) -> tensor<0xi32> {
  // CHECK: %[[R:.*]] = tile.alloc "{{.*}}" temporary : memref<0xi32, #tile.space<hbm>>
  // CHECK-NOT: tile.fill
  // CHECK: tile.output
  %0 = stablehlo.constant dense<> : tensor<0xi32>
  return %0 : tensor<0xi32>
}
}
