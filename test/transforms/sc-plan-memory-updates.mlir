// RUN: sc-opt %s -sc-plan-memory -split-input-file -verify-diagnostics | FileCheck %s
// RUN: not sc-opt %s -sc-plan-memory=num-serialized-tables=1 -split-input-file 2>/dev/null | FileCheck %s --check-prefix=SERIALIZE

// Updates are planned although they are not compiled yet: `left_out`. Their stack is
// backward, 3 x w x U x P x 4 = 3072 bytes of a SparseCore, and exchange, 2 x U x P x 4
// = 256. The lookup's is (2 x w + 1) x U x P x 4 = 2176. Stacks of lookups and of
// updates are never live together: the peak is 4 x (3072 + 256).
// CHECK: #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 13312,
// CHECK-SAME: hbm_uses = [{bytes = 12288 : i64, padding_bytes = 0 : i64, role = 6 : i64, table = "user"}, {bytes = 1024 : i64, padding_bytes = 0 : i64, role = 7 : i64, table = "user"}]
// CHECK-SAME: lookups = [{exchange_bytes = 0 : i64, {{[^}]*}} kind = 0 : i64, {{[^}]*}} stack_backward_bytes = 0 : i64, {{[^}]*}} stack_forward_bytes = 2176 : i64, {{[^}]*}} table = "user"
// CHECK-SAME: {exchange_bytes = 256 : i64, {{[^}]*}} kind = 2 : i64, left_out, limits_source = "limits.json", {{[^}]*}} max_ids = 16 : i64, max_unique_ids = 8 : i64, {{[^}]*}} samples = 4 : i64, {{[^}]*}} stack_backward_bytes = 3072 : i64, {{[^}]*}} stack_forward_bytes = 0 : i64, {{[^}]*}} table = "user", table_rows = 16 : i64

// The update has the largest stack. (The second program below fails.)
// SERIALIZE: #sc.program_plan<serialized_tables = 1, hbm_peak_bytes = 13312,
// SERIALIZE-SAME: kind = 2 : i64, left_out, {{[^}]*}} serialized, {{[^}]*}} stack_backward_bytes = 3072

// expected-remark @+1 {{HBM of a device: 13312 bytes at the peak of 102800042229}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @step(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>, %rate: tensor<f32>) {
  // expected-remark @+1 {{stack of a SparseCore 2176 bytes}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // expected-remark @+1 {{table 'user': a tile holds 1 sample (32 bytes), 16 list entries (192 bytes) and 2 windows of 8 rows of 524288 bytes TileSpmem; stack of a SparseCore 3328 bytes}}
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %i, %g, %x, %t, %rate)
      {sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 8>, sc.limits_source = "limits.json", sc.sparse_cores = 4 : i64, sc.table = "user"}
      : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tuple<tensor<64x8xf32>>
  return
}
}

// -----

// A row of 262144 bytes passes in halves, but not where the optimizer may look across it:
// code with calls counts as such. 43648 words are 174592 + 349440 bytes, beside 192.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func private @plain(%w: tensor<1x65536xf32>, %g: tensor<1x65536xf32>) -> tensor<1x65536xf32> {
  %0 = stablehlo.subtract %w, %g : tensor<1x65536xf32>
  return %0 : tensor<1x65536xf32>
}
func.func private @helper(%w: tensor<1x65536xf32>) -> tensor<1x65536xf32> {
  return %w : tensor<1x65536xf32>
}
func.func private @coupled(%w: tensor<1x65536xf32>, %g: tensor<1x65536xf32>) -> tensor<1x65536xf32> {
  %0 = func.call @helper(%g) : (tensor<1x65536xf32>) -> tensor<1x65536xf32>
  return %0 : tensor<1x65536xf32>
}
func.func @row_coupled(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x65536xf32>, %x: tensor<64x65536xf32>, %rate: tensor<f32>) {
  %0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %i, %g, %x, %t, %rate)
      {called_computations = [@plain], sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 8>, sc.sparse_cores = 4 : i64, sc.table = "plain"}
      : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x65536xf32>, tensor<64x65536xf32>, tensor<f32>) -> tuple<tensor<64x65536xf32>>
  // expected-error @+10 {{Fixed size allocations (786688 bytes) do not fit in TileSpmem (524288 bytes)}}
  // expected-note @+9 {{table 'coupled'}}
  // expected-note @+8 {{no value of max_ids_per_partition alone fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{no value of samples per SparseCore alone fits}}
  // expected-note @+5 {{no value of chips alone fits}}
  // expected-note @+4 {{feature width <= 43648 fits}}
  // expected-note @+3 {{--row-streaming alone does not fit}}
  // expected-note @+2 {{--sample-splitting alone does not fit}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %1 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate(%p, %i, %i, %g, %x, %t, %rate)
      {called_computations = [@coupled], sc.limits = #sc.limits<max_ids = 16, max_unique_ids = 8>, sc.sparse_cores = 4 : i64, sc.table = "coupled"}
      : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x65536xf32>, tensor<64x65536xf32>, tensor<f32>) -> tuple<tensor<64x65536xf32>>
  return
}
}
