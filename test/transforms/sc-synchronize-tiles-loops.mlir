// RUN: sc-opt %s -sc-synchronize-tiles | FileCheck %s

// Sequencers with loops.

// No program runs when a round of a loop begins, nor behind the loop.
// CHECK-LABEL: tile.task @launch_in_a_loop(
tile.task @launch_in_a_loop() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
    %one = arith.constant 1 : index
    // CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
    %four = arith.constant 4 : index
    // CHECK-NEXT: tile.launch @p
    tile.launch @p
    // CHECK-NEXT: tile.barrier
    // CHECK-NEXT: scf.for %{{.*}} = %[[ZERO]] to %[[FOUR]] step %[[ONE]] {
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: tile.launch @p
      tile.launch @p
      // CHECK-NEXT: tile.barrier
      // CHECK-NEXT: tile.launch @p
      tile.launch @p
      // CHECK-NEXT: tile.barrier
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: tile.launch @p
    tile.launch @p
    // CHECK-NEXT: tile.barrier
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// One barrier is enough at the ends of both loops.
// CHECK-LABEL: tile.task @nested_loops(
tile.task @nested_loops() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
    %one = arith.constant 1 : index
    // CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
    %four = arith.constant 4 : index
    // CHECK-NEXT: scf.for
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: scf.for
      scf.for %j = %zero to %four step %one {
        // CHECK-NEXT: tile.launch @p
        tile.launch @p
        // CHECK-NEXT: tile.barrier
        // CHECK-NEXT: }
      }
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// Awaited flags become waits of each round; behind an exchange there is no
// barrier.
// CHECK-LABEL: tile.task @awaits_in_a_loop(
tile.task @awaits_in_a_loop() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
    %one = arith.constant 1 : index
    // CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
    %four = arith.constant 4 : index
    // CHECK-NEXT: scf.for
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: tile.launch @p{{$}}
      tile.launch @p
      // CHECK-NEXT: tile.barrier
      // CHECK-DAG: %[[FROM:.*]] = arith.constant 2 : index
      // CHECK-DAG: %[[TO:.*]] = arith.constant 5 : index
      // CHECK: scf.for %[[FLAG:.*]] = %[[FROM]] to %[[TO]]
      // CHECK-NEXT: tile.wait %[[FLAG]]
      // CHECK-NEXT: }
      // CHECK-NEXT: tile.all_to_all %{{.*}} to %{{.*}} count_flag 0 done_flag 4 :
      tile.all_to_all %send to %send count_flag 0 done_flag 4 awaits [2, 3] : memref<4x16x8xf32, #tile.space<hbm>>
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// A loop or branch that has nothing to do with tiles needs no barrier; a loop or
// branch that uses flags does.
// CHECK-LABEL: tile.task @loops_without_steps(
tile.task @loops_without_steps() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
    %one = arith.constant 1 : index
    // CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
    %four = arith.constant 4 : index
    // CHECK-NEXT: arith.cmpi
    %yes = arith.cmpi eq, %zero, %one : index
    // CHECK-NEXT: tile.launch @p
    tile.launch @p
    // CHECK-NEXT: scf.for
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: tile.fault_if
      tile.fault_if %yes too_many_ids %i exceeds %four
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: tile.barrier
    // CHECK-NEXT: scf.for
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: tile.wait
      tile.wait %i
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: tile.launch @p
    tile.launch @p
    // CHECK-NEXT: tile.barrier
    // CHECK-NEXT: scf.if
    scf.if %yes {
      // CHECK-NEXT: tile.signal
      tile.signal %one, %four
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// Barriers that are there already.
// CHECK-LABEL: tile.task @barriers_in_place(
tile.task @barriers_in_place() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  tile.sequencer {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    %zero = arith.constant 0 : index
    // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
    %one = arith.constant 1 : index
    // CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
    %four = arith.constant 4 : index
    // CHECK-NEXT: scf.for
    scf.for %i = %zero to %four step %one {
      // CHECK-NEXT: tile.launch @p
      tile.launch @p
      // CHECK-NEXT: tile.barrier
      tile.barrier
      // CHECK-NEXT: tile.launch @p
      tile.launch @p
      // CHECK-NEXT: tile.barrier
      tile.barrier
      // CHECK-NEXT: }
    }
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}
