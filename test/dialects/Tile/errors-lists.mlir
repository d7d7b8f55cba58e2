// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of exchanges, gathers and lists.

tile.task @all_to_all_c3() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" stack : memref<8x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c3: 4 blocks from block 5 on do not lie in 'memref<8x16x8xf32, #tile.space<hbm>>'}}
    tile.all_to_all %0 to %0 first_block 5 count_flag 0 done_flag 4 : memref<8x16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @all_to_all_c3_negative() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" stack : memref<8x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c3: 4 blocks from block -1 on do not lie in}}
    tile.all_to_all %0 to %0 first_block -1 count_flag 0 done_flag 4 : memref<8x16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @all_to_all_c3_few_blocks() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" stack : memref<3x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c3: 4 blocks from block 0 on do not lie in}}
    tile.all_to_all %0 to %0 count_flag 0 done_flag 4 : memref<3x16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @gather_rows_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %w = tile.alloc "window" window : memref<8x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op gather_rows_c1: rows of 8 elements cannot be 4 apart}}
    tile.gather_rows %table[%0] rows 16 by %l[%0] to %w[%0], %0 {row_size = 8 : i64, source_stride = 4 : i64} : memref<16x8xf32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>> to memref<8x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @gather_rows_c1_no_row(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %w = tile.alloc "window" window : memref<8x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op gather_rows_c1: rows of 0 elements cannot be 0 apart}}
    tile.gather_rows %table[%0] rows 16 by %l[%0] to %w[%0], %0 {row_size = 0 : i64} : memref<16x8xf32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>> to memref<8x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @runs_c1() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op runs_c1: carry needs two i32 words in tilespmem, got 'memref<8xi32, #tile.space<tilespmem>>'}}
    %1 = tile.runs %l[%0], %0 carry %l carried %0 : memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @runs_c1_element() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %c = tile.alloc "carry" scratch : memref<2xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op runs_c1: carry needs two i32 words in tilespmem, got 'memref<2xf32, #tile.space<tilespmem>>'}}
    %1 = tile.runs %l[%0], %0 carry %c carried %0 : memref<8xi32, #tile.space<tilespmem>>, memref<2xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @select_c1() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "gains" list : memref<8xf32, #tile.space<tilespmem>>
  %c = tile.alloc "carry" scratch : memref<2xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op select_c1: carry belongs to slots, not to filter}}
    %1 = tile.select filter %l, %l, %g, %0 from %0 to %0 of 8 carry %c carried %0 : memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @select_c1_space() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "gains" list : memref<8xf32, #tile.space<tilespmem>>
  %c = tile.alloc "carry" scratch : memref<2xi32, #tile.space<smem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op select_c1: carry needs two i32 words in tilespmem, got 'memref<2xi32, #tile.space<smem>>'}}
    %1 = tile.select slots %l, %l, %g, %0 from %0 to %0 of 8 carry %c carried %0 : memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<smem>>
  }
}
