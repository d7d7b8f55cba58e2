// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of buffers.

tile.schedule @alloc_c1 {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<8xf32>'}}
  %0 = tile.alloc "x" scratch : memref<8xf32>
}

// -----

tile.schedule @alloc_c1_other_space {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<8xf32, 1>'}}
  %0 = tile.alloc "x" scratch : memref<8xf32, 1>
}

// -----

tile.schedule @alloc_c1_dynamic {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<?xf32, #tile.space<hbm>>'}}
  %0 = tile.alloc "x" scratch : memref<?xf32, #tile.space<hbm>>
}

// -----

tile.schedule @alloc_c1_element {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<8xindex, #tile.space<hbm>>'}}
  %0 = tile.alloc "x" scratch : memref<8xindex, #tile.space<hbm>>
}

// -----

tile.schedule @alloc_c1_huge {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<70368744177665xi8, #tile.space<hbm>>'}}
  %0 = tile.alloc "x" scratch : memref<70368744177665xi8, #tile.space<hbm>>
}

// -----

tile.schedule @alloc_c1_overflow {
  // expected-error @+1 {{op alloc_c1: the buffer needs a static shape of at most 2^46 bytes, integers or floats, and a memory space of this dialect, got 'memref<4611686018427387904x4xf32, #tile.space<hbm>>'}}
  %0 = tile.alloc "x" scratch : memref<4611686018427387904x4xf32, #tile.space<hbm>>
}

// -----

tile.schedule @alloc_c2_tilespmem {
  // expected-error @+1 {{op alloc_c2: a buffer in tilespmem cannot belong to a schedule}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<tilespmem>>
}

// -----

tile.schedule @alloc_c2_spmem {
  // expected-error @+1 {{op alloc_c2: a buffer in spmem cannot belong to a schedule}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<spmem>>
}

// -----

tile.schedule @alloc_c2_smem {
  // expected-error @+1 {{op alloc_c2: a buffer in smem cannot belong to a schedule}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<smem>>
}

// -----

tile.task @alloc_c2_host() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  // expected-error @+1 {{op alloc_c2: a buffer in host cannot belong to a task}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<host>>
  tile.sequencer {
  }
}

// -----

tile.task @alloc_c2_program() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
  tile.program @p {
  // expected-error @+1 {{op alloc_c2: a buffer belongs to a schedule or a task}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<tilespmem>>
  }
}

// -----

func.func @alloc_c2_function() {
  // expected-error @+1 {{op alloc_c2: a buffer belongs to a schedule or a task}}
  %0 = tile.alloc "x" scratch : memref<8xf32, #tile.space<hbm>>
  return
}

// -----

tile.schedule @alloc_c3 {
  // expected-error @+1 {{op alloc_c3: offset, first_use and last_use come together}}
  %0 = tile.alloc "x" scratch {offset = 0 : i64} : memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @alloc_c3_lifetime {
  // expected-error @+1 {{op alloc_c3: offset, first_use and last_use come together}}
  %0 = tile.alloc "x" scratch {first_use = 0 : i64, last_use = 0 : i64} : memref<8xf32, #tile.space<hbm>>
}
