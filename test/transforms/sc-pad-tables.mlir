// RUN: sc-opt %s --sc-pad-tables -split-input-file -verify-diagnostics | FileCheck %s

// Width 6: table and init get two columns of zeros, the result loses them.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[T:.*]] = stablehlo.pad %{{.*}}, %[[ZERO]], low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<64x6xf32>, tensor<f32>) -> tensor<64x8xf32>
// CHECK: %[[X:.*]] = stablehlo.pad %{{.*}}, %[[ZERO]], low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<16x8xf32>
// CHECK: %[[R:.*]] = sc.sparse_dense_matmul {{.*}}, %[[T]], %[[X]] table "user" {{.*}}sc.logical_width = 6
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[R]] [0:16, 0:6] : (tensor<16x8xf32>) -> tensor<16x6xf32>
// CHECK: return %[[CUT]]
func.func @narrow(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x6xf32>, %x: tensor<16x6xf32>) -> tensor<16x6xf32> {
  // expected-remark @+1 {{table 'user': rows of 6 words are padded to 8, 512 bytes of a device}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x6xf32>, tensor<16x6xf32>
  return %0 : tensor<16x6xf32>
}

// -----

// CHECK-LABEL: func.func @local
// CHECK: sc.sparse_dense_matmul_local {{.*}}sc.logical_width = 1 : i64} : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
func.func @local(%t: tensor<64x1xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x1xf32>) -> tensor<16x1xf32> {
  // expected-remark @+1 {{rows of 1 words are padded to 8, 1792 bytes of a device}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4 : tensor<40xi32>, tensor<64x1xf32>, tensor<16x1xf32>
  return %0 : tensor<16x1xf32>
}

// -----

// Nothing to do for a multiple of 8 and for rank 1.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: stablehlo.pad
// CHECK: return
func.func @wide(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x2880xf32>, %x: tensor<16x2880xf32>, %t1: tensor<64xf32>, %x1: tensor<16xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x2880xf32>, tensor<16x2880xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %i, %g, %t1, %x1 table "rank1" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64xf32>, tensor<16xf32>
  return
}
