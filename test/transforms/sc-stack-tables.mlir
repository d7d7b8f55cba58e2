// RUN: sc-opt %s -split-input-file -sc-stack-tables | FileCheck %s
// RUN: sc-opt %s -split-input-file -sc-stack-tables 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: sc-opt %s -split-input-file -sc-stack-tables=disable-stacking | FileCheck %s --check-prefix=ALONE

// Two tables of one width share a stack: a table padded to 8 x 16 rows each,
// two features one behind the other in the samples.

// REMARK: sc-stack-tables.mlir:[[@LINE+23]]:3: remark: stack 'a_b' of tables 'a', 'b': 384 rows of 8 words, limits 24 and 16; {{.*}}; limits 24/16: sum of 'a' (16/8) and 'b' (8/8); 
// CHECK: module attributes {mhlo.num_partitions = 4 : i32, sc.target =
// CHECK-NEXT: sdy.mesh @mesh = <["x"=4]>
// CHECK-NOT: sc.spec
// CHECK: func.func @main(
// CHECK-SAME: %[[P:[a-z0-9]+]]: tensor<256xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
// CHECK-SAME: %[[I:[a-z0-9]+]]: tensor<6144xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<6144xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<6144xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<384x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
// CHECK-SAME: -> (tensor<64x7xf32> {jax.result_info = "f2"}, tensor<32x6xf32> {jax.result_info = "f1"}, tensor<64x7xf32> {jax.result_info = "f2"})
// CHECK-NEXT: %[[R:.*]]:2 = sdy.manual_computation(%[[P]], %[[I]], %[[S]], %[[G]], %[[T]])
// CHECK-SAME: in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>]
// CHECK-SAME: out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"}
// CHECK-SAME: (%[[LP:[a-z0-9]+]]: tensor<64xi32>, %[[LI:[a-z0-9]+]]: tensor<1536xi32>, %[[LS:[a-z0-9]+]]: tensor<1536xi32>, %[[LG:[a-z0-9]+]]: tensor<1536xf32>, %[[LT:[a-z0-9]+]]: tensor<96x8xf32>)
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[INIT:.*]] = stablehlo.broadcast %[[ZERO]], sizes = [28, 8] : (tensor<f32>) -> tensor<28x8xf32>
// CHECK-NEXT: %[[L:.*]] = sc.sparse_dense_matmul %[[LP]], %[[LI]], %[[LS]], %[[LG]], %[[LT]], %[[INIT]] table "a_b" limits <max_ids = 24, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 4>
// CHECK-NEXT: %[[U:.*]]:3 = sc.unstack_activations %[[L]] sparse_cores 4 : tensor<28x8xf32> -> tensor<8x6xf32>, tensor<16x7xf32>, tensor<4x7xf32>
// CHECK-NEXT: sdy.return %[[U]]#0, %[[U]]#1 : tensor<8x6xf32>, tensor<16x7xf32>
// CHECK: return %[[R]]#1, %[[R]]#0, %[[R]]#1
module attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>} {
sc.spec {
  sc.table @a vocabulary 200 width 6 combiner "sum" optimizer <type = "sgd"> max_ids 16 max_unique_ids 8
  sc.table @b vocabulary 5 width 7 combiner "sum" optimizer <type = "sgd"> max_ids 8 max_unique_ids 8
  sc.feature @f1 of @a input [32, 4]
  sc.feature @f2 of @b input [64, 2] output [64, 7]
  sc.feature @never of @b input [16]
}
func.func @main() -> (tensor<64x7xf32>, tensor<32x6xf32>, tensor<64x7xf32>) {
  %0 = sc.lookup @f2 : tensor<64x7xf32>
  %1 = sc.lookup @f1 : tensor<32x6xf32>
  %2 = sc.lookup @f2 : tensor<64x7xf32>
  return %0, %1, %2 : tensor<64x7xf32>, tensor<32x6xf32>, tensor<64x7xf32>
}
}

// -----

// One device needs no mesh; arguments and results of @main stay; what a table
// suggests as its buffer is rounded up to 8 entries of each SparseCore.

// CHECK: module @one attributes {mhlo.num_partitions = 1 : i32,
// CHECK-NOT: sdy
// CHECK: func.func @main(%[[X:[a-z0-9]+]]: tensor<8x8xf32>, %[[P:[a-z0-9]+]]: tensor<32xi32>, %[[I:[a-z0-9]+]]: tensor<128xi32>, %[[S:[a-z0-9]+]]: tensor<128xi32>, %[[G:[a-z0-9]+]]: tensor<128xf32>, %[[T:[a-z0-9]+]]: tensor<32x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "sum"}, tensor<8x8xf32> {jax.result_info = "f"})
// CHECK: %[[L:.*]] = sc.sparse_dense_matmul %[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %{{.*}} table "a" limits <max_ids = 30, max_unique_ids = 30> sparse_cores 4 {sc.logical_table_bytes = 96 : i64, sc.stacked_tables = ["a"]} : tensor<32xi32>
// CHECK-NEXT: %[[U:.*]] = sc.unstack_activations %[[L]] sparse_cores 4 : tensor<8x8xf32> -> tensor<8x8xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[U]]
// CHECK-NEXT: return %[[SUM]], %[[U]]
module @one attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd"> max_ids 30 max_unique_ids 30 buffer_size 100
  sc.feature @f of @a input [8, 4]
}
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "sum"}, tensor<8x8xf32>) {
  %0 = sc.lookup @f : tensor<8x8xf32>
  %1 = stablehlo.add %x, %0 : tensor<8x8xf32>
  return %1, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}
}

// -----

// The name of the mesh is taken; a stack without lookups has its inputs still,
// as host preprocessing makes its buffers.

// CHECK: sdy.mesh @mesh_0 = <["x"=2]>
// CHECK: sdy.mesh @mesh = <["y"=2]>
// CHECK: func.func @main(
// CHECK-SAME: tensor<64xi32> {{.*}} tensor<16384xi32> {{.*}} tensor<16384xi32> {{.*}} tensor<16384xf32> {{.*}} tensor<64x8xf32>
// CHECK-SAME: tensor<64xi32> {{.*}} tensor<16384xi32> {{.*}} tensor<16384xi32> {{.*}} tensor<16384xf32> {{.*}} tensor<64x16xf32> {{[^)]*}})
// CHECK-COUNT-1: sc.sparse_dense_matmul
// CHECK-NOT: sc.sparse_dense_matmul
module attributes {sc.target = #sc.target<"v5p", 2x1x1, devices = 2, sparse_cores = 4>} {
sdy.mesh @mesh = <["y"=2]>
sc.spec {
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.table @wide vocabulary 3 width 16 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 4]
  sc.feature @g of @wide input [8, 4]
}
func.func @main() -> tensor<8x16xf32> {
  %0 = sc.lookup @g : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
}

// -----

// Without an sc.spec nothing changes, without a target neither.

// CHECK: module @none {
// CHECK-NEXT: func.func @main() {
module @none {
func.func @main() {
  return
}
}

// ALONE: table "a" limits <max_ids = 16, max_unique_ids = 8>
// ALONE: table "b" limits <max_ids = 8, max_unique_ids = 8>
