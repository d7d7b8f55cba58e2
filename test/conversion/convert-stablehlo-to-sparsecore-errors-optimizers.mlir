// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Optimizers that cannot be imported.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @no_optimizer(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate needs one optimizer in called_computations, got 0}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @two_optimizers(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulGradOpWithOptimizerUpdate needs one optimizer in called_computations, got 2}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer, @optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
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
func.func @too_few_arguments(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @too_many_arguments(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xf32>, %a3: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @narrow_argument(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x4xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @flat_argument(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<8xf32>, %a2: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @element_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xi32>) -> tensor<1x8xf32>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xi32>) -> tensor<1x8xf32> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @no_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> ()'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xf32>) -> () {
  return
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @too_many_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>)'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  %v1 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  return %v0, %v1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @tuple_length(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tuple<tensor<1x8xf32>, tensor<1x8xf32>>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>, tensor<1x8xf32>> {
  %w0 = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  %v0 = stablehlo.tuple %w0, %w0 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
  return %v0 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @result_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-note @+1 {{called here}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-error @+1 {{optimizer @optimizer must have type '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>' (gradient, table, slots, hyperparameters to table, slots), got '(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf64>'}}
func.func private @optimizer(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x8xf32>) -> tensor<1x8xf64> {
  %v0 = stablehlo.constant dense<0.0> : tensor<1x8xf64>
  return %v0 : tensor<1x8xf64>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @declaration(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@optimizer cannot be part of an optimizer: it has no body}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-note @+1 {{the function is here}}
func.func private @optimizer(tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @blocks(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  // expected-error @+1 {{@optimizer cannot be part of an optimizer: it has several blocks}}
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-note @+1 {{the function is here}}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  cf.br ^bb1
^bb1:
  return %row : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @recursion(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-note @+1 {{the function is here}}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = call @helper(%row) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
func.func private @helper(%row: tensor<1x8xf32>) -> tensor<1x8xf32> {
  // expected-error @+1 {{@optimizer cannot be part of an optimizer: it calls itself}}
  %0 = call @optimizer(%row, %row, %row) : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @recursion_in_region(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-note @+1 {{the function is here}}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{@sum cannot be part of an optimizer: it calls itself}}
  %0 = call @sum(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%grad init: %zero) across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %1 = func.call @sum(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %row : tensor<1x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @called_declaration(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) {
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
// expected-note @+1 {{the function is here}}
func.func private @helper(tensor<1x8xf32>) -> tensor<1x8xf32>
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  // expected-error @+1 {{@helper cannot be part of an optimizer: it has no body}}
  %0 = call @helper(%row) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
}
