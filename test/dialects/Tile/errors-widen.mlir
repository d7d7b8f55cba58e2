// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of widening rows.

tile.task @widen_c1_row_size(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c1: row_size must be positive, got 0}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 0 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c1_source_stride(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c1: strides must not be negative, got -4}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = -4 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c1_scales_stride(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c1: strides must not be negative, got -1}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = -1 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c2_int8(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c2: int8 needs scales}}
    tile.widen int8 %c[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c2_int8_affine(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c2: int8_affine needs scales}}
    tile.widen int8_affine %c[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c2_bf16(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xbf16, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c2: bf16 has no scales}}
    tile.widen bf16 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xbf16, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_source_space(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" stack : memref<4x16xi8, #tile.space<hbm>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: a buffer must be in tilespmem, got 'memref<4x16xi8, #tile.space<hbm>>'}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<hbm>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_scales_space(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<spmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: a buffer must be in tilespmem, got 'memref<1xf32, #tile.space<spmem>>'}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<spmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_destination_space(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" activations : memref<4x8xf32, #tile.space<spmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: a buffer must be in tilespmem, got 'memref<4x8xf32, #tile.space<spmem>>'}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<spmem>>
  }
}

// -----

tile.task @widen_c3_source_type(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: the source of fp8_e4m3 must have elements of 'f8E4M3FN', got 'memref<4x16xi8, #tile.space<tilespmem>>'}}
    tile.widen fp8_e4m3 %c[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_fp8_type(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xf8E4M3FN, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: the source of fp8_e5m2 must have elements of 'f8E5M2', got 'memref<4x16xf8E4M3FN, #tile.space<tilespmem>>'}}
    tile.widen fp8_e5m2 %c[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xf8E4M3FN, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_int8_type(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xbf16, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: the source of int8_affine must have elements of 'i8', got 'memref<4x16xbf16, #tile.space<tilespmem>>'}}
    tile.widen int8_affine %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xbf16, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_destination_type(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: the destination must be f32, got 'memref<4x8xi32, #tile.space<tilespmem>>'}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c3_scales_type(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<4xi32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c3: scales must be f32 or the source, got 'memref<4xi32, #tile.space<tilespmem>>'}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<4xi32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c4_no_stride(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xi8, #tile.space<tilespmem>>
  %s = tile.alloc "s" scratch : memref<1xf32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c4: scales, their offset and scales_stride come together}}
    tile.widen int8 %c[%0] scales %s[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 16 : i64} : memref<4x16xi8, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @widen_c4_no_scales(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %c = tile.alloc "c" window : memref<4x16xbf16, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op widen_c4: scales, their offset and scales_stride come together}}
    tile.widen bf16 %c[%0] to %w[%0], %0 {row_size = 8 : i64, scales_stride = 0 : i64, source_stride = 16 : i64} : memref<4x16xbf16, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}
