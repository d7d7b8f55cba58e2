// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of the two lookups.

func.func @sparse_dense_matmul_c1(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c1: sparse_cores must be in [1, 1048576], got 0}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 0, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c1_negative(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c1: sparse_cores must be in [1, 1048576], got -4}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = -4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c2(%p: tensor<16xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c2: row_pointers has 16 elements, 4 SparseCores per device with 4 in the group need 32}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<16xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4]>

func.func @sparse_dense_matmul_c2_group(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c2: row_pointers has 32 elements, 4 SparseCores per device with 16 in the group need 64}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user", group = #sc.group<@mesh, ["x"], devices = 4>}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c3(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<256xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 512, 256 and 512}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<256xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c3_gains(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 512, 512 and 64}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<64xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c3_multiple(%p: tensor<32xi32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 40, 40 and 40}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c4_width(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x16xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c4: table 'tensor<64x8xf32>' must be f32 with the rank and width of init 'tensor<16x16xf32>'}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c4_rank(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x1xf32>, %n: tensor<16xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c4: table 'tensor<64x1xf32>' must be f32 with the rank and width of init 'tensor<16xf32>'}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x1xf32>, tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c4_result(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c4: result 'tensor<8x8xf32>' must have the type of init 'tensor<16x8xf32>'}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c5_table(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<63x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c5: table rows 63 and samples 16 must be positive multiples of sparse_cores = 4}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<63x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c5_samples(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %n: tensor<18x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c5: table rows 64 and samples 18 must be positive multiples of sparse_cores = 4}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<18x8xf32>) -> tensor<18x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c5_positive(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<0x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c5: table rows 0 and samples 16 must be positive multiples of sparse_cores = 4}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<0x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c6(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x0xf32>, %n: tensor<16x0xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c6: the width is 0}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x0xf32>, tensor<16x0xf32>) -> tensor<16x0xf32>
  return
}

// -----

func.func @sparse_dense_matmul_static(%p: tensor<32xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<?x8xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #4 must be static 1D/2D tensor of 32-bit float or 8-bit signless integer or bfloat16 type or f8E4M3FN type or f8E5M2 type values, but got 'tensor<?x8xf32>'}}
  %0 = "sc.sparse_dense_matmul"(%p, %i, %s, %g, %t, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>, limits = #sc.limits<max_ids = 16, max_unique_ids = 16>, sparse_cores = 4, table_name = "user"}> : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<?x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c1(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<32xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c1: ids, samples and gains must have one length, got 40, 32 and 40}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 4, table_name = "user"}> : (tensor<64x8xf32>, tensor<40xi32>, tensor<32xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c1_gains(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<48xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c1: ids, samples and gains must have one length, got 40, 40 and 48}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 4, table_name = "user"}> : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<48xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c2(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x16xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c2: table 'tensor<64x8xf32>' must be f32 with the rank and width of init 'tensor<16x16xf32>'}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 4, table_name = "user"}> : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c2_result(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c2: result 'tensor<8x8xf32>' must have the type of init 'tensor<16x8xf32>'}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 4, table_name = "user"}> : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c3(%t: tensor<64x8xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c3: sparse_cores must be in [1, 1048576], got 0}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 0, table_name = "user"}> : (tensor<64x8xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_local_c4(%t: tensor<64x0xf32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %n: tensor<16x0xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_local_c4: the width is 0}}
  %0 = "sc.sparse_dense_matmul_local"(%t, %i, %s, %g, %n) <{sparse_cores = 4, table_name = "user"}> : (tensor<64x0xf32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x0xf32>) -> tensor<16x0xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c1_huge(%p: tensor<0xi32>, %i: tensor<0xi32>, %g: tensor<0xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{op sparse_dense_matmul_c1: sparse_cores must be in [1, 1048576], got 2305843009213693952}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2305843009213693952 : tensor<0xi32>, tensor<0xi32>, tensor<64x8xf32>, tensor<64x8xf32>
  return
}
