// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file | FileCheck %s

// An argument of @main lies on the devices once. The second computation reads the
// old table there, so the first one updates a copy.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[HOST:.*]] = tile.alloc "arg3" argument : memref<128x8xf32, #tile.space<host>>
// CHECK: %[[T:.*]] = tile.alloc "arg3" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[HOST]][0] {{.*}} to %[[T]][0]
// CHECK: %[[COPY:.*]] = tile.alloc "temporary0" temporary : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[T]][0] strides [1] to %[[COPY]][0] strides [1] sizes [512]
// CHECK-NEXT: tile.run @update_user({{.*}}, %[[COPY]])
// CHECK-NOT: tile.copy %[[HOST]]
// CHECK: tile.run @lookup_old({{.*}}, %[[T]], %{{[^,]*}}, %{{[^,]*}})
module attributes {sc.target = #sc.target<"v5p", 2x1x1, devices = 2, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<64xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<128x8xf32>, %d: tensor<32x8xf32>) -> (tensor<128x8xf32>, tensor<32x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    sdy.return %new : tensor<64x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<128x8xf32>
  %1 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %a = sc.sparse_dense_matmul %mp, %mi, %mi, %mg, %mt, %md table "old" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    sdy.return %a : tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
  return %0, %1 : tensor<128x8xf32>, tensor<32x8xf32>
}
}

// -----

// Nobody reads the old table on the devices: no copy. The second computation gets
// the new one, from the host.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[HOST:.*]] = tile.alloc "arg3" argument : memref<128x8xf32, #tile.space<host>>
// CHECK: %[[T:.*]] = tile.alloc "arg3" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: tile.run @update_user({{.*}}, %[[T]])
// CHECK-NEXT: %[[WHOLE:.*]] = tile.alloc "temporary0" temporary : memref<128x8xf32, #tile.space<host>>
// CHECK-NEXT: tile.copy %[[T]][0] {{.*}} to %[[WHOLE]][0]
// CHECK-NEXT: %[[NEW:.*]] = tile.alloc "temporary1" temporary : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[WHOLE]][0] {{.*}} to %[[NEW]][0]
// CHECK: tile.run @lookup_new({{.*}}, %[[NEW]], %{{[^,]*}}, %{{[^,]*}})
module attributes {sc.target = #sc.target<"v5p", 2x1x1, devices = 2, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<64xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<128x8xf32>, %d: tensor<32x8xf32>) -> (tensor<128x8xf32>, tensor<32x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    sdy.return %new : tensor<64x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<128x8xf32>
  %1 = sdy.manual_computation(%p, %i, %g, %0, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %a = sc.sparse_dense_matmul %mp, %mi, %mi, %mg, %mt, %md table "new" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    sdy.return %a : tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
  return %0, %1 : tensor<128x8xf32>, tensor<32x8xf32>
}
}

// -----

// A later computation holds the old table in another way: it gets it from the
// host, which has it still, and the update needs no copy.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[HOST:.*]] = tile.alloc "arg3" argument : memref<128x8xf32, #tile.space<host>>
// CHECK: %[[T:.*]] = tile.alloc "arg3" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: tile.run @update_user({{.*}}, %[[T]])
// CHECK: %[[WHOLE:.*]] = tile.alloc "arg3" argument : memref<128x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.copy %[[HOST]][0] {{.*}} to %[[WHOLE]][0]
module attributes {sc.target = #sc.target<"v5p", 2x1x1, devices = 2, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<64xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<128x8xf32>, %d: tensor<32x8xf32>) -> (tensor<128x8xf32>, tensor<32x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    sdy.return %new : tensor<64x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<128x8xf32>
  %1 = sdy.manual_computation(%t) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mt: tensor<128x8xf32>) {
    %a = stablehlo.slice %mt [0:16, 0:8] : (tensor<128x8xf32>) -> tensor<16x8xf32>
    sdy.return %a : tensor<16x8xf32>
  } : (tensor<128x8xf32>) -> tensor<32x8xf32>
  return %0, %1 : tensor<128x8xf32>, tensor<32x8xf32>
}
}

// -----

// Two updates of one argument: the first one's copy leaves it to the second.
// CHECK-LABEL: tile.schedule @main
// CHECK: %[[T:.*]] = tile.alloc "arg3" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: tile.copy %[[T]][0] strides [1] to %[[COPY:[0-9]+]][0]
// CHECK-NEXT: tile.run @update_first({{.*}}, %[[COPY]])
// CHECK-NOT: tile.copy %[[T]]
// CHECK: tile.run @update_second({{.*}}, %[[T]])
module attributes {sc.target = #sc.target<"v5p", 2x1x1, devices = 2, sparse_cores = 4>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<64xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<128x8xf32>, %d: tensor<32x8xf32>) -> (tensor<128x8xf32>, tensor<128x8xf32>) {
  %0 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "first" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    sdy.return %new : tensor<64x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<128x8xf32>
  %1 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "second" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    sdy.return %new : tensor<64x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<128x8xf32>
  return %0, %1 : tensor<128x8xf32>, tensor<128x8xf32>
}
}

// -----

// In a loop, which is left out, the old table would be read again.
// CHECK-LABEL: tile.schedule @main
// CHECK: tile.left_out "stablehlo.while"
// CHECK: tile.copy %{{.*}}[0] strides [1] to %[[COPY:[0-9]+]][0]
// CHECK-NEXT: tile.run @update_user({{.*}}, %[[COPY]])
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @main(%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>, %n: tensor<i32>) -> tensor<64x8xf32> {
  %0:2 = stablehlo.while(%step = %n, %last = %mt) : tensor<i32>, tensor<64x8xf32>
  cond {
    %c = stablehlo.compare LT, %step, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100, merge_entries = 8, optimizer_rows = 4> optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    stablehlo.return %step, %new : tensor<i32>, tensor<64x8xf32>
  }
  return %0#1 : tensor<64x8xf32>
}
}
