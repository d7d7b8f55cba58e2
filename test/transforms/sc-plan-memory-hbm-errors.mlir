// RUN: split-file %s %t
// RUN: not sc-opt %t/three.mlir -sc-plan-memory=tc-hbm-bytes=33554000000 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not sc-opt %t/three.mlir -sc-plan-memory="tc-hbm-bytes=33552800000 num-serialized-tables=0" 2>&1 | FileCheck %s --check-prefix=SERIALIZE
// RUN: not sc-opt %t/three.mlir -sc-plan-memory=parallel-iterations=400000 2>&1 | FileCheck %s --check-prefix=HEAP
// RUN: not sc-opt %t/three.mlir -sc-plan-memory=tc-hbm-bytes=9223372036854775807 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not sc-opt %t/large.mlir -sc-pad-tables -sc-plan-memory 2>&1 | FileCheck %s --check-prefix=LARGE

// Programs that exceed the 33554432000 bytes of HBM that a device offers.

// Where the use of the TensorCore is known, the error names both. All serialized, 1196
// distinct ids need 272 x 1196 = 325312 bytes of the 432000 that are left, beside 106560
// with the third lookup: inputs 98368, tables 3 x 2048, other values 4 x 512.
// BOTH: three.mlir:5:8: error: E1000: CompileTimeHbmOom:
// BOTH-NEXT: {{^}}TPU TensorCore Hbm usage: 31999.59M, SparseCore Hbm usage 0.88M, exceeding available bytes: 32000.00M{{$}}
// BOTH-NEXT: {{^}}See https://openxla.org/xla/errors/error_1000 for more details.{{$}}
// BOTH: note: largest allocations
// BOTH-NEXT: {{^}}  TensorCore: 33554000000 ({{.*}} GiB)
// BOTH-NEXT: {{^}}  table 'b' stack forward: 816000 (
// BOTH: {{^}}  total: 33554922048 (
// BOTH: note: max_ids_per_partition <= 1196 fits for every table with 3 serialized tables, with max_unique_ids_per_partition lowered to it
// BOTH: note: max_unique_ids_per_partition <= 1196 fits for every table with 3 serialized tables
// BOTH: note: no value of samples per SparseCore alone fits
// BOTH: note: no value of chips alone fits
// BOTH: note: no value of feature width alone fits
// BOTH: note: no value of --num-serialized-tables alone fits
// BOTH: note: --row-streaming alone does not fit
// BOTH: note: --sample-splitting alone does not fit

// A number of tables that was asked for stays; advice names the one that fits. Stacks of
// 272000, 544000 and 272 x 2608 bytes fill the 1632000 that are left beside 106560.
// SERIALIZE: error: E1000: CompileTimeHbmOom:
// SERIALIZE-NEXT: {{^}}TPU TensorCore Hbm usage: 31998.44M, SparseCore Hbm usage 1.66M, exceeding available bytes: 32000.00M{{$}}
// SERIALIZE: note: max_unique_ids_per_partition <= 2608 fits for every table{{$}}
// SERIALIZE: note: --num-serialized-tables >= 2 fits

// HEAP: error: E1000: CompileTimeHbmOom:
// HEAP-NEXT: {{^}}XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 36.65G of 31.25G hbm. Exceeded hbm capacity by 5.40G.{{$}}
// HEAP: note: largest allocations
// HEAP-NEXT: {{^}}  heap: 39347101632 (36.64 GiB)
// HEAP: note: no value of chips alone fits

// OVERFLOW: three.mlir:1:1: error: the sum of all HBM buffers of a device exceeds 64 bits

// A table that is padded on the device is there twice; padding is a line of its own, and
// the lines add up. Others are the table as it came, 134217728 x 60 words, the initial
// values, 3840 bytes, and 4096 each for padded initial values and activations; the stack
// is (2 x 64 + 1) x 16 x 2 words on each of 2 SparseCores.
// LARGE: large.mlir:3:8: error: E1000: CompileTimeHbmOom:
// LARGE-NEXT: {{^}}XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 62.00G of 31.25G hbm. Exceeded hbm capacity by 30.75G.{{$}}
// LARGE: note: largest allocations
// LARGE-NEXT: {{^}}  other: 32212266752 (30.00 GiB){{$}}
// LARGE-NEXT: {{^}}  table 'user' weights: 32212254720 (30.00 GiB){{$}}
// LARGE-NEXT: {{^}}  table 'user' weights padding: 2147483648 (2.00 GiB){{$}}
// LARGE-NEXT: {{^}}  table 'user' stack forward: 33024 (32.25 KiB){{$}}
// LARGE-NEXT: {{^}}  table 'user' inputs: 4160 (4.06 KiB){{$}}
// LARGE-NEXT: {{^}}  total: 66572042304 (62.00 GiB){{$}}
// LARGE: note: chips >= 2 fits; table 'user' alone needs 32.00G of 31.25G
// LARGE: note: --quantize-tables=int8 fits

//--- three.mlir
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<8192xi32>, %s: tensor<8192xi32>, %g: tensor<8192xf32>, %a: tensor<64x8xf32>, %b: tensor<64x8xf32>, %c: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %a, %x table "a" limits <max_ids = 4000, max_unique_ids = 1000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %s, %g, %b, %x table "b" limits <max_ids = 4000, max_unique_ids = 3000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %2 = sc.sparse_dense_matmul %p, %i, %s, %g, %c, %x table "c" limits <max_ids = 4000, max_unique_ids = 2000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0, %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
}

//--- large.mlir
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<134217728x60xf32>, %x: tensor<16x60xf32>) -> tensor<16x60xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      : tensor<16xi32>, tensor<512xi32>, tensor<134217728x60xf32>, tensor<16x60xf32>
  return %0 : tensor<16x60xf32>
}
}
