// RUN: sc-opt %s -sc-plan-lookups -split-input-file -verify-diagnostics

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module {
}

// -----

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module attributes {sc.target = #sc.target<"v1", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @gather_operand(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<4194304x8xf32>) {
  // expected-error @+1 {{table 'user': Gather operand too large: 2097152 bytes per tile, TileSpmem has 524288 bytes}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<4194304x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @fixed_size(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x65536xf32>, %x: tensor<64x65536xf32>) {
  // expected-error @+1 {{table 'user': Fixed size allocations (786688 bytes) do not fit in TileSpmem (524288 bytes)}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x65536xf32>, tensor<64x65536xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @list(%p: tensor<32xi32>, %i: tensor<174784xi32>, %g: tensor<174784xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'user': No viable logical replica count for the embedding table with metadata: max_nz_per_row = 43690, max_unique_nz_per_row = 16, feature_width = 8, sample_count = 4}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 43690, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<174784xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @stack_overflow(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<4x4611686018427387904xf32>, %x: tensor<4x4611686018427387904xf32>) {
  // expected-error @+1 {{table 'user': gather operand (samples per tile * feature_width * 4) exceeds 64 bits}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 2147483647, max_unique_ids = 2147483647> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<4x4611686018427387904xf32>, tensor<4x4611686018427387904xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_gather_operand(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<16777216x8xf32>) {
  // expected-error @+1 {{table 'local': Gather operand too large: 8388608 bytes per tile, TileSpmem has 524288 bytes}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<16777216x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_without_samples(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<0x8xf32>) {
  // expected-error @+1 {{table 'local': samples per SparseCore must be positive, got 0}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_without_rows(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<0x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'local': table rows per SparseCore must be positive, got 0}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<0x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_without_columns(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x0xf32>, %x: tensor<16x0xf32>) {
  // expected-error @+1 {{table 'local': feature width must be positive, got 0}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x0xf32>, tensor<16x0xf32>
  return
}
}

// -----

// Each lookup that does not fit is reported.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @all(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<0x8xf32>) {
  // expected-error @+1 {{table 'a': samples per SparseCore must be positive, got 0}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "a" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  // expected-error @+1 {{table 'b': samples per SparseCore must be positive, got 0}}
  %1 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "b" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  return
}
}
