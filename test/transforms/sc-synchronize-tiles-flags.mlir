// RUN: sc-opt %s -sc-synchronize-tiles | FileCheck %s

// Uses of sync flags behind a launch.

// A barrier in front of whatever uses a sync flag.
// CHECK-LABEL: tile.task @wait_behind_launch(
tile.task @wait_behind_launch() attributes {
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
    // CHECK-NEXT: tile.wait %[[ONE]]
    tile.wait %one
    // CHECK-NEXT: tile.wait %[[ONE]]
    tile.wait %one
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// CHECK-LABEL: tile.task @signal_behind_launch(
tile.task @signal_behind_launch() attributes {
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
    // CHECK-NEXT: tile.signal %[[ONE]], %[[FOUR]]
    tile.signal %one, %four
    // CHECK-NEXT: tile.signal %[[ONE]], %[[FOUR]]
    tile.signal %one, %four
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// CHECK-LABEL: tile.task @clear_flags_behind_launch(
tile.task @clear_flags_behind_launch() attributes {
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
    // CHECK-NEXT: tile.clear_flags %[[ONE]], %[[FOUR]]
    tile.clear_flags %one, %four
    // CHECK-NEXT: tile.clear_flags %[[ONE]], %[[FOUR]]
    tile.clear_flags %one, %four
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}

// CHECK-LABEL: tile.task @load_flag_behind_launch(
tile.task @load_flag_behind_launch() attributes {
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
    // CHECK-NEXT: %{{.*}} = tile.load_flag %[[ONE]]
    %value = tile.load_flag %one
    // CHECK-NEXT: %{{.*}} = tile.load_flag %[[ONE]]
    %again = tile.load_flag %one
    // CHECK-NEXT: }
  }
  tile.program @p {
  }
}
