// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of sums, fills and folds.

tile.task @segment_sum_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %r = tile.alloc "r" window : memref<4x8xf32, #tile.space<tilespmem>>
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op segment_sum_c1: row_size must be positive, got 0}}
    tile.segment_sum %r[%0] by %l gains %g at %0, %0 into %s[%0] first %0 {row_size = 0 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>> gains memref<8xf32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @segment_sum_c2_rows(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %r = tile.alloc "r" window : memref<4x8xf32, #tile.space<hbm>>
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op segment_sum_c2: rows must be in tilespmem or spmem, got 'memref<4x8xf32, #tile.space<hbm>>'}}
    tile.segment_sum %r[%0] by %l gains %g at %0, %0 into %s[%0] first %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>> gains memref<8xf32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @segment_sum_c2_slots(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %r = tile.alloc "r" window : memref<4x8xf32, #tile.space<tilespmem>>
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<smem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op segment_sum_c2: a buffer must be in tilespmem, got 'memref<8xi32, #tile.space<smem>>'}}
    tile.segment_sum %r[%0] by %l gains %g at %0, %0 into %s[%0] first %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<smem>> gains memref<8xf32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @segment_sum_c2_gains(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %r = tile.alloc "r" window : memref<4x8xf32, #tile.space<tilespmem>>
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<smem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op segment_sum_c2: a buffer must be in tilespmem, got 'memref<8xf32, #tile.space<smem>>'}}
    tile.segment_sum %r[%0] by %l gains %g at %0, %0 into %s[%0] first %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>> gains memref<8xf32, #tile.space<smem>> into memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @segment_sum_c2_result(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %r = tile.alloc "r" window : memref<4x8xf32, #tile.space<tilespmem>>
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<spmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op segment_sum_c2: a buffer must be in tilespmem, got 'memref<4x8xf32, #tile.space<spmem>>'}}
    tile.segment_sum %r[%0] by %l gains %g at %0, %0 into %s[%0] first %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>> gains memref<8xf32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<spmem>>
  }
}

// -----

tile.task @row_fill_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op row_fill_c1: an f32 or i32 goes to a buffer of either in tilespmem, got 1 : i16 and 'memref<4x8xf32, #tile.space<tilespmem>>'}}
    tile.row_fill 1 : i16 to %w[%0], %0 : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @row_fill_c1_width(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4xf64, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op row_fill_c1: an f32 or i32 goes to a buffer of either in tilespmem, got 1.000000e+00 : f64 and 'memref<4xf64, #tile.space<tilespmem>>'}}
    tile.row_fill 1.0 : f64 to %w[%0], %0 : memref<4xf64, #tile.space<tilespmem>>
  }
}

// -----

tile.task @row_fill_c1_space(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op row_fill_c1: an f32 or i32 goes to a buffer of either in tilespmem, got 1.000000e+00 : f32 and 'memref<16x8xf32, #tile.space<hbm>>'}}
    tile.row_fill 1.0 : f32 to %table[%0], %0 : memref<16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @reduce_row_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %i = tile.alloc "i" scratch : memref<8xf32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op reduce_row_c1: row_size must be positive, got -8}}
    tile.reduce_row add %w[%0] init %i[%0] to %g[%0], %0 {row_size = -8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>> to memref<8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @reduce_row_c2(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %i = tile.alloc "i" scratch : memref<8xf32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op reduce_row_c2: subtract cannot fold a row}}
    tile.reduce_row subtract %w[%0] init %i[%0] to %g[%0], %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>> to memref<8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @reduce_row_c2_select(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %i = tile.alloc "i" scratch : memref<8xf32, #tile.space<tilespmem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op reduce_row_c2: select cannot fold a row}}
    tile.reduce_row select %w[%0] init %i[%0] to %g[%0], %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>> to memref<8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @reduce_row_c3(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %i = tile.alloc "i" scratch : memref<8xf32, #tile.space<smem>>
  %g = tile.alloc "g" list : memref<8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op reduce_row_c3: a buffer must be in tilespmem, got 'memref<8xf32, #tile.space<smem>>'}}
    tile.reduce_row add %w[%0] init %i[%0] to %g[%0], %0 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<smem>> to memref<8xf32, #tile.space<tilespmem>>
  }
}
