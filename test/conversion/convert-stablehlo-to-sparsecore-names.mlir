// What a table is called where the location of @main's argument does not say.
//
// RUN: sc-opt %s --sc-to-sc=target=v5p 2> /dev/null | FileCheck %s
// RUN: sc-opt %{root}/test/corpus/mlir/update_lookup_4dev.mlir --sc-to-sc=target=v6e:2x2 2> /dev/null \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZER
// RUN: sc-opt %{root}/test/corpus/mlir/stacked_fwd_debugloc.mlir --sc-to-sc=target=v5p 2> /dev/null \
// RUN:   | FileCheck %s --check-prefix=LOCATION

// OPTIMIZER: sc.sparse_dense_matmul {{.*}} table "table_a_table_b"
// LOCATION: sc.sparse_dense_matmul {{.*}} table "table_a_table_b"

// CHECK-LABEL: func.func @main
// CHECK: sc.sparse_dense_matmul {{.*}} table "arg4"
func.func @main(%pointers: tensor<32xi32>, %ids: tensor<256xi32>, %samples: tensor<256xi32>, %gains: tensor<256xf32>, %table: tensor<32x8xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.custom_call @SparseDenseMatmulOp(%pointers, %ids, %samples, %gains, %table, %init) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<32x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
