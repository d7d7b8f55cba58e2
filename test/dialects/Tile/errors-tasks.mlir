// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of tasks, buffers and sequencers.

// expected-error @+1 {{op task_c1: per_sparse_core has 0 entries for 1 arguments}}
tile.task @task_c1(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c2: groups has 3 devices, not a multiple of devices_per_group = 2}}
tile.task @task_c2() attributes {
  devices_per_group = 2 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0, 1, 2>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c2: groups has 0 devices, not a multiple of devices_per_group = 1}}
tile.task @task_c2_empty() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c2: groups has 1 devices, not a multiple of devices_per_group = 0}}
tile.task @task_c2_positive() attributes {
  devices_per_group = 0 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c3: a task needs exactly one sequencer}}
tile.task @task_c3() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
}

// -----

// expected-error @+1 {{op task_c3: a task needs exactly one sequencer}}
tile.task @task_c3_two() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c4: argument 0 must be an hbm buffer of static shape, got 'index'}}
tile.task @task_c4(%arg0: index) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c4: argument 0 must be an hbm buffer of static shape, got 'memref<8xf32, #tile.space<host>>'}}
tile.task @task_c4_space(%arg0: memref<8xf32, #tile.space<host>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c4: argument 0 must be an hbm buffer of static shape, got 'memref<?xf32, #tile.space<hbm>>'}}
tile.task @task_c4_static(%arg0: memref<?xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c5: a task holds buffers, a sequencer and programs, not arith.constant}}
tile.task @task_c5() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = arith.constant 0 : index
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c6: sparse_cores must be positive, flags and dma_flags not negative}}
tile.task @task_c6() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 0 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c6: sparse_cores must be positive, flags and dma_flags not negative}}
tile.task @task_c6_flags() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = -1 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op task_c6: sparse_cores must be positive, flags and dma_flags not negative}}
tile.task @task_c6_dma_flags() attributes {
  devices_per_group = 1 : i64, dma_flags = -1 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

// expected-error @+1 {{op expects parent op 'tile.task'}}
tile.sequencer {
}

// -----

tile.task @launch_c1() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
    // expected-error @+1 {{op launch_c1: the task has no program @missing}}
    tile.launch @missing
  }
}

// -----

tile.task @launch_c2() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
    // expected-error @+1 {{op launch_c2: awaits has 3 numbers, not pairs of first and number}}
    tile.launch @p awaits [0, 4, 4]
  }
  tile.program @p {
  }
}

// -----

tile.task @launch_parent() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
  tile.program @p {
    // expected-error @+1 {{op expects parent op to be one of 'tile.sequencer, scf.for, scf.if'}}
    tile.launch @p
  }
}

// -----

tile.task @all_to_all_c1() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" stack : memref<4x16xf32, #tile.space<hbm>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c1: send and receive need one rank 3 type in hbm, got 'memref<4x16xf32, #tile.space<hbm>>' and 'memref<4x16xf32, #tile.space<hbm>>'}}
    tile.all_to_all %0 to %0 count_flag 0 done_flag 4 : memref<4x16xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @all_to_all_c1_space() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" scratch : memref<4x16x8xf32, #tile.space<tilespmem>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c1: send and receive need one rank 3 type in hbm}}
    tile.all_to_all %0 to %0 count_flag 0 done_flag 4 : memref<4x16x8xf32, #tile.space<tilespmem>>
  }
}

// -----

tile.task @all_to_all_c2() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %0 = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    // expected-error @+1 {{op all_to_all_c2: awaits has 1 numbers, not pairs of first and number}}
    tile.all_to_all %0 to %0 count_flag 0 done_flag 4 awaits [0] : memref<4x16x8xf32, #tile.space<hbm>>
  }
}

// -----

tile.task @axpy_indexed_c1() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %l = tile.alloc "list" list : memref<8xi32, #tile.space<tilespmem>>
  %g = tile.alloc "gains" list : memref<8xf32, #tile.space<tilespmem>>
  tile.sequencer {
  }
  tile.program @p {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{op axpy_indexed_c1: row_size must be positive, got 0}}
    tile.axpy_indexed %g[%0] by %l[%0], %g[%0] into %g, %0 {row_size = 0 : i64} : memref<8xf32, #tile.space<tilespmem>>, memref<8xi32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>>, memref<8xf32, #tile.space<tilespmem>>
  }
}
