// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// Which buffers an update gets: it works in place on the table and the slots, and
// with minibatches on the lists, but on a copy of what is still needed.

// In place: the results are the buffers of the arguments. The lookup in the new
// table reads the updated buffer; the one in front of it needs no copy.
// CHECK-LABEL: tile.schedule @main
// CHECK-DAG: %[[P:.*]] = tile.alloc "arg0" argument : memref<16xi32, #tile.space<hbm>>
// CHECK-DAG: %[[I:.*]] = tile.alloc "arg1" argument : memref<64xi32, #tile.space<hbm>>
// CHECK-DAG: %[[G:.*]] = tile.alloc "arg2" argument : memref<64xf32, #tile.space<hbm>>
// CHECK-DAG: %[[D:.*]] = tile.alloc "arg3" argument : memref<4x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[T:.*]] = tile.alloc "arg4" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[A:.*]] = tile.alloc "arg5" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[RATE:.*]] = tile.alloc "arg6" argument : memref<f32, #tile.space<hbm>>
// CHECK: tile.run @lookup_old(%[[P]], %[[I]], %[[I]], %[[G]], %[[T]], %[[D]], %{{.*}})
// CHECK-NEXT: tile.run @update_user(%[[P]], %[[I]], %[[I]], %[[G]], %[[D]], %[[T]], %[[A]], %[[RATE]])
// CHECK-NEXT: tile.alloc
// CHECK-NEXT: tile.run @lookup_new(%[[P]], %[[I]], %[[I]], %[[G]], %[[T]], %[[D]], %{{.*}})
// CHECK: tile.copy %[[T]][0] {{.*}} to %[[OUT0:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT0]], 0
// CHECK: tile.copy %[[A]][0] {{.*}} to %[[OUT1:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT1]], 1
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %d: tensor<4x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>, %rate: tensor<f32>)
    -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %old = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %d table "old" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  %u:2 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t slots(%a) hyperparameters(%rate) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %lr: tensor<1x8xf32>):
    %0 = stablehlo.add %row, %x : tensor<1x8xf32>
    %1 = stablehlo.add %acc, %lr : tensor<1x8xf32>
    sc.yield %0, %1 : tensor<1x8xf32>, tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  %new = sc.sparse_dense_matmul %p, %i, %i, %g, %u#0, %d table "new" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return %u#0, %u#1, %old, %new : tensor<64x8xf32>, tensor<64x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
}

// -----

// The old table is looked up later, under another name; the slot is returned.
// Two copies, which the results are.
// CHECK-LABEL: tile.schedule @main
// CHECK-DAG: %[[T:.*]] = tile.alloc "arg4" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[A:.*]] = tile.alloc "arg5" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: %[[T2:.*]] = tile.alloc "temporary0" temporary : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[T]][0] strides [1] to %[[T2]][0] strides [1] sizes [512]
// CHECK-NEXT: %[[A2:.*]] = tile.alloc "temporary1" temporary : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[A]][0] strides [1] to %[[A2]][0] strides [1] sizes [512]
// CHECK-NEXT: tile.run @update_user({{.*}}, %[[T2]], %[[A2]])
// CHECK-NEXT: tile.alloc
// CHECK-NEXT: tile.run @lookup_old({{.*}}, %[[T]], %{{[^,]*}}, %{{[^,]*}})
// CHECK: tile.copy %[[T2]][0] {{.*}} to %[[OUT0:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT0]], 0
// CHECK: tile.copy %[[A2]][0] {{.*}} to %[[OUT1:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT1]], 1
// CHECK: tile.copy %[[A]][0] {{.*}} to %[[OUT2:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT2]], 2
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %d: tensor<4x8xf32>, %t: tensor<64x8xf32>, %a: tensor<64x8xf32>)
    -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<4x8xf32>) {
  %name = stablehlo.reshape %t : (tensor<64x8xf32>) -> tensor<8x8x8xf32>
  %u:2 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t slots(%a) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>):
    sc.yield %acc, %row : tensor<1x8xf32>, tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  %back = stablehlo.reshape %name : (tensor<8x8x8xf32>) -> tensor<64x8xf32>
  %old = sc.sparse_dense_matmul %p, %i, %i, %g, %back, %d table "old" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return %u#0, %u#1, %a, %old : tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<4x8xf32>
}
}

// -----

// One value as table, slot and gradients: the table and the first slot get a copy,
// since the task reads gradients while it writes the others; the second slot is
// its own.
// CHECK-LABEL: tile.schedule @main
// CHECK-DAG: %[[T:.*]] = tile.alloc "arg3" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[B:.*]] = tile.alloc "arg4" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: tile.copy %[[T]][0] {{.*}} to %[[T2:.*]][0] strides
// CHECK: tile.copy %[[T]][0] {{.*}} to %[[A2:.*]][0] strides
// CHECK-NEXT: tile.run @update_user({{.*}}, %[[T]], %[[T2]], %[[A2]], %[[B]])
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %b: tensor<64x8xf32>)
    -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) {
  %u:3 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %t, %t slots(%t, %b) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 2, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>, %acc: tensor<1x8xf32>, %other: tensor<1x8xf32>):
    sc.yield %acc, %row, %other : tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>)
  return %u#0, %u#1, %u#2 : tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>
}
}

// -----

// With minibatches the lists are sorted: ids and samples are one buffer and are
// needed again, gains are not.
// CHECK-LABEL: tile.schedule @main
// CHECK-DAG: %[[I:.*]] = tile.alloc "arg1" argument : memref<64xi32, #tile.space<hbm>>
// CHECK-DAG: %[[G:.*]] = tile.alloc "arg2" argument : memref<64xf32, #tile.space<hbm>>
// CHECK-DAG: %[[T:.*]] = tile.alloc "arg4" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-DAG: %[[M:.*]] = tile.alloc "arg5" argument : memref<i32, #tile.space<hbm>>
// CHECK: tile.copy %[[I]][0] {{.*}} to %[[IDS:.*]][0] strides
// CHECK: tile.copy %[[I]][0] {{.*}} to %[[SAMPLES:.*]][0] strides
// CHECK-NEXT: tile.run @update_user(%{{[^,]*}}, %[[IDS]], %[[SAMPLES]], %[[G]], %{{[^,]*}}, %[[T]], %[[M]])
// CHECK: tile.copy %[[I]][0] {{.*}} to %[[OUT1:[0-9]+]][0]
// CHECK-NEXT: tile.output %[[OUT1]], 1
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<1024xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %d: tensor<4x8xf32>, %t: tensor<64x8xf32>, %m: tensor<i32>) -> (tensor<64x8xf32>, tensor<64xi32>) {
  %u = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<1024xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  return %u, %i : tensor<64x8xf32>, tensor<64xi32>
}
}
