// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file | FileCheck %s

// Lookups with minibatching and simulated quantization.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @minibatched(
// CHECK-SAME: %[[P:.*]]: tensor<2048xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[M:.*]]: tensor<i32>, %[[T:.*]]: tensor<64x8xf32>, %[[N:.*]]: tensor<16x8xf32>)
func.func @minibatched(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-NEXT: sc.sparse_dense_matmul %[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %[[N]] minibatches %[[M]] table "arg5" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 : tensor<2048xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %n) {backend_config = #config} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22quantization_config\22: {\22min_value\22: -0.1, \22max_value\22: 15, \22num_buckets\22: 256}}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @minibatched_quantized(
func.func @minibatched_quantized(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sc.sparse_dense_matmul {{.*}} minibatches %{{.*}} table "arg5" {{.*}} quantization <buckets = 256, min = -1.000000e-01 : f64, max = 1.500000e+01 : f64> :
  %0 = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %n) {backend_config = #config} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22quantization_config\22: {\22min_value\22: -0.1, \22max_value\22: 15, \22num_buckets\22: 256}}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @quantized(
func.func @quantized(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sc.sparse_dense_matmul %{{[^:]*}} table "arg4" {{.*}} sparse_cores 4 quantization <buckets = 256, min = -1.000000e-01 : f64, max = 1.500000e+01 : f64> :
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %t, %n) {backend_config = #config} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}
