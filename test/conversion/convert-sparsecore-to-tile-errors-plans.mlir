// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file -verify-diagnostics

// Plans and lookups that do not fit each other. Those without an error are the border.

// Rows that were not padded.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x12xf32>, %n: tensor<4x12xf32>) {
  // expected-error @+1 {{width 12 is not a multiple of 8: run sc-pad-tables first}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x12xf32>, tensor<4x12xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x4xf32>, %n: tensor<4x4xf32>) {
  // expected-error @+1 {{width 4 is not a multiple of 8: run sc-pad-tables first}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "local" sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<64xi32>, tensor<64x4xf32>, tensor<4x4xf32>
  return
}
}

// -----

// A lookup for another machine.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<32xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<8x8xf32>) {
  // expected-error @+1 {{is for 4 SparseCores of a device, the target has 2}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<32xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<8x8xf32>
  return
}
}

// -----

// Every column belongs to a split.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan's 3 vector splits do not divide the width 8}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 3, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// 16 tiles, 2 replicas, 2 sample splits and 3 samples cover 192 samples of a SparseCore.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<386x8xf32>) {
  // expected-error @+1 {{the plan's 2 replicas, 2 sample splits and 3 samples of a tile leave samples out, there are 193}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 2, vector_splits = 1, sample_splits = 2, samples_per_tile = 3, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<386x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<384x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 2, vector_splits = 1, sample_splits = 2, samples_per_tile = 3, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<384x8xf32>
  return
}
}

// -----

// More samples than any SparseCore has.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan's 1048576 replicas, 1048576 sample splits and 9223372036854775807 samples of a tile are more than 2^40, there are 2}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1048576, vector_splits = 1, sample_splits = 1048576, samples_per_tile = 9223372036854775807, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// A list that is not streamed holds every entry.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan's list of 15 entries does not hold max_ids = 16, and rows are not streamed}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 15, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 8, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, row_streaming = true>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// The local form has no splits.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{a local lookup cannot be split}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "local" sparse_cores 2
      plan <replicas = 2, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{a local lookup cannot be split}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "local" sparse_cores 2
      plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{a local lookup cannot be split}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "local" sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 2, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// Slices of narrow rows are whole words.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x64xi8>, %n: tensor<4x40xf32>) {
  // expected-error @+1 {{the plan's 4 vector splits cut narrow rows into slices of 10 values, which are not whole words}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 row_format <"int8,scale=row", width = 40>
      plan <replicas = 1, vector_splits = 4, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x64xi8>, tensor<4x40xf32>
  return
}
}
