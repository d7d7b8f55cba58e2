// RUN: sc-opt %s --sc-plan-memory 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: sc-opt %s --sc-order-updates --sc-plan-memory 2>&1 | FileCheck %s --check-prefix=MOVED

// A lookup, an update and another lookup. In that order the stack of the update
// is live beside those of the lookups; with both lookups in front of it, stacks of
// lookups and of updates share bytes. Stacks of a device: 4 SparseCores x
// (2w + 1) x U x P x 4 = 8704 bytes for each lookup, and
// 4 x (3w + 2) x U x P x 4 = 13312 bytes for the update.

// KEPT: remark: HBM of a device: 40064 bytes at the peak
// KEPT: {bytes = 30720 : i64, class = "stack", space = "hbm"}
// MOVED: remark: HBM of a device: 27264 bytes at the peak
// MOVED: {bytes = 17408 : i64, class = "stack", space = "hbm"}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %user: tensor<64x8xf32>, %item: tensor<64x8xf32>, %d: tensor<16x8xf32>)
    -> (tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %a = sc.sparse_dense_matmul %p, %i, %i, %g, %item, %d table "item" limits <max_ids = 32, max_unique_ids = 8> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %new = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %user table "user" limits <max_ids = 32, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %x : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %b = sc.sparse_dense_matmul %p, %i, %i, %g, %item, %a table "other" limits <max_ids = 32, max_unique_ids = 8> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %new, %a, %b : tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
}
