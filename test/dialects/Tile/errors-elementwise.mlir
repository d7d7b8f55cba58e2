// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of functions of rows.

tile.task @elementwise_c1(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c1: row_size must be positive, got 0}}
    tile.elementwise add(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0, 0>, row_size = 0 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_few(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: operands of add: 2 needed, 1 there, 1 in broadcast}}
    tile.elementwise add(%w[%0]) to %s[%0], %0 {broadcast = array<i64: 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_many(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: operands of sqrt: 1 needed, 2 there, 1 in broadcast}}
    tile.elementwise sqrt(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_select(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: operands of select: 3 needed, 2 there, 3 in broadcast}}
    tile.elementwise select(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0, 0, 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_broadcast(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: operands of add: 2 needed, 2 there, 1 in broadcast}}
    tile.elementwise add(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_large(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: entries of broadcast must be in [0, 3], got 4}}
    tile.elementwise add(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0, 4>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c2_negative(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: entries of broadcast must be in [0, 3], got -1}}
    tile.elementwise add(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: -1, 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @elementwise_c3(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  %s = tile.alloc "s" window : memref<4x8xf32, #tile.space<spmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c3: a buffer must be in tilespmem, got 'memref<4x8xf32, #tile.space<spmem>>'}}
    tile.elementwise add(%w[%0], %w[%0]) to %s[%0], %0 {broadcast = array<i64: 0, 0>, row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<spmem>>
  }
}

// -----

tile.task @elementwise_c2_no_offset(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: a buffer and its offset come together, b in front of c}}
    "tile.elementwise"(%w, %0, %w, %w, %0, %0) {broadcast = array<i64: 0, 0>, function = #tile<row_function add>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 1, 1>, row_size = 8 : i64} : (memref<4x8xf32, #tile.space<tilespmem>>, index, memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>, index, index) -> ()
  }
}

// -----

tile.task @elementwise_c2_c_alone(%table: memref<16x8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  %w = tile.alloc "w" window : memref<4x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op elementwise_c2: a buffer and its offset come together, b in front of c}}
    "tile.elementwise"(%w, %0, %w, %0, %w, %0, %0) {broadcast = array<i64: 0, 0>, function = #tile<row_function add>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1, 1, 1, 1>, row_size = 8 : i64} : (memref<4x8xf32, #tile.space<tilespmem>>, index, memref<4x8xf32, #tile.space<tilespmem>>, index, memref<4x8xf32, #tile.space<tilespmem>>, index, index) -> ()
  }
}
