// RUN: sc-opt %s -sc-synchronize-tiles -split-input-file -verify-diagnostics

tile.task @launch_in_a_branch_in_a_loop() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %yes = arith.constant true
    scf.for %i = %zero to %one step %one {
      scf.if %yes {
        // expected-error @+1 {{a launch or exchange inside a branch cannot be synchronized}}
        tile.launch @p
      }
    }
  }
  tile.program @p {
  }
}

// -----

tile.task @exchange_in_a_branch() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  tile.sequencer {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %yes = arith.constant true
    scf.if %yes {
      // expected-error @+1 {{a launch or exchange inside a branch cannot be synchronized}}
      tile.all_to_all %send to %send count_flag 0 done_flag 4 : memref<4x16x8xf32, #tile.space<hbm>>
    }
  }
  tile.program @p {
  }
}

// -----

tile.task @loop_in_a_branch() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  tile.sequencer {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %yes = arith.constant true
    scf.if %yes {
      scf.for %i = %zero to %one step %one {
        // expected-error @+1 {{a launch or exchange inside a branch cannot be synchronized}}
        tile.launch @p
      }
    }
  }
  tile.program @p {
  }
}
