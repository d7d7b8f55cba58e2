// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file -verify-diagnostics

// Plans that leave something of an update out, and their neighbours that do not.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{no plan: run sc-plan-memory first}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
       optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x12xf32>, %d: tensor<4x12xf32>) {
  // expected-error @+1 {{width 12 is not a multiple of 8: run sc-pad-tables first}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x12xf32>, %row: tensor<1x12xf32>):
    sc.yield %x : tensor<1x12xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x12xf32>, tensor<64x12xf32>) -> tensor<64x12xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<32xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{is for 4 SparseCores of a device, the target has 2}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{the group names @mesh, which is no mesh of the module}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["x"], devices = 1>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan's 3 vector splits do not divide the width 8}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 3, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

// 16 tiles with 1 sample each reach 16 of 17.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<34x8xf32>) {
  // expected-error @+1 {{the plan's 1 replicas, 1 sample splits and 1 samples of a tile leave samples out, there are 17}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<34x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan's list of 15 entries does not hold max_ids = 16, and rows are not streamed}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 15, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

// A sum over the row does not split.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x16xf32>, %d: tensor<4x16xf32>) {
  // expected-error @+1 {{the plan has 2 vector splits, but the optimizer needs whole rows: a word of a new row depends on others}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x16xf32>, %row: tensor<1x16xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x16xf32>, tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1xf32>) -> tensor<1x16xf32>
    sc.yield %1 : tensor<1x16xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x16xf32>, %d: tensor<4x16xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x16xf32>, %row: tensor<1x16xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x16xf32>, tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1xf32>) -> tensor<1x16xf32>
    sc.yield %1 : tensor<1x16xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x16xf32>, %d: tensor<4x16xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x16xf32>, %row: tensor<1x16xf32>):
    sc.yield %x : tensor<1x16xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<1024xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>, %m: tensor<i32>) {
  // expected-error @+1 {{the plan streams rows, but the lists of a minibatched update are sorted, which takes whole partitions}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 8, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4, row_streaming = true> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<1024xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 8, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4, row_streaming = true> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

// 2 SparseCores in 4 replicas send 8 lists.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan merges 7 entries at a time, fewer than the 8 lists that a SparseCore receives}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 4, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 7, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{the plan runs the optimizer on 0 rows at a time, at least 1 is needed}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %d: tensor<4x8xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{no instruction stands for 'stablehlo.compare' with TOTALORDER in an optimizer}}
    %1 = stablehlo.compare LT, %x, %row, TOTALORDER : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
    %2 = stablehlo.select %1, %x, %row : tensor<1x8xi1>, tensor<1x8xf32>
    sc.yield %2 : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}
