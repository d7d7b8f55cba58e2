// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file | FileCheck %s

// Which devices share a table follows from the sharding of its rows.

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @sharded_over_one_axis
func.func @sharded_over_one_axis(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"y"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["y"], devices = 2> : tensor<32xi32>
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @sharded_over_two_axes
func.func @sharded_over_two_axes(%p: tensor<64xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<256x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"y", "x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<64xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["y", "x"], devices = 4> : tensor<64xi32>
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<256x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// A table of which each device has its own copy is shared by nobody.
module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @replicated
func.func @replicated(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 : tensor<32xi32>
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @width_does_not_count
func.func @width_does_not_count(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x16xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["x"], devices = 2> : tensor<32xi32>
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @traced_through_views
func.func @traced_through_views(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    %r = stablehlo.reshape %lt : (tensor<64x8xf32>) -> tensor<64x1x8xf32>
    %q = stablehlo.reshape %r : (tensor<64x1x8xf32>) -> tensor<64x8xf32>
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["x"], devices = 2> :
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %q, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// An updated table is where the table was.
module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @traced_through_updates
func.func @traced_through_updates(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // CHECK: sc.sparse_dense_matmul_grad {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["x"], devices = 2> optimizer
    %u = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%lp, %li, %ls, %lg, %ln, %lt, %lt) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647, \22num_slot_variables\22: 1, \22num_hyperparameters\22: 0}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}", called_computations = [@optimizer]} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tuple<tensor<64x8xf32>, tensor<64x8xf32>>
    %q = stablehlo.get_tuple_element %u[0] : (tuple<tensor<64x8xf32>, tensor<64x8xf32>>) -> tensor<64x8xf32>
    // CHECK: sc.sparse_dense_matmul {{.*}} table "arg4" {{.*}} sparse_cores 4 group <@mesh, ["x"], devices = 2> :
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %q, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
func.func private @optimizer(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>, %slot: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  return %grad, %slot : tensor<1x8xf32>, tensor<1x8xf32>
}
}
