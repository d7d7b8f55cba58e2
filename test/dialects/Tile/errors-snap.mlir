// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of rounding to buckets.

tile.task @snap_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c1: row_size must be positive, got 0}}
    tile.snap %w[%0], %0 low -1.0 high 1.0 buckets 16 {row_size = 0 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_order(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: low must be less than high, both finite as f32, got 1.000000e+00 and -1.000000e+00}}
    tile.snap %w[%0], %0 low 1.0 high -1.0 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_equal_as_f32(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: low must be less than high, both finite as f32, got 1.000000e+00 and 1.000000e+00}}
    tile.snap %w[%0], %0 low 1.0 high 1.00000000001 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_infinite_as_f32(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: low must be less than high, both finite as f32, got -1.000000e+00 and 1.000000e+39}}
    tile.snap %w[%0], %0 low -1.0 high 1.0e39 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_nan(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: low must be less than high, both finite as f32, got nan and 1.000000e+00}}
    tile.snap %w[%0], %0 low 0x7FF8000000000000 high 1.0 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_one_bucket(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: buckets must be in [2, 16777216], got 1}}
    tile.snap %w[%0], %0 low -1.0 high 1.0 buckets 1 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @snap_c2_many_buckets(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op snap_c2: buckets must be in [2, 16777216], got 16777217}}
    tile.snap %w[%0], %0 low -1.0 high 1.0 buckets 16777217 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
  }
}
