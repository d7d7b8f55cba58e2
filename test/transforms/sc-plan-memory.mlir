// RUN: sc-opt %s -sc-plan-memory -split-input-file -verify-diagnostics | FileCheck %s

// expected-remark @+1 {{HBM of a device: 17408 bytes at the peak of 102800042229}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @one_sample_for_each_tile(%p: tensor<32xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-remark @+2 {{table 'user': a tile holds 1 sample (32 bytes), 256 list entries (3072 bytes) and 2 windows of 128 rows of 524288 bytes TileSpmem; stack of a SparseCore 4352 bytes}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 128, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352>
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 256, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<1024xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// 1000 samples of a SparseCore on 16 tiles: 63 for each.
// expected-remark @+1 {{HBM of a device: 17408 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @samples_rounded_up(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<4000x8xf32>) {
  // expected-remark @+2 {{a tile holds 63 samples (2016 bytes)}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 2016
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<4000x8xf32>
  return
}
}

// -----

// What activations and list leave decides how many rows a window has: 976 bytes,
// with the 1024 of the smallest slots these are 2000 bytes for 2 x 31 rows.
// expected-remark @+1 {{HBM of a device: 17408 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @window_of_what_is_left(%p: tensor<32xi32>, %i: tensor<174016xi32>, %g: tensor<174016xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-remark @+2 {{43500 list entries (522000 bytes) and 2 windows of 31 rows}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 31, window_buffers = 2
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 43500, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<174016xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// The stack grows with the SparseCores of the group.
// expected-remark @+1 {{HBM of a device: 69632 bytes}}
module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=4]>
func.func @stack_of_a_group(%p: tensor<64xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-remark @+2 {{stack of a SparseCore 17408 bytes}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <{{.*}}stack_bytes = 17408
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 4>
      : tensor<64xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// expected-remark @+1 {{HBM of a device: 3072 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @rank_1(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64xf32>, %x: tensor<16xf32>) {
  // expected-remark @+2 {{a tile holds 1 sample (4 bytes)}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 4, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 768>
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64xf32>, tensor<16xf32>
  return
}
}

// -----

// The local form takes its list in windows and has no stack.
// expected-remark @+1 {{HBM of a device: 0 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local(%i: tensor<10000xi32>, %g: tensor<10000xf32>, %t: tensor<64x8xf32>, %x: tensor<130x8xf32>) {
  // expected-remark @+2 {{table 'local': a tile holds 3 samples (96 bytes), 4096 list entries (49152 bytes) and 2 windows of 256 rows of 524288 bytes TileSpmem; stack of a SparseCore 0 bytes}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 256, window_buffers = 2, list_entries = 4096, gather_operand_bytes = 96, scratch_bytes = 1280, list_bytes = 49152, stack_bytes = 0>
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<10000xi32>, tensor<64x8xf32>, tensor<130x8xf32>
  return
}
}

// -----

// expected-remark @+1 {{HBM of a device: 0 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_short_list(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-remark @+2 {{40 list entries (480 bytes)}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = {{[0-9]+}}, window_rows = 20, window_buffers = 2, list_entries = 40
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// Without lookups there is nothing to plan.
// CHECK: module attributes {sc.plan = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, {{.*}}lookups = []>, sc.target = {{.*}} {{{$}}
// CHECK-NEXT: }
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
}

// -----

// Another target, another plan.
// expected-remark @+1 {{HBM of a device: 4352 bytes at the peak of 33554432000}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @other_target(%p: tensor<16xi32>, %i: tensor<64000xi32>, %g: tensor<64000xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-remark @+2 {{of 262144 bytes TileSpmem}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <{{.*}}list_bytes = 240000
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 20000, max_unique_ids = 16> sparse_cores 2
      : tensor<16xi32>, tensor<64000xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// Replicas, until the activations of a tile fit: 2097152 bytes in 8 parts.
// expected-remark @+1 {{HBM of a device: 139264 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @replicas(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<4194304x8xf32>) {
  // expected-remark @+2 {{a tile holds 8192 samples (262144 bytes), 16 list entries (192 bytes) and 2 windows of 8 rows of 524288 bytes TileSpmem; stack of a SparseCore 34816 bytes; 8 replicas, 1 vector split, 1 sample split, because unsplit a tile needs 2098624 bytes (2097152 for activations, 1280 scratch, 192 for its list)}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 8, vector_splits = 1, sample_splits = 1, samples_per_tile = 8192, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 262144, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 34816>
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<4194304x8xf32>
  return
}
}

// -----

// A row of 262144 bytes does not fit beside its two slots: it passes in halves.
// expected-remark @+1 {{HBM of a device: 134218752 bytes}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @vector_splits(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x65536xf32>, %x: tensor<64x65536xf32>) {
  // expected-remark @+2 {{1 replica, 2 vector splits, 1 sample split, because unsplit a tile needs 786880 bytes (262144 for activations, 524544 scratch, 192 for its list)}}
  // CHECK: sc.sparse_dense_matmul{{.*}} plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 2, list_entries = 16, gather_operand_bytes = 131072, scratch_bytes = 262400, list_bytes = 192, stack_bytes = 33554688>
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x65536xf32>, tensor<64x65536xf32>
  return
}
}
