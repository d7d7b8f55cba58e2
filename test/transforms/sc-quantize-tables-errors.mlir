// RUN: split-file %s %t
// RUN: sc-opt %t/uses.mlir --sc-quantize-tables=tables=int8 -split-input-file -verify-diagnostics
// RUN: sc-opt %t/bucket.mlir "--sc-quantize-tables=tables=int8,scale=bucket" -split-input-file -verify-diagnostics
// RUN: not sc-opt %t/wide.mlir "--sc-quantize-tables=tables=int8_affine,range=-3e38:3e38" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sc-opt %t/wide.mlir "--sc-quantize-tables=tables=int8,range=0:1e-45" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not sc-opt %t/one.mlir --sc-quantize-tables=tables=int9 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not sc-opt %t/one.mlir --sc-quantize-tables=tables=%t/rank1.json 2>&1 | FileCheck %s --check-prefix=RANK1
// RUN: not sc-opt %t/one.mlir --sc-quantize-tables=tables=%t/name.json 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sc-opt %t/one.mlir --sc-quantize-tables=tables=%t/value.json 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not sc-opt %t/shared.mlir --sc-quantize-tables=tables=%t/shared.json 2>&1 | FileCheck %s --check-prefix=SHARED

//--- uses.mlir
// A table that an update changes.
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<64x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // expected-error @+1 {{table 'user' cannot be stored as int8,scale=table: it is updated here; name it as f32 in a file of formats by table}}
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %0, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%d: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %new = stablehlo.subtract %row, %d : tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<64x8xf32>
}

// -----

// A table that the program gives back.
func.func @main(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<64x8xf32>) {
  // expected-note @+1 {{looked up here}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  // expected-error @+1 {{table 'user' cannot be stored as int8,scale=table: it is also used here}}
  return %0, %t : tensor<16x8xf32>, tensor<64x8xf32>
}

// -----

// A table that is also where sums start.
func.func @main(%t: tensor<16x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>) -> tensor<16x8xf32> {
  // expected-note @+2 {{looked up here}}
  // expected-error @+1 {{table 'user' cannot be stored as int8,scale=table: it is also used here}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %t table "user" sparse_cores 4 : tensor<40xi32>, tensor<16x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// A table that is no argument.
func.func @main(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %sum = stablehlo.add %t, %t : tensor<64x8xf32>
  // expected-error @+1 {{table 'user' is computed by the program; only a table that is an argument of @main can be stored narrow}}
  %0 = sc.sparse_dense_matmul_local %sum, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// A reshape that cuts rows.
func.func @main(%t: tensor<32x16xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %rows = stablehlo.reshape %t : (tensor<32x16xf32>) -> tensor<64x8xf32>
  // expected-error @+1 {{table 'user' is computed by the program}}
  %0 = sc.sparse_dense_matmul_local %rows, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

func.func @main(%t: tensor<64x32xi8>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-error @+1 {{table 'user' has a row format already}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 row_format <"int8,scale=row", width = 8> : tensor<40xi32>, tensor<64x32xi8>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// Members of a stack that want different rows cannot be said in one format, so
// here they agree.
func.func @main(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-warning @+1 {{table 'stack': rows of 8 values are stored as int8,scale=table, 32 bytes each in place of 32: nothing is saved, as no row is shorter than 32 bytes}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "stack" sparse_cores 4 {sc.stacked_tables = ["a", "b"]} : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

//--- bucket.mlir
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-error @+1 {{table 'user': scale=bucket needs the quantization_config of the lookup, which has none}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-error @+1 {{table 'user': 257 buckets do not fit int8_affine; scale=bucket takes 2 to 256}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 257, min = -1.0 : f32, max = 1.0 : f32>
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// Buckets that f32 cannot tell apart.
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-error @+1 {{table 'user': range 0:2.80259693e-43 has no 256 buckets in f32; give a range that has}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 256, min = 0.0 : f32, max = 2.8e-43 : f32>
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// Two lookups whose codes are buckets of their own.
func.func @main(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x16xf32>, %x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-note @+1 {{the other lookup}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 16, min = 0.0 : f32, max = 1.0 : f32>
      : tensor<32xi32>, tensor<512xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  // expected-error @+1 {{table 'user' is stored as the buckets of #sc.quantization<buckets = 17, min = 0.000000e+00 : f32, max = 1.000000e+00 : f32>, but another lookup needs those of #sc.quantization<buckets = 16,}}
  %1 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %0 table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 17, min = 0.0 : f32, max = 1.0 : f32>
      : tensor<32xi32>, tensor<512xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

//--- one.mlir
// FORMAT: error: 'int9': no type 'int9'; a row format is f32, bf16, fp8_e4m3, fp8_e5m2, int8 or int8_affine, then if wanted ,scale=none|table|row|bucket and ,range=LOW:HIGH
// RANK1: one.mlir:6:8: error: table 'user': a row of rank 1 is one word, the least that a stream moves, and cannot be narrower
// NAME: error: no lookup uses table 'usr' of the row formats; did you mean 'user'? the program has 'user'
// VALUE: value.json:1:2: error: the format of table 'user': 'int9': no type 'int9'
func.func @main(%t: tensor<64xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64xf32>, tensor<16xf32>
  return %0 : tensor<16xf32>
}

//--- rank1.json
{"user": "int8"}
//--- name.json
{"usr": "int8"}
//--- value.json
{"user": "int9"}
//--- shared.json
{"user": "int8", "item": "bf16", "a": "int8", "b": "int8,scale=row"}

//--- shared.mlir
// SHARED: shared.mlir:9:8: error: table 'item' is stored as #sc.row_format<"bf16", width = 8>, but another lookup needs it as #sc.row_format<"int8,scale=table", width = 8>
// SHARED: shared.mlir:8:8: note: the other lookup
// SHARED: shared.mlir:10:8: error: tables 'a' (int8,scale=table) and 'b' (int8,scale=row) are stacked in 'stack', which has one row format: give them the same one, or name the stack



func.func @main(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %1 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %0 table "item" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %2 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %1 table "stack" sparse_cores 4 {sc.stacked_tables = ["a", "b"]} : tensor<40xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

//--- wide.mlir
// RANGE: wide.mlir:4:8: error: table 'user': range -3.00000001e+38:3.00000001e+38 has no finite int8_affine scale in f32 other than 0; give another range
// ZERO: wide.mlir:4:8: error: table 'user': range 0:1.40129846e-45 has no finite int8 scale in f32 other than 0; give another range
func.func @main(%t: tensor<64x16xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "user" sparse_cores 4 : tensor<40xi32>, tensor<64x16xf32>, tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
