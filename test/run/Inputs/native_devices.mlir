// Four devices, each with its own step counter, row weights and part of the
// gradients; then arithmetic on the global array.
module @devices attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%steps: tensor<4xi32>, %grad: tensor<8x8xf32>, %weights: tensor<8xf32>) -> (tensor<4xi32>, tensor<8x8xf32>) {
    %0:2 = sdy.manual_computation(%steps, %grad, %weights) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%step: tensor<1xi32>, %local: tensor<2x8xf32>, %all: tensor<8xf32>) {
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %next = stablehlo.add %step, %one : tensor<1xi32>
      %counter = stablehlo.reshape %next : (tensor<1xi32>) -> tensor<i32>
      %t = stablehlo.convert %counter : (tensor<i32>) -> tensor<f32>
      %rate = stablehlo.rsqrt %t : tensor<f32>
      %rates = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
      %rows = stablehlo.broadcast_in_dim %all, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
      %1 = stablehlo.multiply %local, %rates : tensor<2x8xf32>
      %2 = stablehlo.add %1, %rows : tensor<2x8xf32>
      sdy.return %next, %2 : tensor<1xi32>, tensor<2x8xf32>
    } : (tensor<4xi32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<4xi32>, tensor<8x8xf32>)
    %half = stablehlo.constant dense<0.5> : tensor<8x8xf32>
    %3 = stablehlo.multiply %0#1, %half : tensor<8x8xf32>
    return %0#0, %3 : tensor<4xi32>, tensor<8x8xf32>
  }
}
