// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of row formats, and of lookups in narrow tables.

// expected-error @+1 {{row_format_c1: 'int9': no type 'int9'; a row format is}}
func.func private @format() attributes {a = #sc.row_format<"int9", width = 8>}

// -----

// expected-error @+1 {{row_format_c1: rows of f32 have no row format}}
func.func private @f32() attributes {a = #sc.row_format<"f32", width = 8>}

// -----

// expected-error @+1 {{row_format_c2: width must be in [1, 1073741824], got 0}}
func.func private @width() attributes {a = #sc.row_format<"bf16", width = 0>}

// -----

// expected-error @+1 {{row_format_c2: width must be in [1, 1073741824], got 1073741825}}
func.func private @width() attributes {a = #sc.row_format<"bf16", width = 1073741825>}

// -----

func.func @c4_type(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x16xi8>, %x: tensor<16x16xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c4: table 'tensor<64x16xi8>' must be 'tensor<64x32xi8>' as #sc.row_format<"int8,scale=row", width = 16> says}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"int8,scale=row", width = 16> : tensor<32xi32>, tensor<512xi32>, tensor<64x16xi8>, tensor<16x16xf32>
  return
}

// -----

func.func @c4_no_format(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x16xbf16>, %x: tensor<16x16xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c4: table 'tensor<64x16xbf16>' must be f32 with the rank and width of init 'tensor<16x16xf32>'}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x16xbf16>, tensor<16x16xf32>
  return
}

// -----

func.func @c7(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x32xi8>, %x: tensor<16x12xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c7: init 'tensor<16x12xf32>' must have rank 2 and the width 10 or 16}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"int8,scale=row", width = 10> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16x12xf32>
  return
}

// -----

func.func @c7_rank(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x32xi8>, %x: tensor<16xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c7: init 'tensor<16xf32>' must have rank 2 and the width 1 or 8}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"int8,scale=row", width = 1> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16xf32>
  return
}

// -----

func.func @c8_missing(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x32xi8>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c8: scale has 0 words, the row format needs 1}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      row_format <"int8", width = 8> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16x8xf32>
  return
}

// -----

func.func @c8_f32(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>, %s: tensor<1xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c8: scale has 1 words, the row format needs 0}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x scale %s : tensor<1xf32> table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}

// -----

func.func @c9(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x32xi8>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_c9: scale=bucket needs a quantization of at most 256 buckets}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      quantization <buckets = 257, min = -1.0 : f32, max = 1.0 : f32> row_format <"int8,scale=bucket", width = 8> : tensor<32xi32>, tensor<512xi32>, tensor<64x32xi8>, tensor<16x8xf32>
  return
}

// -----

func.func @local_c2(%t: tensor<64x8xi8>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_local_c2: table 'tensor<64x8xi8>' must be 'tensor<64x32xi8>'}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4 row_format <"int8,scale=row", width = 8> : tensor<40xi32>, tensor<64x8xi8>, tensor<16x8xf32>
  return
}

// -----

func.func @local_c5(%t: tensor<64x32xi8>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x16xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_local_c5: init 'tensor<16x16xf32>' must have rank 2 and the width 8 or 8}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4 row_format <"int8,scale=row", width = 8> : tensor<40xi32>, tensor<64x32xi8>, tensor<16x16xf32>
  return
}

// -----

func.func @local_c6(%t: tensor<64x32xi8>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_local_c6: scale has 2 words, the row format needs 1}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x scale %s : tensor<2xf32> table "local" sparse_cores 4 row_format <"int8", width = 8> : tensor<40xi32>, tensor<64x32xi8>, tensor<16x8xf32>
  return
}

// -----

func.func @local_c7(%t: tensor<64x32xi8>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_local_c7: scale=bucket is for lookups with a quantization}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4 row_format <"int8,scale=bucket", width = 8> : tensor<40xi32>, tensor<64x32xi8>, tensor<16x8xf32>
  return
}
