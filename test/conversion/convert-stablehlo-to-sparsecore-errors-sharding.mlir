// RUN: sc-opt %s -convert-stablehlo-to-sparsecore -split-input-file -verify-diagnostics

// Tables whose sharding does not say which devices share them.

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @table_of_nowhere(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<64x8xf32>
    // expected-error @+1 {{cannot tell which devices share the table: it is neither an argument of the manual computation nor an update of one}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %c, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @part_of_an_axis(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x", "y":(1)2}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // expected-error @+1 {{the table is sharded over a part of a mesh axis, which is not supported}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @row_pointers_of_a_group(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<256x8xf32>, %n: tensor<16x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x", "y"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<16xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // expected-error @+1 {{row pointers have 16 elements, but a table shared by 4 devices with 4 SparseCores each needs 64; targets that fit: v6e, v7x, 8t}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<256x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @row_pointers_of_a_group_of_two(%p: tensor<64xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"y"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<64xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // expected-error @+1 {{row pointers have 64 elements, but a table shared by 2 devices with 4 SparseCores each needs 32; no target fits}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
func.func @mesh_without_a_name(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<256x8xf32>, %n: tensor<16x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<mesh<["x"=2, "y"=2]>, [{}]>, <mesh<["x"=2, "y"=2]>, [{}]>, <mesh<["x"=2, "y"=2]>, [{}]>, <mesh<["x"=2, "y"=2]>, [{}]>, <mesh<["x"=2, "y"=2]>, [{"x", "y"}, {}]>, <mesh<["x"=2, "y"=2]>, [{}, {}]>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{}, {}]>] manual_axes={"x", "y"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // expected-error @+1 {{the sharding of the table has no mesh with a name}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<256x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}
}

// -----

// More devices than a group may have.
#config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, \22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2097152]>
func.func @large_group(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<134217728x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%p, %i, %s, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%lp: tensor<32xi32>, %li: tensor<64xi32>, %ls: tensor<64xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<16x8xf32>) {
    // expected-error @+1 {{group_c2: devices must be in [1, 1048576], got 2097152}}
    %1 = stablehlo.custom_call @SparseDenseMatmulOp(%lp, %li, %ls, %lg, %lt, %ln) {backend_config = #config} : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<134217728x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}
