// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: func.func @sparse_dense_matmul
// CHECK-SAME: (%[[P:.*]]: tensor<32xi32>, %[[I:.*]]: tensor<512xi32>, %[[S:.*]]: tensor<512xi32>, %[[G:.*]]: tensor<512xf32>, %[[T:.*]]: tensor<64x8xf32>, %[[N:.*]]: tensor<16x8xf32>)
func.func @sparse_dense_matmul(%row_pointers: tensor<32xi32>, %ids: tensor<512xi32>, %samples: tensor<512xi32>, %gains: tensor<512xf32>, %table: tensor<64x8xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sc.sparse_dense_matmul %[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %[[N]] table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // CHECK-NEXT: return %[[R]] : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// 4 devices of 4 SparseCores: 16 row pointers for each SparseCore.
// CHECK-LABEL: func.func @sparse_dense_matmul_group
func.func @sparse_dense_matmul_group(%row_pointers: tensor<64xi32>, %ids: tensor<512xi32>, %samples: tensor<512xi32>, %gains: tensor<512xf32>, %table: tensor<64x8xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sc.sparse_dense_matmul {{.*}} table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 group <@mesh, ["x"], devices = 4> : tensor<64xi32>
  %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
      table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4
      group <@mesh, ["x"], devices = 4>
      : tensor<64xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @sparse_dense_matmul_plan
func.func @sparse_dense_matmul_plan(%row_pointers: tensor<32xi32>, %ids: tensor<512xi32>, %samples: tensor<512xi32>, %gains: tensor<512xf32>, %table: tensor<64x8xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sparse_cores 4 plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 64, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352> {note = 1 : i64} : tensor<32xi32>
  %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
      table "user" limits <max_ids = 256, max_unique_ids = 16> sparse_cores 4
      plan <replicas = 1, vector_splits = 1, sample_splits = 1,
            samples_per_tile = 1, window_rows = 64, window_buffers = 2, list_entries = 256,
            gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072,
            stack_bytes = 4352> {note = 1}
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// Rows of one word; any number of SparseCores.
// CHECK-LABEL: func.func @sparse_dense_matmul_rank_1
func.func @sparse_dense_matmul_rank_1(%row_pointers: tensor<24xi32>, %ids: tensor<24xi32>, %samples: tensor<24xi32>, %gains: tensor<24xf32>, %table: tensor<63xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: sparse_cores 3 : tensor<24xi32>, tensor<24xi32>, tensor<63xf32>, tensor<3xf32>
  %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
      table "bias" limits <max_ids = 8, max_unique_ids = 8> sparse_cores 3
      : tensor<24xi32>, tensor<24xi32>, tensor<63xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @sparse_dense_matmul_local
// CHECK-SAME: (%[[T:.*]]: tensor<64x8xf32>, %[[I:.*]]: tensor<40xi32>, %[[S:.*]]: tensor<40xi32>, %[[G:.*]]: tensor<40xf32>, %[[N:.*]]: tensor<16x8xf32>)
func.func @sparse_dense_matmul_local(%table: tensor<64x8xf32>, %ids: tensor<40xi32>, %samples: tensor<40xi32>, %gains: tensor<40xf32>, %init: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-NEXT: sc.sparse_dense_matmul_local %[[T]], %[[I]], %[[S]], %[[G]], %[[N]] table "local" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %0 = sc.sparse_dense_matmul_local %table, %ids, %samples, %gains, %init
      table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// The local form has no entries, and no lower bound on samples.
// CHECK-LABEL: func.func @sparse_dense_matmul_local_empty
func.func @sparse_dense_matmul_local_empty(%table: tensor<5xf32>, %ids: tensor<0xi32>, %gains: tensor<0xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: : tensor<0xi32>, tensor<5xf32>, tensor<3xf32>
  %0 = sc.sparse_dense_matmul_local %table, %ids, %ids, %gains, %init
      table "local" sparse_cores 4 : tensor<0xi32>, tensor<5xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @unstack_activations
func.func @unstack_activations(%stacked: tensor<24x16xf32>) -> (tensor<8x6xf32>, tensor<16x12xf32>) {
  // CHECK: %[[F:.*]]:2 = sc.unstack_activations %{{.*}} sparse_cores 4 : tensor<24x16xf32> -> tensor<8x6xf32>, tensor<16x12xf32>
  %0:2 = sc.unstack_activations %stacked sparse_cores 4
      : tensor<24x16xf32> -> tensor<8x6xf32>, tensor<16x12xf32>
  // CHECK: return %[[F]]#0, %[[F]]#1
  return %0#0, %0#1 : tensor<8x6xf32>, tensor<16x12xf32>
}

// CHECK-LABEL: func.func @stack_gradients
// CHECK-SAME: (%[[A:.*]]: tensor<8x16xf32>, %[[B:.*]]: tensor<16x12xf32>)
func.func @stack_gradients(%a: tensor<8x16xf32>, %b: tensor<16x12xf32>) -> tensor<24x16xf32> {
  // CHECK-NEXT: sc.stack_gradients %[[A]], %[[B]] sparse_cores 4 : tensor<8x16xf32>, tensor<16x12xf32> -> tensor<24x16xf32>
  %0 = sc.stack_gradients %a, %b sparse_cores 4
      : tensor<8x16xf32>, tensor<16x12xf32> -> tensor<24x16xf32>
  return %0 : tensor<24x16xf32>
}

// CHECK-LABEL: func.func @attributes
func.func @attributes() attributes {
  // CHECK-SAME: group = #sc.group<@mesh, ["x"], devices = 4>
  group = #sc.group<@mesh, ["x"], devices = 4>,
  // CHECK-SAME: limits = #sc.limits<max_ids = 256, max_unique_ids = 128>
  limits = #sc.limits<max_ids = 256, max_unique_ids = 128>,
  // CHECK-SAME: plan = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 64, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352>
  plan = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 64, window_buffers = 2, list_entries = 256,
    gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072,
    stack_bytes = 4352>,
  // CHECK-SAME: plan_split = #sc.plan<replicas = 2, vector_splits = 3, sample_splits = 4, samples_per_tile = 5, window_rows = 6, window_buffers = 7, list_entries = 8, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0, row_streaming = true, serialized = true>
  plan_split = #sc.plan<replicas = 2, vector_splits = 3, sample_splits = 4,
    samples_per_tile = 5, window_rows = 6, window_buffers = 7, list_entries = 8,
    gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0,
    row_streaming = true, serialized = true>,
  // CHECK-SAME: plan_streaming = #sc.plan<{{[^>]*}}stack_bytes = 0, row_streaming = true>
  plan_streaming = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1,
    samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1,
    gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0,
    row_streaming = true, serialized = false>,
  // CHECK-SAME: plan_whole = #sc.plan<{{[^>]*}}stack_bytes = 0, serialized = true>
  plan_whole = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1,
    samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1,
    gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0,
    serialized = true>,
  // CHECK-SAME: program_plan = #sc.program_plan<serialized_tables = 2, hbm_peak_bytes = 4096, tensor_core_hbm_bytes = 1024, parallel_iterations = 3, seconds = 1.000000e-05 : f64, peaks = [{bytes = 64 : i64, class = "list", space = "tilespmem"}], hbm_uses = [{bytes = 64 : i64, padding_bytes = 32 : i64, role = 1 : i64, table = "user"}],
  // CHECK-SAME: lookups = [{exchange_bytes = 19 : i64, gather_operand_bytes = 14 : i64, kind = 1 : i64, left_out, list_bytes = 16 : i64, list_entries = 13 : i64, max_ids = 2 : i64, max_unique_ids = 3 : i64, replicas = 8 : i64, sample_splits = 10 : i64, samples = 5 : i64, scratch_bytes = 15 : i64, sparse_cores = 7 : i64, stack_backward_bytes = 18 : i64, stack_first_step = 20 : i64, stack_forward_bytes = 17 : i64, stack_last_step = 21 : i64, table = "user", table_rows = 6 : i64, vector_splits = 9 : i64, width = 4 : i64, window_buffers = 12 : i64, window_rows = 11 : i64},
  // CHECK-SAME: {exchange_bytes = 19 : i64, gather_operand_bytes = 14 : i64, kind = 1 : i64, list_bytes = 16 : i64, list_entries = 13 : i64, max_ids = 2 : i64, max_unique_ids = 3 : i64, replicas = 8 : i64, sample_splits = 10 : i64, samples = 5 : i64, scratch_bytes = 15 : i64, sparse_cores = 7 : i64, stack_backward_bytes = 18 : i64, stack_first_step = 20 : i64, stack_forward_bytes = 17 : i64, stack_last_step = 21 : i64, table = "item", table_rows = 6 : i64, vector_splits = 9 : i64, width = 4 : i64, window_buffers = 12 : i64, window_rows = 11 : i64}]>
  program_plan = #sc.program_plan<serialized_tables = 2, hbm_peak_bytes = 4096,
    tensor_core_hbm_bytes = 1024, parallel_iterations = 3, seconds = 1.0e-5,
    peaks = [{space = "tilespmem", class = "list", bytes = 64}],
    hbm_uses = [{table = "user", role = 1, bytes = 64, padding_bytes = 32}],
    lookups = [
      {table = "user", kind = 1, max_ids = 2, max_unique_ids = 3, width = 4,
       samples = 5, table_rows = 6, sparse_cores = 7, replicas = 8,
       vector_splits = 9, sample_splits = 10, window_rows = 11, window_buffers
       = 12, list_entries = 13, gather_operand_bytes = 14, scratch_bytes = 15,
       list_bytes = 16, stack_forward_bytes = 17, stack_backward_bytes = 18,
       exchange_bytes = 19, stack_first_step = 20, stack_last_step = 21,
       left_out},
      {table = "item", kind = 1, max_ids = 2, max_unique_ids = 3, width = 4,
       samples = 5, table_rows = 6, sparse_cores = 7, replicas = 8,
       vector_splits = 9, sample_splits = 10, window_rows = 11, window_buffers
       = 12, list_entries = 13, gather_operand_bytes = 14, scratch_bytes = 15,
       list_bytes = 16, stack_forward_bytes = 17, stack_backward_bytes = 18,
       exchange_bytes = 19, stack_first_step = 20, stack_last_step = 21}]>,
  // CHECK-SAME: target_2d = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>
  target_2d = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>,
  // CHECK-SAME: target_3d = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>
  target_3d = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>
} {
  return
}
