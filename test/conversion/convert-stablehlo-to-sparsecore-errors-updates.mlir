// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Updates whose operands are wrong.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @too_few(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate takes 8 operands with the num_slot_variables = 1 and num_hyperparameters = 1 of backend_config, got 7}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
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
func.func @too_many(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate takes 7 operands with the num_slot_variables = 0 and num_hyperparameters = 1 of backend_config, got 8}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @too_few_minibatched(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %t: tensor<64x8xf32>, %y: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp takes 8 operands with the num_slot_variables = 0 and num_hyperparameters = 1 of backend_config, got 7}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %y) {backend_config = #config, called_computations = [@optimizer]} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tuple<tensor<64x8xf32>>
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
func.func @too_few_gradients_first(%y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching takes 8 operands with the num_slot_variables = 0 and num_hyperparameters = 1 of backend_config, got 2}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%y, %t) {backend_config = #config, called_computations = [@optimizer]} : (tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
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

// The order of another target.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @other_order(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching: operand 'num_minibatches' must be tensor<i32>, got 'tensor<16x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%p, %i, %s, %g, %y, %t, %r, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @row_pointers(%y: tensor<16x8xf32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'row_pointers' must be tensor<Nxi32>, got 'tensor<16x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%y, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<16x8xf32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @embedding_ids(%p: tensor<32xi32>, %g: tensor<64xf32>, %s: tensor<64xi32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'embedding_ids' must be tensor<Nxi32>, got 'tensor<64xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %g, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xf32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @sample_ids(%p: tensor<32xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'sample_ids' must be tensor<Nxi32>, got 'tensor<64xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %g, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @gains(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'gains' must be tensor<Nxf32>, got 'tensor<64xi32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %s, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @gradients(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %r: tensor<f32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'gradients' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<f32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %r, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<f32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @table(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf16>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'table' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<64x8xf16>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf16>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 2, \22num_hyperparameters\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @slot_is_scalar(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'slot 1' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<f32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>>
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

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @slot_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: slot 0 must have the type of the table, 'tensor<64x8xf32>', got 'tensor<16x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %y, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
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
func.func @hyperparameter_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f64>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'hyperparameter 0' must be a scalar or a row of f32, i32 or i1, got 'tensor<f64>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f64>) -> tuple<tensor<64x8xf32>>
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
func.func @hyperparameter_rank(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<1x1x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: operand 'hyperparameter 0' must be a scalar or a row of f32, i32 or i1, got 'tensor<1x1x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<1x1x8xf32>) -> tuple<tensor<64x8xf32>>
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

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 2}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @hyperparameter_size(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>, %h: tensor<7xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate: hyperparameter 1 must have one element, or the 8 of a row, got 'tensor<7xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r, %h) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<7xf32>) -> tuple<tensor<64x8xf32>>
  return
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}
