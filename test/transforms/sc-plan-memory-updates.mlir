// RUN: sc-opt %s -sc-plan-memory -split-input-file -verify-diagnostics | FileCheck %s
// RUN: not sc-opt %s -sc-plan-memory=num-serialized-tables=1 -split-input-file 2>/dev/null | FileCheck %s --check-prefix=SERIALIZE

// The stack of an update is backward, 3 x w x U x P x 4 = 3072 bytes of a SparseCore, and
// exchange, 2 x U x P x 4 = 256. The lookup's is (2 x w + 1) x U x P x 4 = 2176. Stacks of
// lookups and of updates are never live together: the peak is 4 x (3072 + 256).
// CHECK: #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 13312,
// In a tile: 3 lists of 1024 entries; 3 windows of 8 rows and 64 rows of
// the optimizer's buffer beside the gradients; cursors, totals and the rate. Of a SparseCore: 16 samples.
// CHECK-SAME: {bytes = 12288 : i64, class = "list", space = "tilespmem"}
// CHECK-SAME: {bytes = 2816 : i64, class = "window", space = "tilespmem"}
// CHECK-SAME: {bytes = 44 : i64, class = "scratch", space = "tilespmem"}
// CHECK-SAME: {bytes = 512 : i64, class = "activations", space = "spmem"}
// CHECK-SAME: hbm_uses = [{bytes = 12288 : i64, padding_bytes = 0 : i64, role = 6 : i64, table = "user"}, {bytes = 1024 : i64, padding_bytes = 0 : i64, role = 7 : i64, table = "user"}]
// CHECK-SAME: lookups = [{exchange_bytes = 0 : i64, {{[^}]*}} kind = 0 : i64, {{[^}]*}} merge_entries = 0 : i64, optimizer_rows = 0 : i64, {{[^}]*}} stack_backward_bytes = 0 : i64, {{[^}]*}} stack_forward_bytes = 2176 : i64, {{[^}]*}} table = "user"
// CHECK-SAME: {exchange_bytes = 256 : i64, {{[^}]*}} kind = 2 : i64, limits_source = "limits.json", {{[^}]*}} max_ids = 16 : i64, max_unique_ids = 8 : i64, merge_entries = 1024 : i64, optimizer_rows = 64 : i64, {{[^}]*}} samples = 4 : i64, {{[^}]*}} stack_backward_bytes = 3072 : i64, {{[^}]*}} stack_forward_bytes = 0 : i64, {{[^}]*}} table = "user", table_rows = 16 : i64
// CHECK: sc.sparse_dense_matmul_grad {{.*}} plan <replicas = 1, {{.*}} stack_bytes = 3328, merge_entries = 1024, optimizer_rows = 64>

// The update has the largest stack. (The second program below fails.)
// SERIALIZE: #sc.program_plan<serialized_tables = 1, hbm_peak_bytes = 13312,
// SERIALIZE-SAME: kind = 2 : i64, {{[^}]*}} serialized, {{[^}]*}} stack_backward_bytes = 3072

// expected-remark @+1 {{HBM of a device: 13312 bytes at the peak of 102800042229}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @step(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>, %rate: tensor<f32>) {
  // expected-remark @+1 {{stack of a SparseCore 2176 bytes}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // expected-remark @+1 {{table 'user': a tile holds 1 sample (32 bytes), 16 list entries (192 bytes) and 2 windows of 8 rows of 524288 bytes TileSpmem; 1024 entries are merged and 64 rows updated at once; stack of a SparseCore 3328 bytes}}
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t hyperparameters(%rate)
      table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>, %lr: tensor<1x8xf32>):
    %2 = stablehlo.multiply %lr, %sum : tensor<1x8xf32>
    %3 = stablehlo.subtract %row, %2 : tensor<1x8xf32>
    sc.yield %3 : tensor<1x8xf32>
  } {sc.limits_source = "limits.json"}
      : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return
}
}

// -----

// A row of 262144 bytes passes in slices, but not where the optimizer looks across it. Then
// gradient, windows and the optimizer's rows decide how wide a row may be.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @row_coupled(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x65536xf32>, %x: tensor<64x65536xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "plain" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x65536xf32>, %row: tensor<1x65536xf32>):
    %2 = stablehlo.subtract %row, %sum : tensor<1x65536xf32>
    sc.yield %2 : tensor<1x65536xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x65536xf32>, tensor<64x65536xf32>) -> tensor<64x65536xf32>
  // expected-error @+10 {{Fixed size allocations (786688 bytes) do not fit in TileSpmem (524288 bytes)}}
  // expected-note @+9 {{table 'coupled'}}
  // expected-note @+8 {{no value of max_ids_per_partition alone fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{no value of samples per SparseCore alone fits}}
  // expected-note @+5 {{no value of chips alone fits}}
  // expected-note @+4 {{feature width <= 26200 fits}}
  // expected-note @+3 {{--row-streaming alone does not fit}}
  // expected-note @+2 {{--sample-splitting alone does not fit}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "coupled" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x65536xf32>, %row: tensor<1x65536xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x65536xf32>, tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<1x65536xf32>
    %4 = stablehlo.subtract %row, %3 : tensor<1x65536xf32>
    sc.yield %4 : tensor<1x65536xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x65536xf32>, tensor<64x65536xf32>) -> tensor<64x65536xf32>
  return
}
}

// -----

// Its list and its gradients would fit a tile, but not the rows that its optimizer works on.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @optimizer(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x32768xf32>, %x: tensor<64x32768xf32>) {
  // expected-error @+10 {{Fixed size allocations (655504 bytes) do not fit in TileSpmem (524288 bytes): activation gradients take 131072 of them, merging received rows at least 393352, the optimizer at least 131080}}
  // expected-note @+9 {{table 'optimizer'}}
  // expected-note @+8 {{no value of max_ids_per_partition alone fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{no value of samples per SparseCore alone fits}}
  // expected-note @+5 {{no value of chips alone fits}}
  // expected-note @+4 {{feature width <= 26200 fits}}
  // expected-note @+3 {{--row-streaming alone does not fit}}
  // expected-note @+2 {{--sample-splitting alone does not fit}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "optimizer" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x32768xf32>, %row: tensor<1x32768xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x32768xf32>, tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<1x32768xf32>
    %4 = stablehlo.subtract %row, %3 : tensor<1x32768xf32>
    sc.yield %4 : tensor<1x32768xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x32768xf32>, tensor<64x32768xf32>) -> tensor<64x32768xf32>
  return
}
}
