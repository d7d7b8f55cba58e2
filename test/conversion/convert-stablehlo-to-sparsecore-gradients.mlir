// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics | FileCheck %s

// Gradients stay, with a remark, and say what planning needs.

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_stays
func.func @gradient_stays(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate({{.*}}sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sc.sparse_cores = 4 : i64, sc.table = "arg6"
  // expected-remark @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_with_slot_stays
func.func @gradient_with_slot_stays(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate({{.*}}sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sc.sparse_cores = 4 : i64, sc.table = "arg6"
  // expected-remark @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_minibatching_stays
func.func @gradient_minibatching_stays(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp({{.*}}sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sc.sparse_cores = 4 : i64, sc.table = "arg6"
  // expected-remark @+1 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %n, %t, %a, %y, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @gradient_minibatching_other_order_stays
func.func @gradient_minibatching_other_order_stays(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // CHECK: stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching({{.*}}sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sc.sparse_cores = 4 : i64, sc.table = "arg6"
  // expected-remark @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching is not converted yet}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%p, %i, %s, %g, %n, %y, %t, %a, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}
