// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Updates whose results are wrong; row pointers; minibatched lookups.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @no_tuple(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: the results must be the table and 1 slots, all of the type of operand 'table', 'tensor<64x8xf32>', got 'tensor<64x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @tuple_length(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: the results must be the table and 0 slots, all of the type of operand 'table', 'tensor<64x8xf32>', got 'tuple<tensor<64x8xf32>, tensor<64x8xf32>>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @result_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: the results must be the table and 0 slots, all of the type of operand 'table', 'tensor<64x8xf32>', got 'tuple<tensor<16x8xf32>>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<16x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @pointers_update(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{row pointers have 16 elements, but a table shared by 1 device with 4 SparseCores each needs 32; targets that fit: v6e, v7x, 8t}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @pointers_minibatched(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %t: tensor<64x8xf32>, %y: tensor<16x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{row pointers have 32 elements, but a table shared by 1 device with 4 SparseCores each needs 2048, room for 64 minibatches; no target fits}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %y, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @pointers_lookup(%p: tensor<512xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{row pointers have 512 elements, but a table shared by 1 device with 4 SparseCores each needs 2048, room for 64 minibatches; targets that fit: 8i}}
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %n) {backend_config = #config} : (tensor<512xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @too_few_lookup(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulWithMinibatchingOp takes 7 operands, got 6}}
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %t, %n) {backend_config = #config} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_minibatches(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<1xi32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulWithMinibatchingOp: operand 'num_minibatches' must be tensor<i32>, got 'tensor<1xi32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %n) {backend_config = #config} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<1xi32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
func.func @several_devices(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate outside a manual computation in a module for 4 devices: it does not say what runs on each of them}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}
