// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// Manual computations on 4 devices: the shards that each device takes, and the
// devices that exchange rows.

// Device d is at (d / 2, d % 2) of the mesh. Along y devices 0 and 1 exchange,
// and 2 and 3.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[T:.*]] = tile.alloc "arg3" argument : memref<128x8xf32, #tile.space<host>>
// CHECK: %[[N:.*]] = tile.alloc "arg4" argument : memref<16x8xf32, #tile.space<host>>
// CHECK: tile.copy %[[T]][0] strides [8, 1] to %{{.*}}[0] strides [8, 1] sizes [64, 8] devices [0, 512, 0, 512] :
// CHECK: tile.copy %[[N]][0] strides [8, 1] to %{{.*}}[0] strides [8, 1] sizes [4, 8] devices [0, 32, 64, 96] :
// CHECK: tile.run @lookup_user(%{{.*}}, %[[L:[a-z0-9]+]]) : 
// CHECK: %[[R:.*]] = tile.alloc {{.*}} temporary : memref<16x8xf32, #tile.space<host>>
// CHECK-NEXT: tile.copy %[[L]][0] strides [8, 1] to %[[R]][0] strides [8, 1] sizes [4, 8] devices [0, 32, 64, 96] :
// CHECK: tile.task @lookup_user
// CHECK-SAME: devices_per_group = 2
// CHECK-SAME: flags = 8
// CHECK-SAME: groups = array<i64: 0, 1, 2, 3>
module attributes {sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%i: tensor<64xi32>, %p: tensor<16xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%i, %p, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"y"}, {}]>, <@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%li: tensor<64xi32>, %lp: tensor<16xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<4x8xf32>) {
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %ln
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["y"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<64xi32>, tensor<16xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// Along x devices 0 and 2 exchange, and 1 and 3.
// CHECK-LABEL: tile.schedule @main
// CHECK: sizes [64, 8] devices [0, 0, 512, 512] :
// CHECK: tile.task @lookup_user
// CHECK-SAME: groups = array<i64: 0, 2, 1, 3>
module attributes {sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%i: tensor<64xi32>, %p: tensor<16xi32>, %g: tensor<64xf32>, %t: tensor<128x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%i, %p, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%li: tensor<64xi32>, %lp: tensor<16xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<4x8xf32>) {
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %ln
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<64xi32>, tensor<16xi32>, tensor<64xf32>, tensor<128x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// Axes in another order than those of the mesh: shard 1 is on device 2.
// CHECK-LABEL: tile.schedule @main
// CHECK: sizes [64, 8] devices [0, 1024, 512, 1536] :
// CHECK: tile.task @lookup_user
// CHECK-SAME: devices_per_group = 4
// CHECK-SAME: flags = 16
// CHECK-SAME: groups = array<i64: 0, 2, 1, 3>
module attributes {sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%i: tensor<64xi32>, %p: tensor<16xi32>, %g: tensor<64xf32>, %t: tensor<256x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%i, %p, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"y", "x"}, {}]>, <@mesh, [{"y", "x"}, {}]>] out_shardings=[<@mesh, [{"y", "x"}, {}]>] manual_axes={"x", "y"} (%li: tensor<64xi32>, %lp: tensor<16xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<4x8xf32>) {
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %ln
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["y", "x"], devices = 4>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<64xi32>, tensor<16xi32>, tensor<64xf32>, tensor<256x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// The mesh may list its devices in any order.
// CHECK-LABEL: tile.schedule @main
// CHECK: sizes [64, 8] devices [0, 1536, 1024, 512] :
// CHECK: tile.task @lookup_user
// CHECK-SAME: groups = array<i64: 0, 3, 2, 1>
module attributes {sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=4], device_ids=[0, 3, 2, 1]>
func.func @main(%i: tensor<64xi32>, %p: tensor<16xi32>, %g: tensor<64xf32>, %t: tensor<256x8xf32>, %n: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%i, %p, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%li: tensor<64xi32>, %lp: tensor<16xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<4x8xf32>) {
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %ln
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["x"], devices = 4>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<64xi32>, tensor<16xi32>, tensor<64xf32>, tensor<256x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// Each device has its own copy of the table: groups of one. A result that
// several devices hold is taken from the first.
// CHECK-LABEL: tile.schedule @main
// CHECK: sizes [64, 8] devices [0, 0, 0, 0] :
// CHECK: tile.run
// CHECK: sizes [4, 8] devices [0, -1, 32, -1] :
// CHECK: tile.task @lookup_user
// CHECK-SAME: devices_per_group = 1
// CHECK-SAME: groups = array<i64: 0, 1, 2, 3>
module attributes {sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%i: tensor<64xi32>, %p: tensor<16xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%i, %p, %g, %t, %n) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%li: tensor<64xi32>, %lp: tensor<16xi32>, %lg: tensor<64xf32>, %lt: tensor<64x8xf32>, %ln: tensor<4x8xf32>) {
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %ln
        table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<64xi32>, tensor<16xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}
