// RUN: sc-translate --mlir-to-scx %s -split-input-file -verify-diagnostics

// What a module, its buffers and its schedule must have. What a file must hold
// beyond that is checked when it is read.

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module {
}

// -----

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module attributes {sc.target = #sc.target<"v1", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// expected-error @+1 {{expected one tile.schedule}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// expected-error @+1 {{expected one tile.schedule}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @a {
  }
  tile.schedule @b {
  }
}

// -----

// not_placed
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    // expected-error @+1 {{the buffer has no place: run sc-place-buffers first}}
    %0 = tile.alloc "a" argument : memref<8xf32, #tile.space<host>>
  }
}

// -----

// not_placed, in a task
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    // expected-error @+1 {{the buffer has no place: run sc-place-buffers first}}
    %0 = tile.alloc "a" list : memref<8xi32, #tile.space<tilespmem>>
    tile.sequencer {
    }
  }
}

// -----

// element_type
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    // expected-error @+1 {{element type 'i16' cannot be stored in an executable}}
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xi16, #tile.space<host>>
  }
}

// -----

// element_type, of a float
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    // expected-error @+1 {{element type 'f8E3M4' cannot be stored in an executable}}
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xf8E3M4, #tile.space<host>>
  }
}

// -----

// position_past_the_end
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xf32, #tile.space<host>>
    // expected-error @+1 {{position 1 is not one of the 1}}
    tile.input %0, 1 : memref<8xf32, #tile.space<host>>
  }
}

// -----

// position_negative
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xf32, #tile.space<host>>
    // expected-error @+1 {{position -1 is not one of the 1}}
    tile.output %0, -1 : memref<8xf32, #tile.space<host>>
  }
}

// -----

// position_huge
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xf32, #tile.space<host>>
    // expected-error @+1 {{position 4611686018427387904 is not one of the 1}}
    tile.input %0, 4611686018427387904 : memref<8xf32, #tile.space<host>>
  }
}

// -----

// position_twice
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<8xf32, #tile.space<host>>
    tile.input %0, 0 : memref<8xf32, #tile.space<host>>
    // expected-error @+1 {{position 0 is taken twice}}
    tile.input %0, 0 : memref<8xf32, #tile.space<host>>
  }
}

// -----

// no_step
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    // expected-error @+1 {{no step of a host schedule}}
    %0 = arith.constant 0 : index
  }
}

// -----

// constant_data
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" temporary at 0 live 0 to 0 : memref<8xf32, #tile.space<hbm>>
    // expected-error @+1 {{the data of the constant is not dense}}
    tile.constant dense_resource<missing> : tensor<8xf32> to %0 : memref<8xf32, #tile.space<hbm>>
  }
}

// -----

// runs_twice
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
    // expected-error @+1 {{task @t runs more than once}}
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
  }
}

// -----

// scale_input
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %0 = tile.alloc "a" argument at 0 live 0 to 0 : memref<4x32xi8, #tile.space<host>>
    // expected-error @+1 {{sc.scale_input 1 is not one of the 1 inputs}}
    tile.input %0, 0 {sc.row_format = #sc.row_format<"int8", width = 8>, sc.scale_input = 1 : i64} : memref<4x32xi8, #tile.space<host>>
  }
}
