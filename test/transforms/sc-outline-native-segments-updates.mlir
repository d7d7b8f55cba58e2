// RUN: sc-opt %s --sc-outline-native-segments -split-input-file | FileCheck %s

// The optimizer of an update is not native code.
// CHECK-LABEL: module @optimizer
module @optimizer {
  // CHECK: func.func @main
  // CHECK-NEXT: %[[RATE:.*]] = sc.native_call @native0(%{{.*}}) : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: sc.sparse_dense_matmul_grad {{.*}} hyperparameters(%[[RATE]])
  // CHECK-NEXT: ^bb0(
  // CHECK-NEXT: %[[STEP:.*]] = stablehlo.multiply
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.subtract %{{.*}}, %[[STEP]]
  // CHECK-NEXT: sc.yield %[[NEW]]
  // CHECK: func.func private @native0
  // CHECK-NEXT: stablehlo.sqrt
  // CHECK-NOT: func.func
  func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %d: tensor<16x8xf32>, %r: tensor<f32>) -> tensor<64x8xf32> {
    %rate = stablehlo.sqrt %r : tensor<f32>
    %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t hyperparameters(%rate) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>, %lr: tensor<1x8xf32>):
      %1 = stablehlo.multiply %lr, %x : tensor<1x8xf32>
      %2 = stablehlo.subtract %row, %1 : tensor<1x8xf32>
      sc.yield %2 : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
    return %0 : tensor<64x8xf32>
  }
}

// -----

// Arithmetic on the old table stays in front of the update, that on the new one
// comes behind it; what reads the gradients and the rate may join the later one.
// CHECK-LABEL: module @order
module @order {
  // CHECK: func.func @main(%{{.*}}, %[[T:[^:]*]]: tensor<16x8xf32>, %[[D:[^:]*]]: tensor<16x8xf32>)
  // CHECK-NEXT: %[[OLD:.*]] = sc.native_call @native0(%[[T]])
  // CHECK-NEXT: %[[NEW:.*]] = sc.sparse_dense_matmul_grad {{.*}}, %[[D]], %[[T]] table "user"
  // CHECK: sc.native_call @native1(
  // CHECK-SAME: -> tensor<16x8xf32>
  // CHECK-NEXT: return
  // CHECK: func.func private @native0(%{{.*}}: tensor<16x8xf32>)
  // CHECK-NEXT: stablehlo.negate
  // CHECK-NEXT: return
  // CHECK: func.func private @native1(
  // CHECK: stablehlo.abs
  // CHECK: stablehlo.sqrt
  func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<16x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %old = stablehlo.negate %t : tensor<16x8xf32>
    %size = stablehlo.abs %d : tensor<16x8xf32>
    %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %root = stablehlo.sqrt %new : tensor<16x8xf32>
    %0 = stablehlo.add %root, %old : tensor<16x8xf32>
    %1 = stablehlo.add %0, %size : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}

// -----

// With minibatches the update sorts gains, so what reads them stays in front.
// CHECK-LABEL: module @minibatches
module @minibatches {
  // CHECK: func.func @main
  // CHECK-NEXT: sc.native_call @native0(%{{.*}}) : (tensor<512xf32>) -> tensor<512xf32>
  // CHECK-NEXT: sc.sparse_dense_matmul_grad
  // CHECK: sc.native_call @native1(%{{.*}}, %{{.*}}) : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xf32>
  // CHECK-NEXT: return
  func.func @main(%p: tensor<2048xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %d: tensor<16x8xf32>, %m: tensor<i32>) -> tensor<512xf32> {
    %old = stablehlo.negate %g : tensor<512xf32>
    %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<2048xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
    %flat = stablehlo.reshape %new : (tensor<64x8xf32>) -> tensor<512xf32>
    %0 = stablehlo.add %flat, %old : tensor<512xf32>
    return %0 : tensor<512xf32>
  }
}
