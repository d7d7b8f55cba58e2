// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt %s --mlir-print-op-generic | sc-opt | FileCheck %s

// CHECK-LABEL: func.func private @formats
// CHECK-SAME: a = #sc.row_format<"int8,scale=row", width = 10>
// CHECK-SAME: b = #sc.row_format<"int8_affine,scale=table,range=-1:1.5", width = 1>
func.func private @formats() attributes {a = #sc.row_format<"int8,scale=row", width = 10>, b = #sc.row_format<"int8_affine,scale=table,range=-1:1.5", width = 1>}

// CHECK-LABEL: func.func @lookups
// CHECK: sc.sparse_dense_matmul %{{.*}} scale %{{.*}} : tensor<2xf32> table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 row_format <"int8_affine,scale=table", width = 10> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16x16xf32>
// CHECK: sc.sparse_dense_matmul %{{.*}} minibatches %{{.*}} scale %{{.*}} : tensor<1xf32> table "batches" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 row_format <"fp8_e4m3,scale=table", width = 10> : tensor<2048xi32>, tensor<512xi32>, tensor<64x32xf8E4M3FN>, tensor<16x10xf32>
// CHECK: sc.sparse_dense_matmul_local %{{.*}} scale %{{.*}} : tensor<1xf32> table "local" sparse_cores 4 row_format <"fp8_e5m2,scale=table", width = 40> : tensor<40xi32>, tensor<64x64xf8E5M2>, tensor<16x40xf32>
// CHECK: sc.sparse_dense_matmul_local %{{.*}} table "bf16" sparse_cores 4 row_format <"bf16", width = 40> : tensor<40xi32>, tensor<64x48xbf16>, tensor<16x40xf32>
func.func @lookups(%p: tensor<32xi32>, %pm: tensor<2048xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %a: tensor<64x32xi8>, %x: tensor<16x16xf32>, %m: tensor<i32>, %b: tensor<64x32xf8E4M3FN>,
    %x10: tensor<16x10xf32>, %il: tensor<40xi32>, %gl: tensor<40xf32>, %c: tensor<64x64xf8E5M2>, %x40: tensor<16x40xf32>, %d: tensor<64x48xbf16>, %s1: tensor<1xf32>, %s2: tensor<2xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %a, %x scale %s2 : tensor<2xf32> table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"int8_affine,scale=table", width = 10> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16x16xf32>
  %1 = sc.sparse_dense_matmul %pm, %i, %i, %g, %b, %x10 minibatches %m scale %s1 : tensor<1xf32> table "batches" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"fp8_e4m3,scale=table", width = 10> : tensor<2048xi32>, tensor<512xi32>, tensor<64x32xf8E4M3FN>, tensor<16x10xf32>
  %2 = sc.sparse_dense_matmul_local %c, %il, %il, %gl, %x40 scale %s1 : tensor<1xf32> table "local" sparse_cores 4 row_format <"fp8_e5m2,scale=table", width = 40>
      : tensor<40xi32>, tensor<64x64xf8E5M2>, tensor<16x40xf32>
  %3 = sc.sparse_dense_matmul_local %d, %il, %il, %gl, %x40 table "bf16" sparse_cores 4 row_format <"bf16", width = 40>
      : tensor<40xi32>, tensor<64x48xbf16>, tensor<16x40xf32>
  return
}
