// RUN: sc-opt %s --sc-order-updates -split-input-file | FileCheck %s

// A lookup in another table and one in the old table move in front of the update,
// with the constant that they need; one in the new table stays behind it.
// CHECK-LABEL: func.func @tables(
// CHECK-SAME: %{{.*}}, %{{.*}}, %{{.*}}, %[[USER:[^:]*]]: tensor<64x8xf32>, %[[ITEM:[^:]*]]: tensor<64x8xf32>
// CHECK: %[[ZERO:.*]] = stablehlo.constant
// CHECK-NEXT: %[[INIT:.*]] = stablehlo.broadcast %[[ZERO]]
// CHECK-NEXT: %[[A:.*]] = sc.sparse_dense_matmul {{.*}} %[[ITEM]], %[[INIT]] table "item"
// CHECK-NEXT: %[[B:.*]] = sc.sparse_dense_matmul {{.*}} %[[USER]], %[[INIT]] table "user"
// CHECK-NEXT: %[[NEW:.*]] = sc.sparse_dense_matmul_grad {{.*}} %[[USER]] table "user"
// CHECK: %[[C:.*]] = sc.sparse_dense_matmul {{.*}} %[[NEW]], %[[INIT]] table "user"
// CHECK-NEXT: return %[[NEW]], %[[A]], %[[B]], %[[C]]
func.func @tables(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %user: tensor<64x8xf32>, %item: tensor<64x8xf32>, %d: tensor<16x8xf32>)
    -> (tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %user table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %0 = stablehlo.subtract %row, %x : tensor<1x8xf32>
    sc.yield %0 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.broadcast %zero, sizes = [16, 8] : (tensor<f32>) -> tensor<16x8xf32>
  %a = sc.sparse_dense_matmul %p, %i, %i, %g, %item, %init table "item" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %b = sc.sparse_dense_matmul %p, %i, %i, %g, %user, %init table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %c = sc.sparse_dense_matmul %p, %i, %i, %g, %new, %init table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %new, %a, %b, %c : tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}

// -----

// A chain: the lookup in `item` that reads activations from the updated `user`
// stays between the updates; the one behind both moves to the same place, and
// the free ones in front of all, in their order.
// CHECK-LABEL: func.func @chain(
// CHECK: sc.sparse_dense_matmul {{.*}} table "first"
// CHECK-NEXT: sc.sparse_dense_matmul_local {{.*}} table "second"
// CHECK-NEXT: %[[NEW:.*]] = sc.sparse_dense_matmul_grad {{.*}} table "user"
// CHECK: %[[AFTER:.*]] = sc.sparse_dense_matmul {{.*}} %[[NEW]], {{.*}} table "after"
// CHECK-NEXT: %[[CUT:.*]] = stablehlo.slice %[[NEW]]
// CHECK-NEXT: sc.sparse_dense_matmul {{.*}}, %[[CUT]] table "next"
// CHECK-NEXT: sc.sparse_dense_matmul_grad {{.*}}, %[[AFTER]], {{.*}} table "item"
// CHECK: stablehlo.negate
// CHECK-NEXT: return
func.func @chain(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %user: tensor<64x8xf32>, %item: tensor<64x8xf32>, %d: tensor<16x8xf32>)
    -> (tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %user table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %after = sc.sparse_dense_matmul %p, %i, %i, %g, %new, %d table "after" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %first = sc.sparse_dense_matmul %p, %i, %i, %g, %item, %d table "first" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %last = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %after, %item table "item" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %cut = stablehlo.slice %new [0:16, 0:8] : (tensor<64x8xf32>) -> tensor<16x8xf32>
  %next = sc.sparse_dense_matmul %p, %i, %i, %g, %user, %cut table "next" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %other = stablehlo.negate %d : tensor<16x8xf32>
  %second = sc.sparse_dense_matmul_local %item, %i, %i, %g, %d table "second" sparse_cores 4 : tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %last, %first, %next, %other, %second : tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}

// -----

// Nothing passes an update that it needs, nor an operation that may have effects
// and that it needs; a block without updates stays as it is.
// CHECK-LABEL: func.func @effects(
// CHECK-NEXT: sc.sparse_dense_matmul_grad {{.*}} table "user"
// CHECK: %[[INIT:.*]] = stablehlo.custom_call @opaque
// CHECK-NEXT: sc.sparse_dense_matmul {{.*}}, %[[INIT]] table "item"
// CHECK-NEXT: return
func.func @effects(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %user: tensor<64x8xf32>, %item: tensor<64x8xf32>, %d: tensor<16x8xf32>)
    -> (tensor<64x8xf32>, tensor<16x8xf32>) {
  %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %user table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %init = stablehlo.custom_call @opaque(%d) {has_side_effect = true} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %a = sc.sparse_dense_matmul %p, %i, %i, %g, %item, %init table "item" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %new, %a : tensor<64x8xf32>, tensor<16x8xf32>
}

// CHECK-LABEL: func.func @lookups(
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: sc.sparse_dense_matmul_local
func.func @lookups(%i: tensor<512xi32>, %g: tensor<512xf32>, %item: tensor<64x8xf32>, %d: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %other = stablehlo.negate %d : tensor<16x8xf32>
  %a = sc.sparse_dense_matmul_local %item, %i, %i, %g, %d table "item" sparse_cores 4 : tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %other, %a : tensor<16x8xf32>, tensor<16x8xf32>
}

// -----

// Manual computations move as a whole, and each is ordered inside.
// CHECK-LABEL: func.func @manual(
// CHECK: sdy.manual_computation
// CHECK: sc.sparse_dense_matmul {{.*}} table "lookup"
// CHECK: sdy.manual_computation
// CHECK: sc.sparse_dense_matmul {{.*}} table "inside"
// CHECK-NEXT: sc.sparse_dense_matmul_grad {{.*}} table "update"
// CHECK: return
sdy.mesh @mesh = <["x"=2]>
func.func @manual(%p: tensor<64xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<128x8xf32>, %d: tensor<32x8xf32>)
    -> (tensor<128x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>) {
  %0:2 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %new = sc.sparse_dense_matmul_grad %mp, %mi, %mi, %mg, %md, %mt table "update" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
    ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
      sc.yield %x : tensor<1x8xf32>
    } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %a = sc.sparse_dense_matmul %mp, %mi, %mi, %mg, %mt, %md table "inside" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
        : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    sdy.return %new, %a : tensor<64x8xf32>, tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> (tensor<128x8xf32>, tensor<32x8xf32>)
  %1 = sdy.manual_computation(%p, %i, %g, %t, %d) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%mp: tensor<32xi32>, %mi: tensor<512xi32>, %mg: tensor<512xf32>, %mt: tensor<64x8xf32>, %md: tensor<16x8xf32>) {
    %a = sc.sparse_dense_matmul %mp, %mi, %mi, %mg, %mt, %md table "lookup" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
        : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    sdy.return %a : tensor<16x8xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x8xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
  return %0#0, %0#1, %1 : tensor<128x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>
}
