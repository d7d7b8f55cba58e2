module @copy attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> loc("params['user'].table"), %arg1: tensor<4xi32>) -> (tensor<3x2xf32> {jax.result_info = "result.rows"}, tensor<2xi32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.slice %arg1 [1:3] : (tensor<4xi32>) -> tensor<2xi32>
    return %0, %1 : tensor<3x2xf32>, tensor<2xi32>
  }
}
