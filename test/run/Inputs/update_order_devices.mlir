// A minibatched update, which sorts its lists in place, and a lookup of the old
// table from the same lists, in two manual computations of the same arguments; the
// lists themselves are results too. New rows are what the lookup starts from, so it
// runs last. Arrays: update_order.py.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647, \22sharding_strategy\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
#update = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647, \22sharding_strategy\22: 1, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%p: tensor<4096xi32>, %i: tensor<2048xi32>, %s: tensor<2048xi32>, %g: tensor<2048xf32>,
                         %t: tensor<128x8xf32>, %d: tensor<32x8xf32>, %n: tensor<i32>)
      -> (tensor<128x8xf32>, tensor<32x8xf32>, tensor<2048xi32>, tensor<2048xi32>) {
    %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %d, %n) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<2048xi32>, %mi: tensor<1024xi32>, %ms: tensor<1024xi32>, %mg: tensor<1024xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>, %mn: tensor<i32>) {
      %u = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%mp, %mi, %ms, %mg, %mn, %mt, %md) {backend_config = #update, called_computations = [@subtract]}
          : (tensor<2048xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tuple<tensor<64x8xf32>>
      %new = stablehlo.get_tuple_element %u[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
      sdy.return %new : tensor<64x8xf32>
    } : (tensor<4096xi32>, tensor<2048xi32>, tensor<2048xi32>, tensor<2048xf32>, tensor<128x8xf32>, tensor<32x8xf32>, tensor<i32>) -> tensor<128x8xf32>
    %first = stablehlo.slice %0 [0:32, 0:8] : (tensor<128x8xf32>) -> tensor<32x8xf32>
    %1:3 = sdy.manual_computation(%p, %i, %s, %g, %t, %first, %n) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%mp: tensor<2048xi32>, %mi: tensor<1024xi32>, %ms: tensor<1024xi32>, %mg: tensor<1024xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>, %mn: tensor<i32>) {
      %sums = stablehlo.custom_call @SparseDenseMatmulWithMinibatchingOp(%mp, %mi, %ms, %mg, %mn, %mt, %md) {backend_config = #config}
          : (tensor<2048xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<i32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
      sdy.return %sums, %mi, %ms : tensor<16x8xf32>, tensor<1024xi32>, tensor<1024xi32>
    } : (tensor<4096xi32>, tensor<2048xi32>, tensor<2048xi32>, tensor<2048xf32>, tensor<128x8xf32>, tensor<32x8xf32>, tensor<i32>) -> (tensor<32x8xf32>, tensor<2048xi32>, tensor<2048xi32>)
    return %0, %1#0, %1#1, %1#2 : tensor<128x8xf32>, tensor<32x8xf32>, tensor<2048xi32>, tensor<2048xi32>
  }
  func.func private @subtract(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>) -> tensor<1x8xf32> {
    %0 = stablehlo.subtract %row, %g : tensor<1x8xf32>
    return %0 : tensor<1x8xf32>
  }
}
