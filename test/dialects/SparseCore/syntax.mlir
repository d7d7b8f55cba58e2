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
  // CHECK: sparse_cores 4 plan <window_rows = 64, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352> {note = 1 : i64} : tensor<32xi32>
  %0 = sc.sparse_dense_matmul %row_pointers, %ids, %samples, %gains, %table, %init
      table "user" limits <max_ids = 256, max_unique_ids = 16> sparse_cores 4
      plan <window_rows = 64, window_buffers = 2, list_entries = 256,
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
  // CHECK-SAME: plan = #sc.plan<window_rows = 64, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352>
  plan = #sc.plan<window_rows = 64, window_buffers = 2, list_entries = 256,
    gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072,
    stack_bytes = 4352>,
  // CHECK-SAME: target_2d = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>
  target_2d = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>,
  // CHECK-SAME: target_3d = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>
  target_3d = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>
} {
  return
}
