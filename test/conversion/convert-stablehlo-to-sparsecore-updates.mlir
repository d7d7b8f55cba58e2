// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file | FileCheck %s

// Updates of each target, and the forms of their results.

#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[P:.*]]: tensor<32xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[Y:.*]]: tensor<16x8xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[R:.*]]: tensor<f32>)
func.func @update(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) -> tensor<64x8xf32> {
  // CHECK-NEXT: %[[N:.*]] = sc.sparse_dense_matmul_grad %[[P]], %[[I]], %[[S]], %[[G]], %[[Y]], %[[T]] hyperparameters(%[[R]]) table "arg5" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  // CHECK-NEXT: ^bb0(%[[GRAD:.*]]: tensor<1x8xf32>, %[[ROW:.*]]: tensor<1x8xf32>, %[[RATE:.*]]: tensor<1x8xf32>):
  // CHECK-NEXT: %[[STEP:.*]] = stablehlo.multiply %[[GRAD]], %[[RATE]]
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.subtract %[[ROW]], %[[STEP]]
  // CHECK-NEXT: sc.yield %[[NEW]] : tensor<1x8xf32>
  // CHECK-NEXT: } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  // CHECK-NEXT: return %[[N]] : tensor<64x8xf32>
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] {mhlo.frontend_attributes = {_xla_compute_type = "sparse"}} : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}
// The function is not needed any more.
// CHECK-NOT: func.func
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

// Gradients come before the table.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @update_with_slot(
// CHECK-SAME: %[[P:.*]]: tensor<32xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[M:.*]]: tensor<i32>, %[[Y:.*]]: tensor<16x8xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[A:.*]]: tensor<64x8xf32>, %[[R:.*]]: tensor<f32>)
func.func @update_with_slot(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  // CHECK-NEXT: %[[N:.*]]:2 = sc.sparse_dense_matmul_grad %[[P]], %[[I]], %[[S]], %[[G]], %[[Y]], %[[T]] slots(%[[A]]) hyperparameters(%[[R]]) table "arg6"
  // CHECK: return %[[N]]#1, %[[N]]#0
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %2, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

// Minibatches, table, slots, then gradients.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @update_minibatched(
// CHECK-SAME: %[[P:.*]]: tensor<2048xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[M:.*]]: tensor<i32>, %[[Y:.*]]: tensor<16x8xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[A:.*]]: tensor<64x8xf32>, %[[R:.*]]: tensor<f32>)
func.func @update_minibatched(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  // CHECK-NEXT: %[[N:.*]]:2 = sc.sparse_dense_matmul_grad %[[P]], %[[I]], %[[S]], %[[G]], %[[Y]], %[[T]] slots(%[[A]]) hyperparameters(%[[R]]) minibatches %[[M]] table "arg6"
  // CHECK: return %[[N]]#1, %[[N]]#0
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp(%p, %i, %s, %g, %m, %t, %a, %y, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %2, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

// Minibatches, gradients, then the table.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @update_gradients_first(
// CHECK-SAME: %[[P:.*]]: tensor<2048xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[M:.*]]: tensor<i32>, %[[Y:.*]]: tensor<16x8xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[A:.*]]: tensor<64x8xf32>, %[[R:.*]]: tensor<f32>)
func.func @update_gradients_first(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %m: tensor<i32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  // CHECK-NEXT: %[[N:.*]]:2 = sc.sparse_dense_matmul_grad %[[P]], %[[I]], %[[S]], %[[G]], %[[Y]], %[[T]] slots(%[[A]]) hyperparameters(%[[R]]) minibatches %[[M]] table "arg6"
  // CHECK: return %[[N]]#1, %[[N]]#0
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching(%p, %i, %s, %g, %m, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<i32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %2, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

// Several results instead of a tuple, one of them not used.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @several_results(
func.func @several_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> tensor<64x8xf32> {
  // CHECK: %[[N:.*]]:2 = sc.sparse_dense_matmul_grad
  // CHECK: return %[[N]]#1
  %0:2 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return %0#1 : tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

// A tuple that is used as a whole is made again.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @whole_tuple(
func.func @whole_tuple(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %r: tensor<f32>) -> (tuple<tensor<64x8xf32>, tensor<64x8xf32>>, tensor<64x8xf32>) {
  // CHECK: %[[N:.*]]:2 = sc.sparse_dense_matmul_grad
  // CHECK: %[[TUPLE:.*]] = stablehlo.tuple %[[N]]#0, %[[N]]#1
  // CHECK-NEXT: return %[[TUPLE]], %[[N]]#0
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %a, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %0, %1 : tuple<tensor<64x8xf32>, tensor<64x8xf32>>, tensor<64x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.multiply %grad, %grad : tensor<1x8xf32>
  %1 = stablehlo.add %acc, %0 : tensor<1x8xf32>
  %2 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
  return %3, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}
}

// -----

// Two updates share an optimizer; the second one reads the table of the first.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @shared_optimizer(
func.func @shared_optimizer(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %r: tensor<f32>) -> tensor<64x8xf32> {
  // CHECK: %[[U:.*]] = sc.sparse_dense_matmul_grad {{.*}} table "arg5"
  // CHECK: %[[N:.*]] = sc.sparse_dense_matmul_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[U]] hyperparameters({{.*}} table "arg5"
  // CHECK: return %[[N]]
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  %u = stablehlo.get_tuple_element %0[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %u, %r) {backend_config = #config, called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<64x8xf32>>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}
// CHECK-NOT: func.func
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %rate: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.multiply %grad, %rate : tensor<1x8xf32>
  %1 = stablehlo.subtract %row, %0 : tensor<1x8xf32>
  %2 = stablehlo.tuple %1 : tuple<tensor<1x8xf32>>
  return %2 : tuple<tensor<1x8xf32>>
}
}

// -----

// Tables of rank 1: rows are of one word, in one dimension or two.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 1}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
// CHECK-LABEL: func.func @rank_1(
func.func @rank_1(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16xf32>, %t: tensor<64xf32>, %r: tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: sc.sparse_dense_matmul_grad
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf32>):
  // CHECK: sc.yield %{{.*}} : tensor<1xf32>
  // CHECK-NEXT: } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>, tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %0:1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@flat]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>, tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  // CHECK: sc.sparse_dense_matmul_grad
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<1x1xf32>, %{{.*}}: tensor<1x1xf32>, %{{.*}}: tensor<1x1xf32>):
  // CHECK: sc.yield %{{.*}} : tensor<1x1xf32>
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %s, %g, %y, %t, %r) {backend_config = #config, called_computations = [@square]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>, tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
func.func private @flat(%grad: tensor<1xf32>, %row: tensor<1xf32>, %rate: tensor<1xf32>) -> tensor<1xf32> {
  %0 = stablehlo.subtract %row, %grad : tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func private @square(%grad: tensor<1x1xf32>, %row: tensor<1x1xf32>, %rate: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = stablehlo.subtract %row, %grad : tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
}
