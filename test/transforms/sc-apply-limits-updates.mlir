// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %{python} %{root}/test/Inputs/npz.py fdo.npz user_max_ids=i8[2,2]:40,16,24,8 user_max_unique_ids=i4[2]:4,12 user_id_drop_counters=i4[1]:7
// RUN: sc-opt %s --sc-apply-limits=file=fdo.npz 2>&1 | FileCheck %s --check-prefixes=CHECK,NPZ
// RUN: %{python} %{root}/test/Inputs/npz.py wrong.npz user_max_ids=f4[2]:40,16
// RUN: not sc-opt %s --sc-apply-limits=file=wrong.npz 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: %{python} %{root}/test/Inputs/npz.py name.npz user_max_id=i4[2]:40,16
// RUN: not sc-opt %s --sc-apply-limits=file=name.npz 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %{python} %{root}/test/Inputs/npz.py less.npz user_max_ids=i4[2]:1,3
// RUN: not sc-opt %s --sc-apply-limits=file=less.npz 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: echo 'text' > bad.txt
// RUN: not sc-opt %s --sc-apply-limits=file=bad.txt 2>&1 | FileCheck %s --check-prefix=FORMAT

// Lookups and updates of one table have its limits. A limit of an npz is the
// largest element of its array.

// NPZ-COUNT-2: remark: table 'user': limits 40 and 12 of fdo.npz in place of 16 and 8
// NPZ-NOT: remark
// CHECK-LABEL: func.func @main
// CHECK: sc.sparse_dense_matmul {{.*}} minibatches %{{.*}} table "user" limits <max_ids = 40, max_unique_ids = 12> {{.*}}sc.limits_source = "fdo.npz"
// CHECK: sc.sparse_dense_matmul_grad {{.*}} table "user" limits <max_ids = 40, max_unique_ids = 12> sparse_cores 4 optimizer
// CHECK: } {sc.limits_source = "fdo.npz"}
// The local form has no limits.
// CHECK: sc.sparse_dense_matmul_local {{.*}} table "user" sparse_cores 4 :
// CHECK: return

// TYPE: error: wrong.npz: array 'user_max_ids' must have integers, has f32[2]{{$}}
// NAME: error: name.npz: unknown array 'user_max_id'; known: a table's name with _max_ids,
// LESS: sc-apply-limits-updates.mlir:{{.*}}: error: table 'user': max_unique_ids_per_partition 8 is greater than max_ids_per_partition 3 (less.npz)
// LESS: sc-apply-limits-updates.mlir:{{.*}}: error: table 'user': max_unique_ids_per_partition 8 is greater than max_ids_per_partition 3 (less.npz)
// FORMAT: bad.txt:1:1: error: a limits file is JSON that starts with '{', a .npz, or CSV with the header name,max_ids_per_partition,

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @main(%p: tensor<2048xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %m: tensor<i32>,
                %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4
      : tensor<2048xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t minibatches %m table "user" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%gradient: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    sc.yield %gradient : tensor<1x8xf32>
  } : (tensor<2048xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  %2 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}
