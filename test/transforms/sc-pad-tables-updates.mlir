// RUN: sc-opt %s --sc-pad-tables -split-input-file -verify-diagnostics | FileCheck %s

// Width 6: gradients, table, slot and the hyperparameter that is a row get two
// words of zeros, one number stays; the optimizer works on 8 words, whose scalars
// and one-word constants stay; both results are cut.
// CHECK-LABEL: func.func @adagrad(
// CHECK-SAME: %{{.*}}, %{{.*}}, %{{.*}}, %[[T0:[^:]*]]: tensor<64x6xf32>, %[[A0:[^:]*]]: tensor<64x6xf32>, %[[D0:[^:]*]]: tensor<16x6xf32>, %[[RATE:[^:]*]]: tensor<f32>, %[[MASK0:[^:]*]]: tensor<6xi32>
// CHECK-DAG: %[[D:.*]] = stablehlo.pad %[[D0]], %{{.*}}, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<16x8xf32>
// CHECK-DAG: %[[T:.*]] = stablehlo.pad %[[T0]], %{{.*}}, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<64x6xf32>, tensor<f32>) -> tensor<64x8xf32>
// CHECK-DAG: %[[A:.*]] = stablehlo.pad %[[A0]], %{{.*}}, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<64x6xf32>, tensor<f32>) -> tensor<64x8xf32>
// CHECK-DAG: %[[MASK:.*]] = stablehlo.pad %[[MASK0]], %{{.*}}, low = [0], high = [2], interior = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<8xi32>
// CHECK: %[[NEW:.*]]:2 = sc.sparse_dense_matmul_grad {{.*}}, %[[D]], %[[T]] slots(%[[A]]) hyperparameters(%[[RATE]], %[[MASK]]) table "user"
// CHECK-NEXT: ^bb0(%[[G:.*]]: tensor<1x8xf32>, %[[ROW:.*]]: tensor<1x8xf32>, %[[ACC:.*]]: tensor<1x8xf32>, %[[LR:.*]]: tensor<1x8xf32>, %[[M:.*]]: tensor<1x8xi32>):
// CHECK-NEXT: %[[SQUARE:.*]] = stablehlo.multiply %[[G]], %[[G]] : tensor<1x8xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[ACC]], %[[SQUARE]] : tensor<1x8xf32>
// CHECK-NEXT: %[[EPS:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[EPSROW:.*]] = stablehlo.broadcast_in_dim %[[EPS]], dims = [] : (tensor<f32>) -> tensor<1x8xf32>
// CHECK-NEXT: stablehlo.broadcast %{{.*}}, sizes = [1, 8] : (tensor<f32>) -> tensor<1x8xf32>
// CHECK-NEXT: stablehlo.add %[[SUM]], %[[EPSROW]] : tensor<1x8xf32>
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<1x8xi32>
// CHECK-NEXT: %[[ON:.*]] = stablehlo.compare NE, %[[M]], %[[ZERO]]{{.*}} : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
// CHECK-NEXT: %[[FLAT:.*]] = stablehlo.reshape %[[LR]] : (tensor<1x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[AGAIN:.*]] = stablehlo.broadcast_in_dim %[[FLAT]], dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
// CHECK-NEXT: %[[R:.*]] = stablehlo.select %[[ON]], %[[AGAIN]], %[[ROW]] : tensor<1x8xi1>, tensor<1x8xf32>
// CHECK-NEXT: sc.yield %[[R]], %[[SUM]] : tensor<1x8xf32>, tensor<1x8xf32>
// CHECK: sc.logical_width = 6
// CHECK-DAG: %[[R0:.*]] = stablehlo.slice %[[NEW]]#0 [0:64, 0:6] : (tensor<64x8xf32>) -> tensor<64x6xf32>
// CHECK-DAG: %[[R1:.*]] = stablehlo.slice %[[NEW]]#1 [0:64, 0:6] : (tensor<64x8xf32>) -> tensor<64x6xf32>
// CHECK: return %[[R0]], %[[R1]]
func.func @adagrad(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x6xf32>, %a: tensor<64x6xf32>, %d: tensor<16x6xf32>, %rate: tensor<f32>, %mask: tensor<6xi32>)
    -> (tensor<64x6xf32>, tensor<64x6xf32>) {
  // expected-remark @+1 {{table 'user': rows of 6 words are padded to 8, 512 bytes of a device}}
  %new:2 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t slots(%a) hyperparameters(%rate, %mask) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x6xf32>, %row: tensor<1x6xf32>, %acc: tensor<1x6xf32>, %lr: tensor<1x6xf32>, %m: tensor<1x6xi32>):
    %0 = stablehlo.multiply %x, %x : tensor<1x6xf32>
    %1 = stablehlo.add %acc, %0 : tensor<1x6xf32>
    %eps = stablehlo.constant dense<1.0> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %eps, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %3 = stablehlo.broadcast %eps, sizes = [1, 6] : (tensor<f32>) -> tensor<1x6xf32>
    %4 = stablehlo.add %1, %2 : tensor<1x6xf32>
    %zero = stablehlo.constant dense<0> : tensor<1x6xi32>
    %5 = stablehlo.compare NE, %m, %zero : (tensor<1x6xi32>, tensor<1x6xi32>) -> tensor<1x6xi1>
    %6 = stablehlo.reshape %lr : (tensor<1x6xf32>) -> tensor<6xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %8 = stablehlo.select %5, %7, %row : tensor<1x6xi1>, tensor<1x6xf32>
    sc.yield %8, %1 : tensor<1x6xf32>, tensor<1x6xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x6xf32>, tensor<64x6xf32>, tensor<64x6xf32>, tensor<f32>, tensor<6xi32>) -> (tensor<64x6xf32>, tensor<64x6xf32>)
  return %new#0, %new#1 : tensor<64x6xf32>, tensor<64x6xf32>
}

// -----

// A row of one word is not a number of a row.
// CHECK-LABEL: func.func @one(
// CHECK: hyperparameters(%[[RATE:[a-z0-9]*]]) table
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<1x8xf32>):
// CHECK: stablehlo.broadcast %{{.*}}, sizes = [1, 8]
// CHECK: tensor<64x8xf32>, tensor<1xf32>) -> tensor<64x8xf32>
func.func @one(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x1xf32>, %d: tensor<16x1xf32>, %rate: tensor<1xf32>) -> tensor<64x1xf32> {
  // expected-remark @+1 {{table 'user': rows of 1 words are padded to 8, 1792 bytes of a device}}
  %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t hyperparameters(%rate) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x1xf32>, %row: tensor<1x1xf32>, %lr: tensor<1x1xf32>):
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = stablehlo.broadcast %two, sizes = [1, 1] : (tensor<f32>) -> tensor<1x1xf32>
    %1 = stablehlo.multiply %0, %lr : tensor<1x1xf32>
    sc.yield %1 : tensor<1x1xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x1xf32>, tensor<64x1xf32>, tensor<1xf32>) -> tensor<64x1xf32>
  return %new : tensor<64x1xf32>
}

// -----

// Nothing to do for rank 1 and for a multiple of 8, whatever the optimizer holds.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: stablehlo.pad
// CHECK: return
func.func @stay(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64xf32>, %d: tensor<16xf32>, %t8: tensor<64x8xf32>, %d8: tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "rank1" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1xf32>, %row: tensor<1xf32>):
    sc.yield %x : tensor<1xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d8, %t8 table "wide" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    %2 = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    sc.yield %2 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

// Minibatched and quantized lookups keep what they have.
// CHECK-LABEL: func.func @lookup(
// CHECK: sc.sparse_dense_matmul {{.*}} minibatches %{{.*}} table "user" {{.*}} quantization <{{.*}}256{{.*}}> {sc.logical_width = 6 : i64} : tensor<2048xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
func.func @lookup(%p: tensor<2048xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x6xf32>, %x: tensor<16x6xf32>, %m: tensor<i32>) -> tensor<16x6xf32> {
  // expected-remark @+1 {{table 'user': rows of 6 words are padded to 8, 512 bytes of a device}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 quantization <min = -1.0, max = 1.0, buckets = 256>
      : tensor<2048xi32>, tensor<512xi32>, tensor<64x6xf32>, tensor<16x6xf32>
  return %0 : tensor<16x6xf32>
}
