// RUN: sc-opt %s -sc-place-buffers -split-input-file -verify-diagnostics

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module {
}

// -----

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module attributes {sc.target = #sc.target<"v1", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// 262144 bytes of TileSpmem.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @tilespmem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // expected-error @+2 {{'memref.alloca' op current allocation offset upper bound (65536 words) exceeds the legitimate user allocatable offset upper bound (65535 words) in memory space 201 when allocating 65537 words.}}
    // expected-note @+1 {{needed 262148 bytes, capacity 262144 bytes, short by 4 bytes}}
    %0 = tile.alloc "window" window : memref<65537xf32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @tilespmem_together() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    %b = tile.alloc "b" list : memref<32769xi32, #tile.space<tilespmem>>
    // expected-error @+2 {{current allocation offset upper bound (65536 words) exceeds the legitimate user allocatable offset upper bound (65535 words) in memory space 201 when allocating 32768 words.}}
    // expected-note @+1 {{needed 262148 bytes, capacity 262144 bytes, short by 4 bytes}}
    %a = tile.alloc "a" list : memref<32768xi32, #tile.space<tilespmem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

// 32768 bytes of Smem.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.task @smem() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // expected-error @+2 {{Smem: buffer 'pointers' of 32772 bytes does not fit beside 0 live bytes, capacity is 32768}}
    // expected-note @+1 {{needed 32772 bytes, capacity 32768 bytes, short by 4 bytes}}
    %0 = tile.alloc "pointers" row_pointers : memref<8193xi32, #tile.space<smem>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

// The usable part of HBM.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @hbm {
    // expected-error @+2 {{Ran out of memory in memory space hbm. Used 32.00G of 31.25G hbm. Exceeded hbm capacity by 0.75G.}}
    // expected-note @+1 {{needed 34359738368 bytes, capacity 33554432000 bytes, short by 805306368 bytes}}
    %0 = tile.alloc "table" argument : memref<8589934592xf32, #tile.space<hbm>>
  }
}

// -----

// The stacks of both SparseCores.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @stack {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // expected-error @+2 {{Ran out of memory in memory space hbm. Used 32.00G of 31.25G hbm. Exceeded hbm capacity by 0.75G.}}
    // expected-note @+1 {{needed 34359738368 bytes, capacity 33554432000 bytes, short by 805306368 bytes}}
    %0 = tile.alloc "stack" stack : memref<4294967296xf32, #tile.space<hbm>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

// A size that no number holds.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @overflow {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 1099511627776 : i64
  } {
    // expected-error @+1 {{HBM of a device: buffer 'stack' makes the sum of all sizes exceed 64 bits}}
    %0 = tile.alloc "stack" stack : memref<4294967296xf32, #tile.space<hbm>>
    tile.sequencer {
    }
    tile.program @p {
    }
  }
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @host {
    %0 = tile.alloc "a" argument : memref<17592186044416xf32, #tile.space<host>>
    // expected-error @+2 {{host memory: buffer 'b' of 4 bytes does not fit beside 70368744177664 live bytes, capacity is 70368744177664}}
    // expected-note @+1 {{needed 70368744177668 bytes, capacity 70368744177664 bytes, short by 4 bytes}}
    %1 = tile.alloc "b" argument : memref<1xf32, #tile.space<host>>
  }
}
