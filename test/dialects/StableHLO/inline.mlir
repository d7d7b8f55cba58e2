// RUN: sc-opt -inline %s | FileCheck %s

// Calls are inlined into functions, loops and manual computations.

sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: func.func @main
func.func @main(%arg0: tensor<16x8xf32>, %arg1: tensor<i1>) -> tensor<16x8xf32> {
  // CHECK: stablehlo.while
  // CHECK: do {
  // CHECK-NEXT: sdy.manual_computation
  // CHECK-NEXT: stablehlo.negate
  // CHECK-NEXT: sdy.return
  // CHECK-NOT: call @
  %0:2 = stablehlo.while(%p = %arg1, %a = %arg0) : tensor<i1>, tensor<16x8xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = func.call @step(%a) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    stablehlo.return %p, %1 : tensor<i1>, tensor<16x8xf32>
  }
  return %0#1 : tensor<16x8xf32>
}

// CHECK-NOT: func.func private @step
func.func private @step(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    %1 = func.call @local(%arg1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-NOT: func.func private @local
func.func private @local(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A function that a custom call names stays.
// CHECK-LABEL: func.func @caller
func.func @caller(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @f(%arg0) {called_computations = [@body]} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: func.func private @body
func.func private @body(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
