// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics | FileCheck %s

// Gradients stay, with a remark.

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_stays
func.func @gradient_stays(%g: tensor<16x8xf32>, %t: tensor<64x8xf32>) -> tensor<64x8xf32> {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(
  // expected-remark @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%g, %t) : (tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_minibatching_stays
func.func @gradient_minibatching_stays(%g: tensor<16x8xf32>, %t: tensor<64x8xf32>) -> tensor<64x8xf32> {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(
  // expected-remark @+1 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%g, %t) : (tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_minibatching_other_order_stays
func.func @gradient_minibatching_other_order_stays(%g: tensor<16x8xf32>, %t: tensor<64x8xf32>) -> tensor<64x8xf32> {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(
  // expected-remark @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%g, %t) : (tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}
}
