// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file | FileCheck %s

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @lookup
func.func @lookup(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-SAME: (%[[P:.*]]: tensor<32xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[N:.*]]: tensor<16x8xf32>)
  // CHECK-NEXT: %[[R:.*]] = sc.sparse_dense_matmul %[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %[[N]] table "arg4" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 : tensor<32xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// The order of the keys and blanks between them do not matter.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @config_order
func.func @config_order(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: limits <max_ids = 2147483647, max_unique_ids = 8>
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = " { \22device_type\22 : \22DEVICE_TYPE_SPARSECORE\22 , \22sparse_dense_matmul_config\22 : { \22pad_value\22 : 2147483647 , \22sharding_strategy\22 : 1 , \22max_unique_ids_per_partition\22 : 8 , \22max_ids_per_partition\22 : 2147483647 } } "} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @lookup_rank_1
func.func @lookup_rank_1(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64xf32>, %n: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: sc.sparse_dense_matmul {{.*}} : tensor<32xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
}

// -----

// The location of the argument names the table.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @table_name
func.func @table_name(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32> loc("embedding_variables['user'][0]"), %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: table "user" limits
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// A location without a name in brackets does not.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @table_name_without_brackets
func.func @table_name_without_brackets(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32> loc("user"), %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: table "arg4" limits
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
// CHECK-LABEL: func.func @sparse_cores_of_the_target
func.func @sparse_cores_of_the_target(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sparse_cores 2 : tensor<16xi32>
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @local_lookup
func.func @local_lookup(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-SAME: (%[[T:.*]]: tensor<64x8xf32>, %[[I:.*]]: tensor<40xi32>, %[[S:.*]]: tensor<40xi32>, %[[G:.*]]: tensor<40xf32>, %[[N:.*]]: tensor<16x8xf32>)
  // CHECK-NEXT: sc.sparse_dense_matmul_local %[[T]], %[[I]], %[[S]], %[[G]], %[[N]] table "arg0" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %0 = stablehlo.custom_call @SparseDenseMatmulLocalOp(%t, %i, %s, %g, %n) {backend_config = "{\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @unstack
func.func @unstack(%a: tensor<24x16xf32>) -> (tensor<8x6xf32>, tensor<16x12xf32>) {
  // CHECK-SAME: (%[[A:.*]]: tensor<24x16xf32>)
  // CHECK-NEXT: %[[F:.*]]:2 = sc.unstack_activations %[[A]] sparse_cores 4 : tensor<24x16xf32> -> tensor<8x6xf32>, tensor<16x12xf32>
  // CHECK-NEXT: return %[[F]]#0, %[[F]]#1
  %0:2 = stablehlo.custom_call @SparseActivationsUnstackInterleaved(%a) {backend_config = ""} : (tensor<24x16xf32>) -> (tensor<8x6xf32>, tensor<16x12xf32>)
  return %0#0, %0#1 : tensor<8x6xf32>, tensor<16x12xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @stack
func.func @stack(%a: tensor<8x16xf32>, %b: tensor<16x12xf32>) -> tensor<24x16xf32> {
  // CHECK-SAME: (%[[A:.*]]: tensor<8x16xf32>, %[[B:.*]]: tensor<16x12xf32>)
  // CHECK-NEXT: sc.stack_gradients %[[A]], %[[B]] sparse_cores 4 : tensor<8x16xf32>, tensor<16x12xf32> -> tensor<24x16xf32>
  %0 = stablehlo.custom_call @SparseGradientsStackInterleaved(%a, %b) {backend_config = ""} : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<24x16xf32>
  return %0 : tensor<24x16xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @other_calls_stay
func.func @other_calls_stay(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: stablehlo.custom_call @Sharding
  %0 = stablehlo.custom_call @Sharding(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
}

// -----

// Nothing to do: no calls, no function.
// CHECK: module attributes {sc.target = {{.*}} {{{$}}
// CHECK-NEXT: }
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
}
