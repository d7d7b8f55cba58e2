// RUN: sc-opt -mlir-print-debuginfo -mlir-print-local-scope %s | FileCheck %s
// RUN: sc-opt -mlir-print-debuginfo %s | sc-opt -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// Locations of operations, of reducers in short form and of loop variables
// are kept.

// CHECK-LABEL: func.func @locations
func.func @locations(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>) {
  // CHECK: applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("sum")
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("sum")
  // CHECK: stablehlo.while(%iterArg loc("variable") = %arg2) : tensor<i1>
  %1 = stablehlo.while(%iterArg loc("variable") = %arg2) : tensor<i1>
  cond {
    stablehlo.return %iterArg : tensor<i1>
  } do {
    // CHECK: stablehlo.return %iterArg : tensor<i1> loc("return")
    stablehlo.return %iterArg : tensor<i1> loc("return")
  // CHECK: } loc("loop")
  } loc("loop")
  return
}
