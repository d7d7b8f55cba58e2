// RUN: sc-opt %s -convert-sparsecore-to-tile | FileCheck %s

// A lookup on one device of 2 SparseCores: P = 2, T = 16 tiles, S = 32 samples
// and 32 table rows for each SparseCore, w = 8, N = 24, U = 20. The programs
// are steps F1 to F4 of docs/Machine.md.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n
        table "user" limits <max_ids = 24, max_unique_ids = 20> sparse_cores 2
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 2,
              window_rows = 64, window_buffers = 2, list_entries = 24,
              gather_operand_bytes = 64, scratch_bytes = 1280,
              list_bytes = 288, stack_bytes = 2720>
        : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<64x8xf32>
    return %0 : tensor<64x8xf32>
  }
}

// CHECK-LABEL: tile.schedule @main
// CHECK: %[[P:.*]] = tile.alloc "arg0" argument : memref<16xi32, #tile.space<hbm>>
// CHECK: %[[I:.*]] = tile.alloc "arg1" argument : memref<64xi32, #tile.space<hbm>>
// CHECK: %[[S:.*]] = tile.alloc "arg2" argument : memref<64xi32, #tile.space<hbm>>
// CHECK: %[[G:.*]] = tile.alloc "arg3" argument : memref<64xf32, #tile.space<hbm>>
// CHECK: %[[T:.*]] = tile.alloc "arg4" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: %[[N:.*]] = tile.alloc "arg5" argument : memref<64x8xf32, #tile.space<hbm>>
// CHECK: %[[R:.*]] = tile.alloc "temporary0" temporary : memref<64x8xf32, #tile.space<hbm>>
// CHECK-NEXT: tile.run @lookup_user(%[[P]], %[[I]], %[[S]], %[[G]], %[[T]], %[[N]], %[[R]])

// Each SparseCore sees its slice. Flags 0 and 1 count the ids of a source, 2
// and 3 say that rows are here.
// CHECK-LABEL: tile.task @lookup_user(
// CHECK-SAME: %[[P:[a-z0-9]+]]: memref<8xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[I:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<32xi32, #tile.space<hbm>>,
// CHECK-SAME: %[[G:[a-z0-9]+]]: memref<32xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[T:[a-z0-9]+]]: memref<256xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[N:[a-z0-9]+]]: memref<256xf32, #tile.space<hbm>>,
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<256xf32, #tile.space<hbm>>)
// CHECK-SAME: devices_per_group = 1
// CHECK-SAME: flags = 4
// CHECK-SAME: groups = array<i64: 0>
// CHECK-SAME: lookup = {gather_operand_bytes = 64 : i64, list_bytes = 288 : i64, list_entries = 24 : i64, max_ids = 24 : i64, max_unique_ids = 20 : i64, replicas = 1 : i64, row_streaming = 0 : i64, sample_splits = 1 : i64, samples = 32 : i64, scratch_bytes = 1280 : i64, serialized = 0 : i64, sparse_cores = 2 : i64, stack_bytes = 2720 : i64, table = "user", table_rows = 32 : i64, vector_splits = 1 : i64, width = 8 : i64, window_buffers = 2 : i64, window_rows = 64 : i64}
// CHECK-SAME: per_sparse_core = array<i1: true, true, true, true, true, true, true>, sparse_cores = 2
// CHECK: %[[IDS:.*]] = tile.alloc "ids" stack : memref<2x20xi32, #tile.space<hbm>>
// CHECK: %[[SEND:.*]] = tile.alloc "send" stack : memref<2x20x8xf32, #tile.space<hbm>>
// CHECK: %[[RECEIVE:.*]] = tile.alloc "receive" stack : memref<2x20x8xf32, #tile.space<hbm>>

// F1: tile t asks owners t, t + 16, ... for the distinct ids of its partition.
// CHECK: %[[PTRS:.*]] = tile.alloc "request.row_pointers" row_pointers : memref<8xi32, #tile.space<smem>>
// CHECK: %[[LIST:.*]] = tile.alloc "request.ids" list : memref<24xi32, #tile.space<tilespmem>>
// CHECK: tile.program @request
// CHECK: %[[ME:.*]] = tile.sparse_core_id
// CHECK: %[[TILE:.*]] = tile.tile_id
// CHECK: tile.dma_rows %[[P]][%{{.*}}] to %[[PTRS]][
// CHECK-DAG: %[[TILES:.*]] = arith.constant 16
// CHECK-DAG: %[[CORES:.*]] = arith.constant 2
// CHECK: scf.for %[[OWNER:.*]] = %[[TILE]] to %[[CORES]] step %[[TILES]]
// The partition ends at its pointer and starts at the previous one, rounded up
// to 8.
// CHECK: %[[END:.*]] = tile.load %[[PTRS]][%[[OWNER]]]
// CHECK: %[[PREVIOUS:.*]] = tile.load %[[PTRS]][
// CHECK: %[[FACTOR:.*]] = arith.minsi %[[OWNER]],
// CHECK: arith.addi %[[PREVIOUS]], %c7
// CHECK: arith.divsi %{{.*}}, %c8
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %[[FACTOR]]
// CHECK: %[[CAPACITY:.*]] = arith.constant 32
// CHECK: tile.fault_if %{{.*}} row_pointer_past_end %[[END]] exceeds %[[CAPACITY]]
// CHECK: tile.fault_if %{{.*}} row_pointers_descend %[[START]] exceeds %[[END]]
// CHECK: %[[COUNT:.*]] = arith.subi %[[END]], %[[START]]
// CHECK: %[[MAX_IDS:.*]] = arith.constant 24
// CHECK: tile.fault_if %{{.*}} too_many_ids %[[COUNT]] exceeds %[[MAX_IDS]]
// CHECK: tile.dma %[[I]][%[[START]]] to %[[LIST]][%{{.*}}], %[[COUNT]]
// CHECK: %[[DISTINCT:.*]] = tile.runs %[[LIST]][%{{.*}}], %[[COUNT]]
// CHECK: %[[MAX_UNIQUE:.*]] = arith.constant 20
// CHECK: tile.fault_if %{{.*}} too_many_unique_ids %[[DISTINCT]] exceeds %[[MAX_UNIQUE]]
// Slot `me` of the owner's ids takes them; its flag `me` their number plus one.
// CHECK: %[[SLOT:.*]] = arith.muli %[[ME]], %c20
// CHECK: tile.dma_rows %[[LIST]][%{{.*}}] to %[[IDS]][%[[SLOT]]], %[[DISTINCT]] peer %[[OWNER]] {{.*}}row_size = 1
// CHECK: %[[VALUE:.*]] = arith.addi %[[DISTINCT]],
// CHECK: tile.signal %[[ME]], %[[VALUE]] peer %[[OWNER]]

// F2: each tile takes an equal share of the ids that each source asked for, at
// most 2, loads them at once and gathers their rows in windows.
// CHECK: %[[SLOTS:.*]] = tile.alloc "gather.ids" list : memref<2xi32, #tile.space<tilespmem>>
// CHECK: %[[WINDOW:.*]] = tile.alloc "gather.rows" window : memref<64x8xf32, #tile.space<tilespmem>>
// CHECK: tile.program @gather
// CHECK: %[[TILE:.*]] = tile.tile_id
// CHECK: scf.for %[[SOURCE:.*]] =
// CHECK: %[[FLAG:.*]] = tile.load_flag %[[SOURCE]]
// CHECK: %[[ROWS:.*]] = arith.subi %[[FLAG]],
// CHECK: %[[SHARE:.*]] = arith.divsi %{{.*}}, %c16
// CHECK: arith.muli %[[TILE]], %[[SHARE]]
// CHECK: %[[LOWER:.*]] = arith.minsi %{{.*}}, %[[ROWS]]
// CHECK: arith.addi %[[LOWER]], %[[SHARE]]
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %[[ROWS]]
// CHECK: %[[SLOT:.*]] = arith.muli %[[SOURCE]], %c20
// CHECK: %[[FROM:.*]] = arith.addi %[[SLOT]], %[[LOWER]]
// CHECK: %[[MINE:.*]] = arith.subi %[[UPPER]], %[[LOWER]]
// CHECK: tile.dma_rows %[[IDS]][%[[FROM]]] to %[[SLOTS]][%c0{{[^ ]*}}], %[[MINE]] {{.*}}row_size = 1
// CHECK: scf.for %[[FIRST:.*]] = %c0{{[^ ]*}} to %[[MINE]] step %c64
// CHECK: %[[LEFT:.*]] = arith.subi %[[MINE]], %[[FIRST]]
// CHECK: %[[NUMBER:.*]] = arith.minsi %[[LEFT]], %c64
// CHECK-NOT: tile.dma_rows
// CHECK: tile.gather_rows %[[T]][%{{.*}}] rows 32 by %[[SLOTS]][%[[FIRST]]] to %[[WINDOW]][%{{.*}}], %[[NUMBER]] {row_size = 8
// CHECK: %[[AT:.*]] = arith.addi %[[FROM]], %[[FIRST]]
// CHECK: %[[TO:.*]] = arith.muli %[[AT]], %c8
// CHECK: tile.dma_rows %[[WINDOW]][%{{.*}}] to %[[SEND]][%[[TO]]], %[[NUMBER]]
// CHECK: {tile.windows = 2

// F4: tile t owns samples 2t and 2t + 1 and adds the rows of each partition.
// CHECK: %[[PTRS:.*]] = tile.alloc "combine.row_pointers"
// CHECK: %[[CIDS:.*]] = tile.alloc "combine.ids" list : memref<24xi32
// CHECK: %[[CSAMPLES:.*]] = tile.alloc "combine.samples" list : memref<24xi32
// CHECK: %[[CGAINS:.*]] = tile.alloc "combine.gains" list : memref<24xf32
// CHECK: %[[ACTIVATIONS:.*]] = tile.alloc "combine.activations" activations : memref<2x8xf32
// CHECK: %[[WINDOW:.*]] = tile.alloc "combine.rows" window : memref<64x8xf32
// CHECK: tile.program @combine
// CHECK: %[[LOWER:.*]] = arith.minsi %{{.*}}, %[[ALL:.*]] : index
// CHECK: %[[UPPER:.*]] = arith.minsi %{{.*}}, %[[ALL]] : index
// CHECK: %[[OWNS:.*]] = arith.cmpi slt, %[[LOWER]], %[[UPPER]]
// CHECK: scf.if %[[OWNS]]
// CHECK: %[[COUNT:.*]] = arith.subi %[[UPPER]], %[[LOWER]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[LOWER]], %c8
// CHECK: tile.dma_rows %[[N]][%[[FIRST]]] to %[[ACTIVATIONS]][%{{.*}}], %[[COUNT]]
// CHECK: scf.for %[[PARTITION:.*]] =
// CHECK: tile.load %[[PTRS]][%[[PARTITION]]]
// CHECK: tile.dma %[[I]][%[[START:.*]]] to %[[CIDS]][%{{.*}}], %[[ENTRIES:.*]] :
// CHECK: tile.dma %[[S]][%[[START]]] to %[[CSAMPLES]][%{{.*}}], %[[ENTRIES]]
// CHECK: tile.dma %[[G]][%[[START]]] to %[[CGAINS]][%{{.*}}], %[[ENTRIES]]
// CHECK: %[[KEPT:.*]] = tile.select slots %[[CIDS]], %[[CSAMPLES]], %[[CGAINS]], %[[ENTRIES]] from %[[LOWER]] to %[[UPPER]] of 32
// CHECK: %[[BASE:.*]] = arith.muli %[[PARTITION]], %c160
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %[[KEPT]] step
// CHECK: tile.gather_rows %[[RECEIVE]][%[[BASE]]] rows 20 by %[[CIDS]][%[[AT]]] to %[[WINDOW]]
// CHECK: tile.axpy_indexed %[[WINDOW]][%{{.*}}] by %[[CSAMPLES]][%[[AT]]], %[[CGAINS]][%[[AT]]] into %[[ACTIVATIONS]]
// CHECK: tile.dma_rows %[[ACTIVATIONS]][%{{.*}}] to %[[R]][%[[FIRST]]], %[[COUNT]]

// F3 is the exchange between gather and combine.
// CHECK: tile.sequencer
// CHECK-NEXT: tile.launch @request
// CHECK-NEXT: tile.launch @gather awaits [0, 2]
// CHECK-NEXT: tile.all_to_all %[[SEND]] to %[[RECEIVE]] count_flag 0 done_flag 2
// CHECK-NEXT: tile.launch @combine awaits [2, 2]
