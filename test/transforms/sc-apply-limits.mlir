// RUN: sc-opt %s --sc-apply-limits=file=%S/Inputs/limits.json 2>&1 | FileCheck %s
// RUN: sc-opt %s --sc-apply-limits=file=%S/Inputs/limits.csv | FileCheck %s --check-prefix=CSV
// RUN: sc-opt %s --sc-apply-limits | FileCheck %s --check-prefix=NONE
// RUN: not sc-opt %s --sc-apply-limits=file=%S/Inputs/limits-contradict.json 2>&1 | FileCheck %s --check-prefix=CONTRADICT
// RUN: not sc-opt %s --sc-apply-limits=file=%S/Inputs/absent.json 2>&1 | FileCheck %s --check-prefix=ABSENT

// A file overrides what it states, by table name; the rest stays.

// CHECK: sc-apply-limits.mlir:[[@LINE+21]]:8: remark: table 'user': limits 64 and 32 of {{.*}}limits.json in place of 16 and 16
// CHECK: remark: table 'item': limits 16 and 4 of {{.*}}limits.json in place of 16 and 16
// CHECK: warning: no lookup uses table 'nobody' of {{.*}}limits.json; the program has 'item', 'other', 'user'
// CHECK: func.func @main
// CHECK: table "user" limits <max_ids = 64, max_unique_ids = 32> {{.*}}sc.limits_source = "{{.*}}limits.json"
// CHECK: table "item" limits <max_ids = 16, max_unique_ids = 4> {{.*}}sc.limits_source = "{{.*}}limits.json"
// CHECK: table "other" limits <max_ids = 16, max_unique_ids = 16>
// CHECK-NOT: sc.limits_source
// CHECK: return

// CSV: table "user" limits <max_ids = 16, max_unique_ids = 16>
// CSV: table "item" limits <max_ids = 24, max_unique_ids = 16> {{.*}}sc.limits_source = "{{.*}}limits.csv:2"

// NONE-COUNT-3: limits <max_ids = 16, max_unique_ids = 16>

// CONTRADICT: sc-apply-limits.mlir:[[@LINE+6]]:8: error: table 'user': max_unique_ids_per_partition 17 is greater than max_ids_per_partition 16 ({{.*}}limits-contradict.json)
// ABSENT: error: {{.*}}absent.json: cannot be opened: No such file or directory

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>,
                %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "item" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %2 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "other" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}
