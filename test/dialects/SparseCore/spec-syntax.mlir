// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// Tables, features and stacks; each kind has names of its own.

// CHECK: sc.spec config <disable_table_stacking = true, max_ids_per_chip_per_sample = 64,
// CHECK-SAME: max_ids_per_table = {"a b" = 512 : i64, user = 1024 : i64}, max_unique_ids_per_table = {user = 8 : i64},
// CHECK-SAME: allow_id_dropping = false, initialize_tables_on_host = true, enable_fast_table_initialization = false>
// CHECK-SAME: topology <devices = 4, sparse_cores = 4> sparse_cores 16 given_stacks_only attributes {note = 1 : i64} {
sc.spec config <max_ids_per_chip_per_sample = 64, disable_table_stacking = true,
    max_ids_per_table = {user = 1024, "a b" = 512}, max_unique_ids_per_table = {user = 8},
    allow_id_dropping = false, initialize_tables_on_host = true, enable_fast_table_initialization = false>
    topology <devices = 4, sparse_cores = 4> sparse_cores 16 given_stacks_only attributes {note = 1} {
  // CHECK-NEXT: sc.table @user vocabulary 1000 width 16 combiner "mean"
  // CHECK-SAME: optimizer <type = "adagrad", learning_rate = 1.000000e-01 : f32, float_params = {epsilon = 1.000000e-07 : f32}, bool_params = {nesterov = true}>
  // CHECK-SAME: max_ids 256 max_unique_ids 128 buffer_size 8192 quantization <buckets = 256, min = -1.000000e+00 : f32, max = 1.000000e+00 : f32>
  sc.table @user vocabulary 1000 width 16 combiner "mean"
      optimizer <type = "adagrad", learning_rate = 0.1 : f32, float_params = {epsilon = 1.0e-7 : f32}, bool_params = {nesterov = true}>
      max_ids 256 max_unique_ids 128 buffer_size 8192
      quantization <buckets = 256, min = -1.0 : f32, max = 1.0 : f32>
  // CHECK-NEXT: sc.table @"a b" vocabulary 1 width 1 combiner "sum" optimizer <type = "sgd", learning_rate_tag = "warm-up">
  sc.table @"a b" vocabulary 1 width 1 combiner "sum" optimizer <type = "sgd", learning_rate_tag = "warm-up">
  // CHECK-NEXT: sc.feature @user of @user input [1024, 3] output [1024, 16]
  sc.feature @user of @user input [1024, 3] output [1024, 16]
  // CHECK-NEXT: sc.feature @main of @"a b" input [64]
  sc.feature @main of @"a b" input [64]
  // CHECK-NEXT: sc.stack @user tables [@user, @"a b" rotation 4] max_ids 512 max_unique_ids 64 buffer_size 1024
  sc.stack @user tables [@user, @"a b" rotation 4] max_ids 512 max_unique_ids 64 buffer_size 1024
}

// CHECK: func.func @main
func.func @main() -> (tensor<64x1xf32>, tensor<1024x16xf32>) {
  // CHECK-NEXT: %[[A:.*]] = sc.lookup @main : tensor<64x1xf32>
  %0 = sc.lookup @main : tensor<64x1xf32>
  // CHECK-NEXT: %[[B:.*]] = sc.lookup @user {note = 1 : i64} : tensor<1024x16xf32>
  %1 = sc.lookup @user {note = 1} : tensor<1024x16xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  return %0, %1 : tensor<64x1xf32>, tensor<1024x16xf32>
}

// A spec may be empty. A module inside has its own names.
module {
  // CHECK: sc.spec {
  // CHECK-NEXT: }
  sc.spec {
  }
  // CHECK: module
  module {
    sc.spec {
      sc.table @inner vocabulary 8 width 4 combiner "sum" optimizer <type = "sgd">
      sc.feature @inner of @inner input [8]
    }
    func.func @main() -> tensor<8x4xf32> {
      // CHECK: sc.lookup @inner : tensor<8x4xf32>
      %0 = sc.lookup @inner : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
  }
}
