module @does_it_fit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%row_pointers: tensor<32xi32>, %ids: tensor<565408xi32>, %samples: tensor<565408xi32>, %gains: tensor<565408xf32>, %table: tensor<4096x8xf32> loc("variables['user_table']")) -> tensor<819200x8xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %init = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<819200x8xf32>
    %0 = stablehlo.custom_call @SparseDenseMatmulOp(%row_pointers, %ids, %samples, %gains, %table, %init) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 141352, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<565408xi32>, tensor<565408xi32>, tensor<565408xf32>, tensor<4096x8xf32>, tensor<819200x8xf32>) -> tensor<819200x8xf32>
    return %0 : tensor<819200x8xf32>
  }
}
