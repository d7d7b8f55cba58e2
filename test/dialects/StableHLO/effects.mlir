// RUN: sc-opt -cse %s | FileCheck %s

// Pure operations and calls without side effect are merged or removed.

// CHECK-LABEL: func.func @call_without_side_effect
func.func @call_without_side_effect(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[R:.*]] = stablehlo.custom_call @f
  // CHECK-NEXT: return %[[R]], %[[R]]
  %0 = stablehlo.custom_call @f(%arg0) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.custom_call @f(%arg0) : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.custom_call @g(%arg0) : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @call_with_side_effect
func.func @call_with_side_effect(%arg0: tensor<f32>) {
  // CHECK-NEXT: stablehlo.custom_call @f
  // CHECK-NEXT: stablehlo.custom_call @f
  stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<f32>) -> ()
  stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<f32>) -> ()
  return
}

// CHECK-LABEL: func.func @reduce_is_pure
func.func @reduce_is_pure(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // CHECK-NEXT: return
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @while_of_calls_stays
func.func @while_of_calls_stays(%arg0: tensor<i1>) {
  // CHECK: stablehlo.while
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i1>
  cond {
    stablehlo.return %iterArg : tensor<i1>
  } do {
    stablehlo.custom_call @f(%iterArg) {has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %iterArg : tensor<i1>
  }
  return
}
