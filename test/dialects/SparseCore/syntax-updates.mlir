// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt %s --emit-bytecode | sc-opt | FileCheck %s

// Updates, and what lookups have with minibatches and quantization.

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[P:.*]]: tensor<32xi32>, %[[I:.*]]: tensor<64xi32>, %[[S:.*]]: tensor<64xi32>, %[[G:.*]]: tensor<64xf32>, %[[Y:.*]]: tensor<16x8xf32>, %[[T:.*]]: tensor<64x8xf32>)
func.func @update(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) -> tensor<64x8xf32> {
  // CHECK-NEXT: %[[N:.*]] = sc.sparse_dense_matmul_grad %[[P]], %[[I]], %[[S]], %[[G]], %[[Y]], %[[T]] table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  // CHECK-NEXT: ^bb0(%[[GRAD:.*]]: tensor<1x8xf32>, %[[ROW:.*]]: tensor<1x8xf32>):
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.subtract %[[ROW]], %[[GRAD]] : tensor<1x8xf32>
  // CHECK-NEXT: sc.yield %[[NEW]] : tensor<1x8xf32>
  // CHECK-NEXT: } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  // CHECK-NEXT: return %[[N]]
  %0 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%grad: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %new = stablehlo.subtract %row, %grad : tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

// Everything that may be there, on a table of rank 1.
// CHECK-LABEL: func.func @update_full(
// CHECK-SAME: %[[M:[^,]*]]: tensor<i32>, %[[T:[^,]*]]: tensor<64xf32>, %[[A:[^,]*]]: tensor<64xf32>, %[[B:[^,]*]]: tensor<64xf32>, %[[R:[^,]*]]: tensor<f32>, %[[F:[^,]*]]: tensor<1x1xi32>)
func.func @update_full(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16xf32>, %m: tensor<i32>, %t: tensor<64xf32>, %a: tensor<64xf32>, %b: tensor<64xf32>, %r: tensor<f32>, %f: tensor<1x1xi32>) -> tensor<64xf32> {
  // CHECK: %[[N:.*]]:3 = sc.sparse_dense_matmul_grad {{.*}}, %[[T]] slots(%[[A]], %[[B]]) hyperparameters(%[[R]], %[[F]]) minibatches %[[M]] table "bias" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2> plan <replicas = 1, {{.*}}, stack_bytes = 96, merge_entries = 1024, optimizer_rows = 64> optimizer {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1x1xf32>, %{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xi32>):
  // CHECK-NEXT: sc.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<1xf32>, tensor<1xf32>, tensor<1x1xf32>
  // CHECK-NEXT: } {note = 1 : i64} : (
  // CHECK: return %[[N]]#2
  %0:3 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t slots(%a, %b)
      hyperparameters(%r, %f) minibatches %m
      table "bias" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      group <@mesh, ["x"], devices = 2>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1,
            window_rows = 64, window_buffers = 2, list_entries = 256,
            gather_operand_bytes = 4, scratch_bytes = 1280, list_bytes = 3072,
            stack_bytes = 96, optimizer_rows = 64, merge_entries = 1024>
      optimizer {
  ^bb0(%grad: tensor<1xf32>, %row: tensor<1xf32>, %x: tensor<1xf32>, %z: tensor<1x1xf32>, %rate: tensor<1xf32>, %flag: tensor<1xi32>):
    sc.yield %row, %x, %z : tensor<1xf32>, tensor<1xf32>, tensor<1x1xf32>
  } {note = 1} : (tensor<2048xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<f32>, tensor<1x1xi32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
  return %0#2 : tensor<64xf32>
}

// CHECK-LABEL: func.func @lookup(
// CHECK-SAME: %[[M:[^,]*]]: tensor<i32>)
func.func @lookup(%p: tensor<2048xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>, %m: tensor<i32>) -> tensor<16x8xf32> {
  // CHECK-NEXT: sc.sparse_dense_matmul {{.*}} minibatches %[[M]] table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 quantization <buckets = 256, min = -1.000000e+00 : f32, max = 1.000000e+00 : f64> : tensor<2048xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n minibatches %m
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <min = -1.0 : f32, max = 1.0, buckets = 256>
      : tensor<2048xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
