// RUN: sc-opt %s -split-input-file -convert-sparsecore-to-tile | FileCheck %s
// RUN: sc-opt %s -split-input-file "-pass-pipeline=builtin.module(convert-sparsecore-to-tile,tile.task(sc-double-buffer-windows))" | FileCheck %s --check-prefix=DOUBLE

// Narrow rows are stored, sent and received as they are: 32 bytes. Each tile
// loads the scale, gathers the 16 codes of a row, and widens a window of them.
// The input says how it is stored, for f32 rows that are to become it.
// CHECK: tile.input %{{.*}}, 3 {sc.row_format = #sc.row_format<"int8_affine,scale=table", width = 10>, sc.scale_input = 5 : i64, sharding = ""}
// CHECK-LABEL: tile.task @lookup_table(
// CHECK-SAME: %[[TABLE:[a-z0-9]+]]: memref<1024xi8, #tile.space<hbm>>, %[[INIT:[a-z0-9]+]]: memref<32xf32, #tile.space<hbm>>, %[[SCALE:[a-z0-9]+]]: memref<2xf32, #tile.space<hbm>>, %[[RESULT:[a-z0-9]+]]: memref<32xf32, #tile.space<hbm>>)
// CHECK-SAME: per_sparse_core = array<i1: true, true, true, true, true, true, false, true>
// CHECK: %[[SEND:.*]] = tile.alloc "send" stack : memref<2x16x32xi8, #tile.space<hbm>>
// CHECK: %[[RECEIVE:.*]] = tile.alloc "receive" stack : memref<2x16x32xi8, #tile.space<hbm>>
// CHECK: %[[STORED:.*]] = tile.alloc "gather.rows" window : memref<8x32xi8, #tile.space<tilespmem>>
// CHECK: tile.gather_rows %[[TABLE]][{{.*}}] rows 32 by {{.*}} to %[[STORED]]{{.*}} {row_size = 32 : i64} :
// CHECK: tile.dma_rows %[[STORED]][{{.*}}] to %[[SEND]]{{.*}} {destination_stride = 32 : i64, row_size = 32 : i64, source_stride = 32 : i64}
// CHECK: %[[ROWS:.*]] = tile.alloc "combine.rows" window : memref<8x16xf32, #tile.space<tilespmem>>
// CHECK: %[[CODES:.*]] = tile.alloc "combine.codes" window : memref<8x16xi8, #tile.space<tilespmem>>
// CHECK: %[[S:.*]] = tile.alloc "combine.scale" scratch : memref<2xf32, #tile.space<tilespmem>>
// CHECK: tile.program @combine {
// CHECK: tile.dma_rows %[[SCALE]][{{.*}}] to %[[S]][{{.*}}], %{{.*}} {destination_stride = 2 : i64, row_size = 2 : i64, source_stride = 2 : i64}
// CHECK: tile.gather_rows %[[RECEIVE]][{{.*}}] rows 16 by {{.*}} to %[[CODES]]{{.*}} {row_size = 16 : i64, source_stride = 32 : i64} :
// CHECK: tile.widen int8_affine %[[CODES]][{{.*}}] scales %[[S]][{{.*}}] to %[[ROWS]][{{.*}}], %{{.*}} {row_size = 16 : i64, scales_stride = 0 : i64, source_stride = 16 : i64}
// CHECK: tile.axpy_indexed %[[ROWS]]

// The codes of the next window are loaded while these are widened; f32 rows have
// one window.
// DOUBLE-LABEL: tile.task @lookup_table(
// DOUBLE: tile.alloc "combine.rows" window : memref<8x16xf32
// DOUBLE: tile.alloc "combine.codes" window : memref<2x8x16xi8
// DOUBLE: tile.gather_rows {{.*}} flag
// DOUBLE: tile.wait_dma
// DOUBLE: tile.widen int8_affine
// DOUBLE: tile.axpy_indexed
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x32xi8>, %n: tensor<4x16xf32>, %s: tensor<2xf32>) -> tensor<4x16xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n scale %s : tensor<2xf32> table "table" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      row_format <"int8_affine,scale=table", width = 10>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
}

// -----

// Two slices of a row that has its own scale: all 36 bytes that mean something
// are gathered for each, the second half begins at code 16.
// CHECK-LABEL: tile.task @lookup_row(
// CHECK: %[[STORED:.*]] = tile.alloc "gather.rows" window : memref<8x64xi8, #tile.space<tilespmem>>
// CHECK: tile.gather_rows {{.*}} to %[[STORED]]{{.*}} {row_size = 64 : i64} :
// CHECK: %[[ROWS:.*]] = tile.alloc "combine.rows" window : memref<8x16xf32, #tile.space<tilespmem>>
// CHECK: %[[CODES:.*]] = tile.alloc "combine.codes" window : memref<8x36xi8, #tile.space<tilespmem>>
// CHECK-NOT: "combine.scale"
// CHECK: tile.program @combine {
// CHECK: scf.for %[[SLICE:[a-z0-9]+]] =
// CHECK: tile.gather_rows {{.*}} to %[[CODES]]{{.*}} {row_size = 36 : i64, source_stride = 64 : i64} :
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[SLICE]], %[[C16]]
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[PRODUCT]]
// CHECK: %[[AT:.*]] = arith.constant 32 : index
// CHECK: tile.widen int8 %[[CODES]][%[[FIRST]]] scales %[[CODES]][%[[AT]]] to %[[ROWS]][{{.*}} {row_size = 16 : i64, scales_stride = 36 : i64, source_stride = 36 : i64}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x64xi8>, %n: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "row" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      row_format <"int8,scale=row", width = 32>
      plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x64xi8>, tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
}

// -----

// Two slices without a scale of the row: each is gathered alone.
// CHECK-LABEL: tile.task @lookup_slices(
// CHECK: %[[CODES:.*]] = tile.alloc "combine.codes" window : memref<8x16xbf16, #tile.space<tilespmem>>
// CHECK: tile.gather_rows {{.*}} to %[[CODES]]{{.*}} {row_size = 16 : i64, source_stride = 32 : i64} :
// CHECK: tile.widen bf16 %[[CODES]][{{.*}}] to {{.*}} {row_size = 16 : i64, source_stride = 16 : i64}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x32xbf16>, %n: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "slices" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      row_format <"bf16", width = 32>
      plan <replicas = 1, vector_splits = 2, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x32xbf16>, tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
}

// -----

// Buckets: their distance and the lowest are written once; rows are not rounded
// again.
// CHECK: tile.input %{{.*}}, 3 {sc.buckets = #sc.quantization<buckets = 17, min = -1.000000e+00 : f32, max = 1.000000e+00 : f32>, sc.row_format
// CHECK-LABEL: tile.task @lookup_bucket(
// CHECK: tile.program @combine {
// CHECK: tile.row_fill 1.250000e-01 : f32 to %[[S:.*]][%{{.*}}], %{{.*}} : memref<2xf32
// CHECK: tile.row_fill -1.000000e+00 : f32 to %[[S]][%{{.*}}], %{{.*}} : memref<2xf32
// CHECK: tile.widen int8_affine {{.*}} scales %[[S]]
// CHECK-NOT: tile.snap

// Simulated quantization of a table with a scale of its own rounds f32 rows.
// CHECK-LABEL: tile.task @lookup_rounded(
// CHECK: tile.program @gather {
// CHECK-NOT: tile.snap
// CHECK: tile.widen int8 {{.*}} to %[[ROWS:.*]][%{{.*}}], %[[COUNT:.*]] {row_size
// CHECK: tile.snap %[[ROWS]][%{{.*}}], %[[COUNT]] low -1.000000e+00 high 1.000000e+00 buckets 17
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x32xi8>, %n: tensor<4x16xf32>, %u: tensor<64x32xi8>) -> tensor<4x16xf32> {
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "bucket" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      quantization <buckets = 17, min = -1.0 : f32, max = 1.0 : f32> row_format <"int8_affine,scale=bucket", width = 10>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %i, %g, %u, %0 table "rounded" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2
      quantization <buckets = 17, min = -1.0 : f32, max = 1.0 : f32> row_format <"int8,scale=row", width = 10>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<16xi32>, tensor<64xi32>, tensor<64x32xi8>, tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
}

// -----

// The local form gathers codes from the table itself.
// CHECK-LABEL: tile.task @lookup_local(
// CHECK-SAME: memref<2048xf8E4M3FN, #tile.space<hbm>>
// CHECK: tile.gather_rows %{{.*}} rows 64 by {{.*}} {row_size = 16 : i64, source_stride = 32 : i64} : memref<2048xf8E4M3FN
// CHECK: tile.widen fp8_e4m3 %{{.*}}[%{{.*}}] scales %{{.*}} {row_size = 16 : i64, scales_stride = 0 : i64, source_stride = 16 : i64}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x32xf8E4M3FN>, %n: tensor<4x16xf32>, %s: tensor<1xf32>) -> tensor<4x16xf32> {
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n scale %s : tensor<1xf32> table "local" sparse_cores 2 row_format <"fp8_e4m3,scale=table", width = 16>
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 64, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 0>
      : tensor<64xi32>, tensor<64x32xf8E4M3FN>, tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
}
