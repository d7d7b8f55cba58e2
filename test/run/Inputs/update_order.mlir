// Updates and lookups of the same tables in one program, old and new values mixed,
// in an order that no compiler may keep blindly. Arrays: update_order.py.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647, \22sharding_strategy\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
#update0 = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647, \22sharding_strategy\22: 1, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
#update1 = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22pad_value\22: 2147483647, \22sharding_strategy\22: 1, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%p: tensor<32xi32>, %i: tensor<256xi32>, %s: tensor<256xi32>, %g: tensor<256xf32>,
                         %user: tensor<64x8xf32>, %item: tensor<64x8xf32>, %acc: tensor<64x8xf32>, %d: tensor<16x8xf32>)
      -> (tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>,
          tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %init = stablehlo.broadcast %zero, sizes = [16, 8] : (tensor<f32>) -> tensor<16x8xf32>
    // The table of `user` is updated; the old one is looked up, then the new one.
    %u = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %d, %user) {backend_config = #update0, called_computations = [@subtract]}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
    %new = stablehlo.get_tuple_element %u[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
    %old_sums = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %user, %init) {backend_config = #config}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %new_sums = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %new, %init) {backend_config = #config}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    // Another table, whose update has the activations of its lookup as gradients.
    %item_sums = stablehlo.custom_call @SparseDenseMatmulOp(%p, %i, %s, %g, %item, %init) {backend_config = #config}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %v = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %item_sums, %item, %acc) {backend_config = #update1, called_computations = [@accumulate]}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
    %item_new = stablehlo.get_tuple_element %v[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
    %acc_new = stablehlo.get_tuple_element %v[1] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
    // A second update from the old table of `user`.
    %w = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %d, %user) {backend_config = #update0, called_computations = [@add]}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>>
    %other = stablehlo.get_tuple_element %w[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
    // One value as table and slot.
    %x = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %d, %acc, %acc) {backend_config = #update1, called_computations = [@apart]}
        : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
    %more = stablehlo.get_tuple_element %x[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
    %less = stablehlo.get_tuple_element %x[1] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
    // Arithmetic on both values of the table.
    %old_negated = stablehlo.negate %user : tensor<64x8xf32>
    %new_negated = stablehlo.negate %new : tensor<64x8xf32>
    return %new, %old_sums, %new_sums, %item_sums, %item_new, %acc_new, %other, %more, %less, %old_negated, %new_negated, %user
        : tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>,
          tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>
  }
  func.func private @subtract(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
    %0 = stablehlo.subtract %row, %g : tensor<1x8xf32>
    %1 = stablehlo.tuple %0 : tuple<tensor<1x8xf32>>
    return %1 : tuple<tensor<1x8xf32>>
  }
  func.func private @add(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>) -> tensor<1x8xf32> {
    %0 = stablehlo.add %row, %g : tensor<1x8xf32>
    return %0 : tensor<1x8xf32>
  }
  func.func private @accumulate(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>, tensor<1x8xf32>> {
    %0 = stablehlo.add %row, %acc : tensor<1x8xf32>
    %1 = stablehlo.add %acc, %g : tensor<1x8xf32>
    %2 = stablehlo.tuple %0, %1 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
    return %2 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
  }
  func.func private @apart(%g: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
    %0 = stablehlo.add %row, %g : tensor<1x8xf32>
    %1 = stablehlo.subtract %acc, %g : tensor<1x8xf32>
    return %0, %1 : tensor<1x8xf32>, tensor<1x8xf32>
  }
}
