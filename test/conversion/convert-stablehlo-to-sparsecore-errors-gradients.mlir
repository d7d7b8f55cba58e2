// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Updates and minibatched lookups that cannot be read.

// Operands are missing.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @few_operands(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%y, %t) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @few_operands_minibatching(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %n, %t, %a) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @few_operands_other_order(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%p, %i, %s, %g, %n, %y) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<16x8xf32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @few_operands_lookup(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulWithMinibatchingOp is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulWithMinibatchingOp: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %n, %t) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

// The order of another target: a scalar where the table should be.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @other_order(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%p, %i, %s, %g, %y, %t, %r, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

// Row pointers that are no list.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @no_list(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%y, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<16x8xf32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

// A second slot would be the learning rate.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @slot_is_no_table(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operands or results are not those of this target}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}

// -----

// Slots of the configuration and of the results must agree.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @more_slots_in_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{backend_config says 1 slot variables, but the results are a table and 0}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @fewer_slots_in_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp is not converted yet}}
  // expected-error @+1 {{backend_config says 0 slot variables, but the results are a table and 1}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %n, %t, %a, %y, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @negative_slots(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{backend_config says -1 slot variables, but the results are a table and 0}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: -1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @no_slots_in_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-remark @+2 {{@SparseDenseMatmulGradOpWithOptimizerUpdate is not converted yet}}
  // expected-error @+1 {{num_slot_variables}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}
