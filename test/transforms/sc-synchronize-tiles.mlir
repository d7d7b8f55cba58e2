// RUN: sc-opt %s -sc-synchronize-tiles | FileCheck %s

// A barrier in front of what follows a launch, and at the end; none behind an
// exchange. Awaited flags become waits, behind the barrier.
// CHECK-LABEL: tile.task @lookup(
tile.task @lookup() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  %receive = tile.alloc "receive" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer {
  // CHECK-NEXT: tile.launch @p{{$}}
  // CHECK-NEXT: tile.barrier
  // CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[END:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: scf.for %[[FLAG:.*]] = %[[FIRST]] to %[[END]] step %[[ONE]] {
  // CHECK-NEXT: tile.wait %[[FLAG]]
  // CHECK-NEXT: }
  // CHECK-NEXT: tile.launch @p{{$}}
  // CHECK-NEXT: tile.barrier
  // CHECK-NEXT: tile.all_to_all %{{.*}} to %{{.*}} count_flag 0 done_flag 4 :
  // CHECK-NOT: tile.barrier
  // CHECK: scf.for %[[FLAG:.*]] = %c4{{.*}} to %c8
  // CHECK-NEXT: tile.wait %[[FLAG]]
  // CHECK: tile.launch @p{{$}}
  // CHECK-NEXT: tile.barrier
  // CHECK-NEXT: }
  tile.sequencer {
    tile.launch @p
    tile.launch @p awaits [0, 4]
    tile.all_to_all %send to %receive count_flag 0 done_flag 4 : memref<4x16x8xf32, #tile.space<hbm>>
    tile.launch @p awaits [4, 4]
  }
  tile.program @p {
  }
}

// Several ranges are waited for one after the other; also by an exchange.
// CHECK-LABEL: tile.task @ranges(
tile.task @ranges() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 8 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  %send = tile.alloc "send" stack : memref<4x16x8xf32, #tile.space<hbm>>
  // CHECK: tile.sequencer
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c2
  // CHECK: scf.for %{{.*}} = %c5{{.*}} to %c8
  // CHECK: tile.all_to_all
  // CHECK-NEXT: }
  tile.sequencer {
    tile.all_to_all %send to %send count_flag 0 done_flag 4 awaits [0, 2, 5, 3] : memref<4x16x8xf32, #tile.space<hbm>>
  }
}

// CHECK-LABEL: tile.task @empty(
tile.task @empty() attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1>, sparse_cores = 4 : i64
} {
  // CHECK: tile.sequencer {
  // CHECK-NEXT: }
  tile.sequencer {
  }
}
