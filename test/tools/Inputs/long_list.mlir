module attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%pointers: tensor<32xi32>, %ids: tensor<400000xi32>, %samples: tensor<400000xi32>, %gains: tensor<400000xf32>, %table: tensor<32x8xf32>) -> tensor<16x8xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %init = stablehlo.broadcast %zero, sizes = [16, 8] : (tensor<f32>) -> tensor<16x8xf32>
    %result = stablehlo.custom_call @SparseDenseMatmulOp(%pointers, %ids, %samples, %gains, %table, %init) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 100000, \22max_unique_ids_per_partition\22: 4, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<400000xi32>, tensor<400000xi32>, tensor<400000xf32>, tensor<32x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    return %result : tensor<16x8xf32>
  }
}
