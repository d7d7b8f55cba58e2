// RUN: split-file %s %t
// RUN: sc-opt %t/table.mlir --sc-quantize-tables=tables=int8 -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=TABLE
// RUN: sc-opt %t/row.mlir "--sc-quantize-tables=tables=int8_affine,scale=row" --sc-pad-tables | FileCheck %s --check-prefix=ROW
// RUN: sc-opt %t/bucket.mlir "--sc-quantize-tables=tables=int8,scale=bucket" | FileCheck %s --check-prefix=BUCKET
// RUN: sc-opt %t/two.mlir --sc-quantize-tables=tables=%t/formats.json | FileCheck %s --check-prefix=FILE
// RUN: sc-opt %t/two.mlir --sc-quantize-tables | FileCheck %s --check-prefix=NONE

//--- table.mlir
// One scale for the table is an argument of @main, the same on all devices. A
// table that two lookups share has one, and each manual computation gets it once.
// TABLE-LABEL: module @devices
// TABLE: func.func @main(
// TABLE-SAME: %[[TABLE:[a-z0-9]+]]: tensor<128x32xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// TABLE-SAME: %[[SCALE:[a-z0-9]+]]: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
// TABLE: sdy.manual_computation(%{{.*}}, %{{.*}}, %{{.*}}, %[[TABLE]], %{{.*}}, %[[SCALE]]) in_shardings=[{{.*}}, <@mesh, [{}]>] out_shardings
// TABLE-SAME: %[[LOCAL:[a-z0-9]+]]: tensor<64x32xi8>, %{{[^:]*}}: tensor<8x16xf32>, %[[S:[a-z0-9]+]]: tensor<1xf32>)
// TABLE: sc.sparse_dense_matmul %{{.*}}, %[[LOCAL]], %{{.*}} scale %[[S]] : tensor<1xf32> table "user" {{.*}}row_format <"int8,scale=table", width = 16> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<8x16xf32>
// TABLE: sc.sparse_dense_matmul %{{.*}}, %[[LOCAL]], %{{.*}} scale %[[S]] : tensor<1xf32> table "user"
module @devices {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<1024xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
    %g: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %t: tensor<128x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0:2 = sdy.manual_computation(%p, %i, %g, %t, %x) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"}
      (%lp: tensor<32xi32>, %li: tensor<512xi32>, %lg: tensor<512xf32>, %lt: tensor<64x16xf32>, %lx: tensor<8x16xf32>) {
    // expected-remark @+1 {{table 'user': rows of 16 values are stored as int8,scale=table, 32 bytes each in place of 64}}
    %1 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %lx table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        : tensor<32xi32>, tensor<512xi32>, tensor<64x16xf32>, tensor<8x16xf32>
    %2 = sc.sparse_dense_matmul %lp, %li, %li, %lg, %lt, %1 table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 group <@mesh, ["x"], devices = 2>
        : tensor<32xi32>, tensor<512xi32>, tensor<64x16xf32>, tensor<8x16xf32>
    sdy.return %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>
  } : (tensor<64xi32>, tensor<1024xi32>, tensor<1024xf32>, tensor<128x16xf32>, tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>)
  return %0#0, %0#1 : tensor<16x16xf32>, tensor<16x16xf32>
}
}

// -----

// Without devices the argument is the operand. Its name is the input's. A table
// of rank 1 stays.
// TABLE-LABEL: module @alone
// TABLE: func.func @main({{.*}}%[[TABLE:[a-z0-9]+]]: tensor<64x32xi8>, {{.*}}%[[RANK1:[a-z0-9]+]]: tensor<64xf32>, {{.*}}%[[SCALE:[a-z0-9]+]]: tensor<1xf32>)
// TABLE: sc.sparse_dense_matmul_local %[[TABLE]], {{.*}} scale %[[SCALE]] : tensor<1xf32> table "user" sparse_cores 4 row_format <"int8,scale=table", width = 10> : tensor<40xi32>, tensor<64x32xi8>, tensor<16x10xf32>
// TABLE: sc.sparse_dense_matmul_local %[[RANK1]], {{.*}} table "rank1" sparse_cores 4 :
module @alone {
func.func @main(%t: tensor<64x10xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x10xf32>, %t1: tensor<64xf32>, %x1: tensor<16xf32>) -> (tensor<16x10xf32>, tensor<16xf32>) {
  // expected-remark @+1 {{table 'user': rows of 10 values are stored as int8,scale=table, 32 bytes each in place of 64}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x10xf32>, tensor<16x10xf32>
  // expected-warning @+1 {{table 'rank1' stays f32: its rows are one word}}
  %1 = sc.sparse_dense_matmul_local %t1, %i, %i, %g, %x1 table "rank1" sparse_cores 4 : tensor<40xi32>, tensor<64xf32>, tensor<16xf32>
  return %0, %1 : tensor<16x10xf32>, tensor<16xf32>
}
}

// -----

// A table may be seen through reshapes that keep its rows.
// TABLE-LABEL: module @view
// TABLE: func.func @main(%[[TABLE:[a-z0-9]+]]: tensor<2x32x32xi8>,
// TABLE: %[[VIEW:[a-z0-9]+]] = stablehlo.reshape %[[TABLE]] : (tensor<2x32x32xi8>) -> tensor<64x32xi8>
// TABLE: sc.sparse_dense_matmul_local %[[VIEW]]
module @view {
func.func @main(%t: tensor<2x32x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %view = stablehlo.reshape %t : (tensor<2x32x8xf32>) -> tensor<64x8xf32>
  // expected-warning @+1 {{table 'user': rows of 8 values are stored as int8,scale=table, 32 bytes each in place of 32: nothing is saved}}
  %0 = sc.sparse_dense_matmul_local %view, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
}

// -----

// Nothing to make narrow.
// expected-warning @+1 {{no table becomes narrow; the program has none}}
module @nothing {
func.func @main(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  return %x : tensor<16x8xf32>
}
}

//--- row.mlir
// A scale in each row: 136 bytes that mean something, 160 with padding. Padding
// widens what is added, and leaves the table alone.
// ROW: func.func @main({{.*}}tensor<64x160xi8>, %{{[^:]*}}: tensor<16x126xf32>) ->
// ROW-NOT: tensor<64x
// ROW: %[[INIT:.*]] = stablehlo.pad {{.*}} (tensor<16x126xf32>, tensor<f32>) -> tensor<16x128xf32>
// ROW-NOT: stablehlo.pad
// ROW: %[[R:.*]] = sc.sparse_dense_matmul {{.*}}, %[[INIT]] table "user" {{.*}}row_format <"int8_affine,scale=row", width = 126> {sc.logical_width = 126 : i64} : tensor<32xi32>, tensor<512xi32>, tensor<64x160xi8>, tensor<16x128xf32>
// ROW: stablehlo.slice %[[R]] [0:16, 0:126]
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x126xf32>, %x: tensor<16x126xf32>) -> tensor<16x126xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x126xf32>, tensor<16x126xf32>
  return %0 : tensor<16x126xf32>
}

//--- bucket.mlir
// The codes are the buckets of simulated quantization, which the lookup keeps.
// BUCKET: func.func @main({{.*}}tensor<64x32xi8>, %{{[^:]*}}: tensor<16x8xf32>) ->
// BUCKET: sc.sparse_dense_matmul {{.*}}quantization <buckets = 256, {{.*}}> row_format <"int8_affine,scale=bucket", width = 8> :
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 256, min = -1.0 : f32, max = 1.0 : f32>
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

//--- formats.json
{"*": "fp8_e5m2", "item": "bf16", "plain": "f32"}

//--- two.mlir
// FILE: func.func @main({{.*}}tensor<64x32xf8E5M2>, %{{[^:]*}}: tensor<64x16xbf16>, %{{[^:]*}}: tensor<64x16xf32>, %{{[^:]*}}: tensor<40xi32>
// FILE: sc.sparse_dense_matmul_local {{.*}}table "user" {{.*}}row_format <"fp8_e5m2"
// FILE: sc.sparse_dense_matmul_local {{.*}}table "item" {{.*}}row_format <"bf16"
// FILE: sc.sparse_dense_matmul_local {{.*}}table "plain" sparse_cores 4 :
// NONE-NOT: row_format
// NONE: return
func.func @main(%a: tensor<64x16xf32>, %b: tensor<64x16xf32>, %c: tensor<64x16xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sc.sparse_dense_matmul_local %a, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  %1 = sc.sparse_dense_matmul_local %b, %i, %i, %g, %0 table "item" sparse_cores 4 : tensor<40xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  %2 = sc.sparse_dense_matmul_local %c, %i, %i, %g, %1 table "plain" sparse_cores 4 : tensor<40xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}
