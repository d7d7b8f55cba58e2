// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Mistakes in backend_config: the column is that of the wrong value, or of the
// object that lacks a field.

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: backend_config is missing or empty}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @empty_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: backend_config is missing or empty}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = " "} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @malformed(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 34: malformed JSON: Expected object key}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {]}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @trailing_text(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 4: malformed JSON: Text after end of document}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{} x"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @deep(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 65: nested too deep}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @not_an_object(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: expected a JSON object}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "[1]"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_matmul_config(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: missing field 'sparse_dense_matmul_config'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @matmul_config_not_an_object(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 32: field 'sparse_dense_matmul_config' must be an object}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: 3}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_device_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: missing field 'device_type'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @device_type_not_a_string(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 163: field 'device_type' must be a string}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: 1}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @other_device_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 163: device type 'DEVICE_TYPE_TPU' is not DEVICE_TYPE_SPARSECORE}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_TPU\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unknown_top_field(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 157: unknown field 'extra'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22extra\22: [{\22a\22: \22}\22}], \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_max_ids(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 32: missing field 'max_ids_per_partition'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids_not_an_integer(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 58: field 'max_ids_per_partition' must be an integer}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: \2216\22, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids_fraction(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 58: field 'max_ids_per_partition' must be an integer}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 1.5, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids_zero(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 58: field 'max_ids_per_partition' must be positive and fit 32 bits, got 0}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 0, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids_too_large(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 58: field 'max_ids_per_partition' must be positive and fit 32 bits, got 2147483648}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 2147483648, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids_beyond_64_bits(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 58: field 'max_ids_per_partition' must be an integer of 32 bits}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 99999999999999999999, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_max_unique_ids(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 32: missing field 'max_unique_ids_per_partition'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_unique_ids_negative(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 94: field 'max_unique_ids_per_partition' must be positive and fit 32 bits, got -8}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: -8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @missing_sharding_strategy(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 32: missing field 'sharding_strategy'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @other_sharding_strategy(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 119: field 'sharding_strategy' is 2, only 1 (mod) is supported}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 2, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @other_pad_value(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 135: field 'pad_value' is -1, only 2147483647 (the largest int32) is supported}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: -1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unknown_field(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 169: unknown field 'num_slot_variables'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_malformed(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 15: malformed JSON: Expected : after object key}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g, %n) {backend_config = "{\22device_type\22"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_device_type(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 1: missing field 'device_type'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g, %n) {backend_config = "{}"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_unknown_field(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{backend_config, column 54: unknown field 'max_ids'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g, %n) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22, \22max_ids\22: 1}"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}
