// RUN: sc-translate --mlir-to-scx %s -split-input-file -verify-diagnostics

// Operations of tile programs for which there is no instruction.

// unsigned_comparison
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      // expected-error @+1 {{no instruction compares unsigned numbers}}
      %0 = arith.cmpi ult, %id, %zero : index
    }
  }
}

// -----

// loop_with_results
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      // expected-error @+1 {{no instruction carries values around a loop}}
      %0 = scf.for %i = %zero to %id step %id iter_args(%x = %zero) -> index {
        scf.yield %x : index
      }
    }
  }
}

// -----

// branch_with_results
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      %c = arith.cmpi eq, %id, %zero : index
      // expected-error @+1 {{no instruction returns values from a branch}}
      %0 = scf.if %c -> index {
        scf.yield %id : index
      } else {
        scf.yield %zero : index
      }
    }
  }
}

// -----

// scalar_type
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      // expected-error @+1 {{scalars of tile programs are integers}}
      %0 = arith.constant 1.0 : f32
    }
  }
}

// -----

// no_instruction
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      // expected-error @+1 {{no instruction for this operation}}
      %0 = arith.xori %id, %zero : index
    }
  }
}

// -----

// no_instruction, in a loop
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    tile.run @t()
  }
  tile.task @t() attributes {
    devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 2 : i64
  } {
    tile.sequencer {
    }
    tile.program @p {
      %zero = arith.constant 0 : index
      %id = tile.tile_id
      scf.for %i = %zero to %id step %id {
        // expected-error @+1 {{no instruction for this operation}}
        %0 = arith.divui %id, %i : index
      }
    }
  }
}
