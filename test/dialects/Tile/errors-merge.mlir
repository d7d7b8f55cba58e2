// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of scatters and merges.

tile.task @scatter_rows_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op scatter_rows_c1: rows of 8 elements cannot be 4 apart}}
    tile.scatter_rows %w[%0] by %l[%0] to %table[%0] rows 16, %0 {destination_stride = 4 : i64, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @scatter_rows_c1_no_row(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "l" list : memref<8xi32, #tile.space<tilespmem>>
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op scatter_rows_c1: rows of 0 elements cannot be 0 apart}}
    tile.scatter_rows %w[%0] by %l[%0] to %table[%0] rows 16, %0 {row_size = 0 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>> to memref<16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @merge_c1_lists(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c1: num_lists and list_slots must be positive, got 0 and 8}}
    %1, %2 = tile.merge 0 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c1_slots(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c1: num_lists and list_slots must be positive, got 4 and -1}}
    %1, %2 = tile.merge 4 of -1 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c2_lists(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<tilespmem>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c2: lists must be i32 in hbm, the others i32 in tilespmem, got 'memref<4x8xi32, #tile.space<tilespmem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c2_element(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xf32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c2: lists must be i32 in hbm, the others i32 in tilespmem, got 'memref<8xf32, #tile.space<tilespmem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c2_ids(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<smem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c2: lists must be i32 in hbm, the others i32 in tilespmem, got 'memref<8xi32, #tile.space<smem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<smem>>
  }
}

// -----

tile.task @merge_c2_cursors(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<7xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c2: cursors needs two words for each of 4 lists, got 'memref<7xi32, #tile.space<tilespmem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<7xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c2_more_cursors(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<9xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c2: cursors needs two words for each of 4 lists, got 'memref<9xi32, #tile.space<tilespmem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<9xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c3(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<3xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c3: ids, slots and indices need 4 words, one for each list, got 'memref<3xi32, #tile.space<tilespmem>>'}}
    %1, %2 = tile.merge 4 of 8 %lists[%0] by %c to %i, %i, %i : memref<4x8xi32, #tile.space<hbm>>, memref<8xi32, #tile.space<tilespmem>>, memref<3xi32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @merge_c3_types(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %lists = tile.alloc "lists" stack : memref<4x8xi32, #tile.space<hbm>>
  %c = tile.alloc "c" scratch : memref<8xi32, #tile.space<tilespmem>>
  %i = tile.alloc "i" list : memref<8xi32, #tile.space<tilespmem>>
  %j = tile.alloc "j" list : memref<16xi32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op merge_c3: ids, slots and indices must have one type, got 'memref<8xi32, #tile.space<tilespmem>>', 'memref<8xi32, #tile.space<tilespmem>>' and 'memref<16xi32, #tile.space<tilespmem>>'}}
    %1, %2 = "tile.merge"(%lists, %0, %c, %i, %i, %j) {list_slots = 8 : i64, num_lists = 4 : i64} : (memref<4x8xi32, #tile.space<hbm>>, index, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>) -> (index, index)
  }
}
