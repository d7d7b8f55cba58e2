// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Calls that break the contract of operands and results, or do not fit the
// target.

// expected-error @+1 {{the module has no target: run sc-assign-target first}}
module {
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_operands(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp takes 6 operands, got 5}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_row_pointers(%p: tensor<32xi64>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'row_pointers' must be tensor<Nxi32>, got 'tensor<32xi64>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi64>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_ids_rank(%p: tensor<32xi32>, %i: tensor<8x8xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'embedding_ids' must be tensor<Nxi32>, got 'tensor<8x8xi32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<8x8xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_samples(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xf32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'sample_ids' must be tensor<Nxi32>, got 'tensor<64xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_gains(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xbf16>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'gains' must be tensor<Nxf32>, got 'tensor<64xbf16>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xbf16>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_table(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<2x64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'table' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<2x64x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<2x64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_init(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<f32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: operand 'init' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<f32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_result(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: the result must have the type of operand 'init', 'tensor<16x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp: the result must have the type of operand 'init', 'tensor<16x8xf32>'}}
  %0:2 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>)
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @row_pointers_of_another_target(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{row pointers have 16 elements, but a table shared by 1 device with 4 SparseCores each needs 32; targets that fit: v6e, v7x, 8t}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @row_pointers_of_no_target(%p: tensor<33xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{row pointers have 33 elements, but a table shared by 1 device with 4 SparseCores each needs 32; no target fits}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<33xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_operands(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulLocalOp takes 5 operands, got 4}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_operand_order(%i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulLocalOp: operand 'table' must be tensor<NxWxf32> or tensor<Nxf32>, got 'tensor<40xi32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%i, %s, %g, %t, %n) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_result(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulLocalOp: the result must have the type of operand 'init', 'tensor<16x8xf32>'}}
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g, %n) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf64>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unstack_operands(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) {
  // expected-error @+1 {{@SparseActivationsUnstackInterleaved takes one operand, got 2}}
  %0 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a, %b) {backend_config = ""} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unstack_operand(%a: tensor<8xf32>) {
  // expected-error @+1 {{@SparseActivationsUnstackInterleaved takes and gives tensor<NxWxf32>, got 'tensor<8xf32>'}}
  %0 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a) {backend_config = ""} : (tensor<8xf32>) -> tensor<8x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unstack_result(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{@SparseActivationsUnstackInterleaved takes and gives tensor<NxWxf32>, got 'tensor<8x16xi32>'}}
  %0 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a) {backend_config = ""} : (tensor<8x16xf32>) -> tensor<8x16xi32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @stack_results(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{@SparseGradientsStackInterleaved gives one result, got 2}}
  %0:2 = stablehlo.custom_call @SparseGradientsStackInterleaved(%a) {backend_config = ""} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @stack_operand(%a: tensor<8x16xf32>, %b: tensor<8x16xbf16>) {
  // expected-error @+1 {{@SparseGradientsStackInterleaved takes and gives tensor<NxWxf32>, got 'tensor<8x16xbf16>'}}
  %0 = stablehlo.custom_call @SparseGradientsStackInterleaved(%a, %b) {backend_config = ""} : (tensor<8x16xf32>, tensor<8x16xbf16>) -> tensor<16x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @stack_result(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{@SparseGradientsStackInterleaved takes and gives tensor<NxWxf32>, got 'tensor<8x16xf64>'}}
  %0 = stablehlo.custom_call @SparseGradientsStackInterleaved(%a) {backend_config = ""} : (tensor<8x16xf32>) -> tensor<8x16xf64>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
func.func @outside_manual_computation(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{@SparseDenseMatmulOp outside a manual computation in a module for 4 devices: it does not say what runs on each of them}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
func.func @unstack_outside_manual_computation(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{@SparseActivationsUnstackInterleaved outside a manual computation in a module for 4 devices}}
  %0 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a) {backend_config = ""} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}
}

// -----

// Each wrong call is reported, not only the first.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @all(%a: tensor<8xf32>) {
  // expected-error @+1 {{@SparseActivationsUnstackInterleaved takes and gives}}
  %0 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a) : (tensor<8xf32>) -> tensor<8x16xf32>
  // expected-error @+1 {{@SparseGradientsStackInterleaved takes and gives}}
  %1 = stablehlo.custom_call @SparseGradientsStackInterleaved(%a) : (tensor<8xf32>) -> tensor<8x16xf32>
  return
}
}

// -----

// What only the operation itself can tell comes from its verifier.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @lookup_rule(%p: tensor<32xi32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 40, 40 and 40}}
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}
