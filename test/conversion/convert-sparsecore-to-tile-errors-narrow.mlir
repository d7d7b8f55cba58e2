// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file -verify-diagnostics

// Arguments that a runtime could not fill from f32 rows.

// One argument, read as two kinds of rows.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%t: tensor<64x32xi8>, %i: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<4x16xf32>) -> tensor<4x16xf32> {
  // expected-note @+1 {{the other lookup}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "a" sparse_cores 2 row_format <"int8,scale=row", width = 16>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 0>
      : tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  // expected-error @+1 {{table 'b' is an argument that another lookup reads as other rows}}
  %1 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %0 table "b" sparse_cores 2 row_format <"int8_affine,scale=row", width = 16>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 0>
      : tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
}

// -----

// One scale for two tables.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%t: tensor<64x32xi8>, %u: tensor<64x32xi8>, %i: tensor<64xi32>, %g: tensor<64xf32>, %n: tensor<4x16xf32>, %s: tensor<1xf32>) -> tensor<4x16xf32> {
  // expected-note @+1 {{the other lookup}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n scale %s : tensor<1xf32> table "a" sparse_cores 2 row_format <"int8", width = 16>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 0>
      : tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  // expected-error @+1 {{table 'b' has the scale of another table}}
  %1 = sc.sparse_dense_matmul_local %u, %i, %i, %g, %0 scale %s : tensor<1xf32> table "b" sparse_cores 2 row_format <"int8", width = 16>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 0>
      : tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
}
