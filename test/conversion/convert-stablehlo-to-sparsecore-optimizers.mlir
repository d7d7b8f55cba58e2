// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file | FileCheck %s

// What becomes of optimizers and their hyperparameters.

// Flags come as i32: no task moves single bytes.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 6}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @hyperparameters(
// CHECK-SAME: %[[RATE:[^:,]*]]: tensor<f32>, %[[ROW:.*]]: tensor<8xf32>, %[[COUNT:.*]]: tensor<1xi32>, %[[FLAG:.*]]: tensor<i1>, %[[FLAGS:.*]]: tensor<1x8xi1>)
func.func @hyperparameters(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>, %row: tensor<8xf32>, %n: tensor<1xi32>, %flag: tensor<i1>, %flags: tensor<1x8xi1>) -> tensor<64x8xf32> {
  // CHECK-DAG: %[[F:.*]] = stablehlo.convert %[[FLAG]] : (tensor<i1>) -> tensor<i32>
  // CHECK-DAG: %[[FS:.*]] = stablehlo.convert %[[FLAGS]] : (tensor<1x8xi1>) -> tensor<1x8xi32>
  // CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: sc.sparse_dense_matmul_grad {{.*}} hyperparameters(%[[RATE]], %[[ROW]], %[[COUNT]], %[[F]], %[[FS]], %[[ONE]]) table
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xi32>, %[[A:.*]]: tensor<1x8xi32>, %[[B:.*]]: tensor<1x8xi32>, %[[C:.*]]: tensor<1x8xi32>):
  // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<1x8xi32>
  // CHECK: %[[AA:.*]] = stablehlo.compare NE, %[[A]], %[[ZERO]]
  // CHECK: %[[BB:.*]] = stablehlo.compare NE, %[[B]], %
  // CHECK: %[[CC:.*]] = stablehlo.compare NE, %[[C]], %
  // CHECK: %[[AB:.*]] = stablehlo.and %[[AA]], %[[BB]]
  // CHECK: stablehlo.and %[[AB]], %[[CC]]
  // CHECK: } : ({{.*}}, tensor<f32>, tensor<8xf32>, tensor<1xi32>, tensor<i32>, tensor<1x8xi32>, tensor<i32>) -> tensor<64x8xf32>
  %no = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r, %row, %n, %flag, %flags, %no) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<8xf32>, tensor<1xi32>, tensor<i1>, tensor<1x8xi1>, tensor<i1>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %old: tensor<1x8xf32>, %rate: tensor<1x8xf32>, %row: tensor<1x8xf32>, %n: tensor<1x8xi32>, %f: tensor<1x8xi1>, %fs: tensor<1x8xi1>, %no: tensor<1x8xi1>) -> tensor<1x8xf32> {
  %0 = stablehlo.and %f, %fs : tensor<1x8xi1>
  %1 = stablehlo.and %0, %no : tensor<1x8xi1>
  %2 = stablehlo.select %1, %grad, %rate : tensor<1x8xi1>, tensor<1x8xf32>
  return %2 : tensor<1x8xf32>
}
}

// -----

// Calls are inlined, those in regions and those of called functions too; tuples
// of rows are taken apart.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @nested_calls(
func.func @nested_calls(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  // CHECK: sc.sparse_dense_matmul_grad
  // CHECK-NEXT: ^bb0(%[[GRAD:.*]]: tensor<1x8xf32>, %[[ROW:.*]]: tensor<1x8xf32>, %[[ACC:.*]]: tensor<1x8xf32>, %[[RATE:.*]]: tensor<1x8xf32>):
  // CHECK: %[[STEP:.*]] = stablehlo.multiply %[[GRAD]], %[[RATE]]
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.subtract %[[ROW]], %[[STEP]]
  // CHECK-NOT: stablehlo.tuple
  // CHECK: stablehlo.reduce(%[[ACC]] init: %{{.*}}) applies stablehlo.add across dimensions = [1]
  // CHECK-NEXT: %[[MEAN:.*]] = stablehlo.broadcast_in_dim
  // CHECK-NEXT: sc.yield %[[NEW]], %[[MEAN]] : tensor<1x8xf32>, tensor<1x8xf32>
  %0:2 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return %0#0, %0#1 : tensor<64x8xf32>, tensor<64x8xf32>
}
// CHECK-NOT: func.func
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>, tensor<1x8xf32>> {
  %0 = call @step(%grad, %row, %rate) : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tuple<tuple<tensor<1x8xf32>>, tensor<1x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tuple<tensor<1x8xf32>>, tensor<1x8xf32>>) -> tuple<tensor<1x8xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<1x8xf32>>) -> tensor<1x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%acc init: %zero) across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %6 = func.call @sum(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
  %5 = stablehlo.tuple %2, %4 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
  return %5 : tuple<tensor<1x8xf32>, tensor<1x8xf32>>
}
func.func private @step(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tuple<tensor<1x8xf32>>, tensor<1x8xf32>> {
  %0 = call @multiply(%grad, %rate) : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  %3 = stablehlo.tuple %2, %0 : tuple<tuple<tensor<1x8xf32>>, tensor<1x8xf32>>
  return %3 : tuple<tuple<tensor<1x8xf32>>, tensor<1x8xf32>>
}
func.func private @multiply(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = stablehlo.multiply %a, %b : tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
}

// -----

// The new row may be an argument. A tuple whose origin is not known is taken
// apart all the same.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @unusual_rows(
func.func @unusual_rows(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  // CHECK: ^bb0(%{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>, %[[RATE:.*]]: tensor<1x8xf32>):
  // CHECK-NEXT: sc.yield %[[RATE]] : tensor<1x8xf32>
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@argument]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  // CHECK: %[[TUPLE:.*]] = stablehlo.custom_call @other
  // CHECK-NEXT: %[[ROW:.*]] = stablehlo.get_tuple_element %[[TUPLE]][0]
  // CHECK-NEXT: sc.yield %[[ROW]] : tensor<1x8xf32>
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@other_tuple]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %0, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}
func.func private @argument(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  return %rate : tensor<1x8xf32>
}
func.func private @other_tuple(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.custom_call @other(%row) : (tensor<1x8xf32>) -> tuple<tensor<1x8xf32>>
  return %0 : tuple<tensor<1x8xf32>>
}
}

// -----

// Functions stay that are public, or used otherwise.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @functions_stay(
func.func @functions_stay(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>, %x: tensor<1x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@public]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@private]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %2 = call @used(%x) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0, %1, %2 : tensor<64x8xf32>, tensor<64x8xf32>, tensor<1x8xf32>
}
// CHECK: func.func @public(
func.func @public(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = call @used_by_public(%row) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
// CHECK-NOT: func.func private @private(
func.func private @private(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = call @used(%row) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = call @used_by_private(%0) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}
// CHECK: func.func private @used(
func.func private @used(%row: tensor<1x8xf32>) -> tensor<1x8xf32> {
  return %row : tensor<1x8xf32>
}
// CHECK: func.func private @used_by_public(
func.func private @used_by_public(%row: tensor<1x8xf32>) -> tensor<1x8xf32> {
  return %row : tensor<1x8xf32>
}
// CHECK-NOT: func.func private @used_by_private(
func.func private @used_by_private(%row: tensor<1x8xf32>) -> tensor<1x8xf32> {
  return %row : tensor<1x8xf32>
}
// A function that nobody ever called is not this pass's business.
// CHECK: func.func private @never_called(
func.func private @never_called(%row: tensor<1x8xf32>) -> tensor<1x8xf32> {
  return %row : tensor<1x8xf32>
}
}
