// RUN: sc-opt %s -sc-plan-memory -split-input-file -verify-diagnostics

// What does not fit a tile, and sizes that contradict each other.

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module {
}

// -----

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module attributes {sc.target = #sc.target<"v1", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// The list alone would fit: 524280 bytes. With the fixed part it does not; 43581
// entries do: 12 x 43581 + 1312 = 524284.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @list(%p: tensor<32xi32>, %i: tensor<174784xi32>, %g: tensor<174784xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+10 {{(last tried split factor for vector splitting = 1, last tried split factor for sample dimension splitting = 1, fixed_size_allocation_bytes = 1312, row_dependent_size_allocation_bytes = 524280, total_spmem_size_bytes = 524288)}}
  // expected-note @+9 {{table 'user'}}
  // expected-note @+8 {{max_ids_per_partition <= 43581 fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{no value of samples per SparseCore alone fits}}
  // expected-note @+5 {{no value of chips alone fits}}
  // expected-note @+4 {{no value of feature width alone fits}}
  // expected-note @+3 {{--row-streaming fits}}
  // expected-note @+2 {{--sample-splitting alone does not fit}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 43690, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<174784xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// 2097152 samples of a tile in 64 replicas. 16730112 samples of a SparseCore are
// 16338 in each: 522816 bytes, beside 1280 and 192.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @gather_operand(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<134217728x8xf32>) {
  // expected-error @+10 {{Gather operand too large: 1048576 bytes per tile, TileSpmem has 524288 bytes}}
  // expected-note @+9 {{table 'user'}}
  // expected-note @+8 {{no value of max_ids_per_partition alone fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{samples per SparseCore <= 16730112 fits with 64 replicas per SparseCore}}
  // expected-note @+5 {{chips >= 4 fits with 64 replicas per SparseCore}}
  // expected-note @+4 {{no value of feature width alone fits}}
  // expected-note @+3 {{--row-streaming alone does not fit}}
  // expected-note @+2 {{--sample-splitting fits with 256 sample splits}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<134217728x8xf32>
  return
}
}

// -----

// 16384 samples of a tile in 64 replicas fill it, without scratch.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @fixed_size(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<67108864x8xf32>) {
  // expected-error @+10 {{Fixed size allocations (525568 bytes) do not fit in TileSpmem (524288 bytes)}}
  // expected-note @+9 {{table 'user'}}
  // expected-note @+8 {{no value of max_ids_per_partition alone fits}}
  // expected-note @+7 {{no value of max_unique_ids_per_partition alone fits}}
  // expected-note @+6 {{samples per SparseCore <= 16730112 fits with 64 replicas per SparseCore}}
  // expected-note @+5 {{chips >= 2 fits with 64 replicas per SparseCore}}
  // expected-note @+4 {{no value of feature width alone fits}}
  // expected-note @+3 {{--row-streaming alone does not fit}}
  // expected-note @+2 {{--sample-splitting fits with 128 sample splits}}
  // expected-note @+1 {{--num-serialized-tables alone does not help TileSpmem}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<67108864x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @unique_above_ids(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+2 {{max_unique_ids_per_partition 17 is greater than max_ids_per_partition 16}}
  // expected-note @+1 {{table 'user'}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 17> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// Slices of the buffer begin at multiples of 8 entries.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @limit_above_buffer(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'user': max_ids_per_partition 129 is greater than the COO buffer of a SparseCore, 128 entries; a device of 4 SparseCores needs at least 544}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 129, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @table_rows(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<8589934592x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'user': 2147483648 table rows of a SparseCore exceed the INT32 index of 2147483647}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<8589934592x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @samples(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<8589934592x8xf32>) {
  // expected-error @+1 {{table 'user': 2147483648 samples of a SparseCore exceed the INT32 index of 2147483647}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<8589934592x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @entries(%p: tensor<32xi32>, %i: tensor<8589934592xi32>, %g: tensor<8589934592xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'user': 2147483648 entries of a SparseCore's COO buffer exceed the INT32 index of 2147483647}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<8589934592xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @max_ids(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+1 {{table 'user': 2147483648 max_ids_per_partition exceed the INT32 index of 2147483647}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 2147483648, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @overflow(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<4x4611686018427387904xf32>, %x: tensor<4x4611686018427387904xf32>) {
  // expected-error @+2 {{gather operand (samples per tile * feature_width * 4) exceeds 64 bits}}
  // expected-note @+1 {{table 'user'}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<512xi32>, tensor<4x4611686018427387904xf32>, tensor<4x4611686018427387904xf32>
  return
}
}

// -----

// The local form has no splits: 16341 samples of a tile are 522912 bytes, beside
// 1280 and 96.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_gather_operand(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<16777216x8xf32>) {
  // expected-error @+5 {{Gather operand too large: 8388608 bytes per tile, TileSpmem has 524288 bytes}}
  // expected-note @+4 {{table 'local'}}
  // expected-note @+3 {{samples per SparseCore <= 261456 fits}}
  // expected-note @+2 {{chips >= 32 fits}}
  // expected-note @+1 {{no value of feature width alone fits}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<16777216x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_without_samples(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<0x8xf32>) {
  // expected-error @+2 {{samples per SparseCore must be positive, got 0}}
  // expected-note @+1 {{table 'local'}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_without_rows(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<0x8xf32>, %x: tensor<16x8xf32>) {
  // expected-error @+2 {{table rows per SparseCore must be positive, got 0}}
  // expected-note @+1 {{table 'local'}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4
      : tensor<40xi32>, tensor<0x8xf32>, tensor<16x8xf32>
  return
}
}

// -----

// Each lookup that does not fit is reported.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @all(%i: tensor<40xi32>, %g: tensor<40xf32>, %t: tensor<64x8xf32>, %x: tensor<0x8xf32>) {
  // expected-error @+2 {{samples per SparseCore must be positive, got 0}}
  // expected-note @+1 {{table 'a'}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "a" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  // expected-error @+2 {{samples per SparseCore must be positive, got 0}}
  // expected-note @+1 {{table 'b'}}
  %1 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "b" sparse_cores 4 : tensor<40xi32>, tensor<64x8xf32>, tensor<0x8xf32>
  return
}
}

// -----

// What lies in HBM follows from the schedule, which takes padded tables of the target.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x12xf32>, %n: tensor<4x12xf32>) {
  // expected-error @+1 {{width 12 is not a multiple of 8: run sc-pad-tables first}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      : tensor<16xi32>, tensor<64xi32>, tensor<64x12xf32>, tensor<4x12xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<32xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<8x8xf32>) {
  // expected-error @+1 {{is for 4 SparseCores of a device, the target has 2}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<8x8xf32>
  return
}
}

// -----

// The local form indexes its table with 32 bits too.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @local_rows(%t: tensor<6000000000xf32>, %i: tensor<40xi32>, %g: tensor<40xf32>, %x: tensor<16xf32>) {
  // expected-error @+1 {{table 'local': 6000000000 table rows}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %x table "local" sparse_cores 4 : tensor<40xi32>, tensor<6000000000xf32>, tensor<16xf32>
  return
}
}
