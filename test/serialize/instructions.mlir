// RUN: sc-translate --mlir-to-scx %s | sc-translate --scx-to-text - | FileCheck %s

// The record of each operation of tile programs and sequencers. Offsets in
// elements become bytes.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %rows = tile.alloc "rows" temporary at 0 live 0 to 0 : memref<512xf32, #tile.space<hbm>>
    tile.run @all(%rows) : memref<512xf32, #tile.space<hbm>>
  }
  tile.task @all(%rows: memref<256xf32, #tile.space<hbm>>) attributes {
    devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 4 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
  } {
    %send = tile.alloc "send" stack at 4096 live 0 to 0 : memref<4x8x8xf32, #tile.space<hbm>>
    %receive = tile.alloc "receive" stack at 8192 live 0 to 0 : memref<4x8x8xf32, #tile.space<hbm>>
    %pointers = tile.alloc "pointers" row_pointers at 0 live 0 to 2 : memref<8xi32, #tile.space<smem>>
    %ids = tile.alloc "ids" list at 0 live 0 to 2 : memref<16xi32, #tile.space<tilespmem>>
    %samples = tile.alloc "samples" list at 64 live 0 to 2 : memref<16xi32, #tile.space<tilespmem>>
    %gains = tile.alloc "gains" list at 128 live 0 to 2 : memref<16xf32, #tile.space<tilespmem>>
    %window = tile.alloc "window" window at 192 live 0 to 2 : memref<8x8xf32, #tile.space<tilespmem>>
    %carry = tile.alloc "carry" scratch at 640 live 0 to 2 : memref<2xi32, #tile.space<tilespmem>>
    %activations = tile.alloc "activations" activations at 512 live 0 to 2 : memref<2x8xf32, #tile.space<tilespmem>>
    // CHECK: sequencer: name "sequencer"
    // CHECK-NEXT: 0: launch program p0 "scalars"
    // CHECK-NEXT: 1: barrier
    // CHECK-NEXT: 2: all_to_all send {{b[0-9]+}} "send", receive {{b[0-9]+}} "receive", offset 512, slots 8, row_bytes 32, count_flag 0, done_flag 2
    // CHECK-NEXT: 3: wait flag 2
    tile.sequencer {
      tile.launch @scalars
      tile.barrier
      tile.all_to_all %send to %receive first_block 2 count_flag 0 done_flag 2 : memref<4x8x8xf32, #tile.space<hbm>>
      %two = arith.constant 2 : index
      tile.wait %two
    }
    // CHECK: p0: name "scalars"
    tile.program @scalars {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      // CHECK-NEXT: [[T:r[0-9]+]] = tile_id
      %t = tile.tile_id
      // CHECK-NEXT: [[S:r[0-9]+]] = sparse_core_id
      %s = tile.sparse_core_id
      // CHECK-NEXT: add lhs [[T]], rhs [[S]]
      %0 = arith.addi %t, %s : index
      // CHECK-NEXT: subtract lhs [[T]], rhs 3
      %1 = arith.subi %t, %c3 : index
      // CHECK-NEXT: multiply lhs 3, rhs [[T]]
      %2 = arith.muli %c3, %t : index
      // CHECK-NEXT: divide lhs [[T]], rhs 3
      %3 = arith.divsi %t, %c3 : index
      // CHECK-NEXT: remainder lhs [[T]], rhs 3
      %4 = arith.remsi %t, %c3 : index
      // CHECK-NEXT: minimum lhs [[T]], rhs 3
      %5 = arith.minsi %t, %c3 : index
      // CHECK-NEXT: maximum lhs [[T]], rhs 3
      %6 = arith.maxsi %t, %c3 : index
      // CHECK-NEXT: and lhs [[T]], rhs 3
      %7 = arith.andi %t, %c3 : index
      // CHECK-NEXT: or lhs [[T]], rhs 3
      %8 = arith.ori %t, %c3 : index
      // CHECK-NEXT: equal lhs [[T]], rhs 3
      %9 = arith.cmpi eq, %t, %c3 : index
      // CHECK-NEXT: not_equal lhs [[T]], rhs 3
      %10 = arith.cmpi ne, %t, %c3 : index
      // CHECK-NEXT: less lhs [[T]], rhs 3
      %11 = arith.cmpi slt, %t, %c3 : index
      // CHECK-NEXT: less_equal lhs [[T]], rhs 3
      %12 = arith.cmpi sle, %t, %c3 : index
      // CHECK-NEXT: less lhs 3, rhs [[T]]
      %13 = arith.cmpi sgt, %t, %c3 : index
      // CHECK-NEXT: [[C:r[0-9]+]] = less_equal lhs 3, rhs [[T]]
      %14 = arith.cmpi sge, %t, %c3 : index
      // CHECK-NEXT: [[N:r[0-9]+]] = load buffer {{b[0-9]+}} "pointers", index 3
      %15 = tile.load %pointers[%c3] : memref<8xi32, #tile.space<smem>>
      // CHECK-NEXT: load_flag flag 3
      %16 = tile.load_flag %c3
      // CHECK-NEXT: signal peer [[S]], flag 3, value [[N]]
      tile.signal %c3, %15 peer %s
      // CHECK-NEXT: signal peer -1, flag 3, value 1
      tile.signal %c3, %c1
      // CHECK-NEXT: fault_if condition [[C]], code 1 {{.*}}, observed [[N]], limit 3
      tile.fault_if %14 too_many_unique_ids %15 exceeds %c3
    }
    // CHECK: p1: name "streams"
    tile.program @streams {
      %zero = arith.constant 0 : index
      %eight = arith.constant 8 : index
      %one = arith.constant 1 : index
      // CHECK-NEXT: [[P:r[0-9]+]] = sparse_core_id
      %p = tile.sparse_core_id
      // CHECK-NEXT: dma source [[ROWS:b[0-9]+]] "rows", source_offset 32, destination [[WINDOW:b[0-9]+]] "window", destination_offset 0, bytes 32, peer -1, flag -1
      tile.dma %rows[%eight] to %window[%zero], %eight : memref<256xf32, #tile.space<hbm>> to memref<8x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: dma_rows source [[WINDOW]] "window", source_offset 0, source_stride 32, destination [[SEND:b[0-9]+]] "send", destination_offset 32, destination_stride 64, rows 1, row_bytes 16, peer [[P]], flag 1
      tile.dma_rows %window[%zero] to %send[%eight], %one peer %p flag %one {destination_stride = 16 : i64, row_size = 4 : i64, source_stride = 8 : i64}
          : memref<8x8xf32, #tile.space<tilespmem>> to memref<4x8x8xf32, #tile.space<hbm>>
      // CHECK-NEXT: wait_dma flag 1
      tile.wait_dma %one
      // CHECK-NEXT: gather_rows source [[ROWS]] "rows", source_offset 0, {{.*}}32, {{.*}}32, indices [[IDS:b[0-9]+]] "ids", {{.*}} 32, {{.*}}8, destination [[WINDOW]] "window", destination_offset 0, {{.*}}32, flag -1
      tile.gather_rows %rows[%zero] rows 32 by %ids[%eight] to %window[%zero], %eight {row_size = 8 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<16xi32, #tile.space<tilespmem>> to memref<8x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: gather_rows source [[ROWS]] "rows", source_offset 0, source_stride 64, {{.*}}row_bytes 32, flag 1
      tile.gather_rows %rows[%zero] rows 16 by %ids[%eight] to %window[%zero], %eight flag %one {row_size = 8 : i64, source_stride = 16 : i64}
          : memref<256xf32, #tile.space<hbm>>, memref<16xi32, #tile.space<tilespmem>> to memref<8x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: wait_dma flag 1
      tile.wait_dma %one
    }
    // CHECK: p2: name "lists"
    tile.program @lists {
      %zero = arith.constant 0 : index
      %eight = arith.constant 8 : index
      // CHECK-NEXT: [[D:r[0-9]+]] = runs {{.*}}"ids", {{.*}} 0, {{.*}} 8, {{.*}}"ids", {{.*}} 0, carry -1, carried 0, ascending 0
      %0 = tile.runs %ids[%zero], %eight : memref<16xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: runs {{.*}}"ids", {{.*}} 32, count 8, result {{b[0-9]+}} "ids", result_offset 32, carry {{b[0-9]+}} "carry", carried 8, ascending 0
      %r = tile.runs %ids[%eight], %eight carry %carry carried %eight : memref<16xi32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: select {{.*}}offset 32, count 8, lower 0, upper 8, num_samples 16, mode 0, carry {{b[0-9]+}} "carry", carried 0
      %s = tile.select slots %ids, %samples, %gains at %eight, %eight from %zero to %eight of 16 carry %carry carried %zero
          : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>, memref<2xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: select {{.*}}mode 2, carry -1, carried 0
      %f = tile.select filter %ids, %samples, %gains, %eight from %zero to %eight of 16
          : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: [[K:r[0-9]+]] = select ids {{b[0-9]+}} "ids", samples {{b[0-9]+}} "samples", gains {{b[0-9]+}} "gains", offset 0, count [[D]], lower 0, upper 8, num_samples 16, mode 1, carry -1, carried 0
      %1 = tile.select keep_ids %ids, %samples, %gains, %0 from %zero to %eight of 16
          : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: axpy_indexed accumulator {{b[0-9]+}} "activations", {{.*}}2, rows {{b[0-9]+}} "window", {{.*}}samples {{b[0-9]+}} "samples", {{.*}} 32, gains {{b[0-9]+}} "gains", {{.*}} 32, count [[K]], row_bytes 32
      tile.axpy_indexed %window[%zero] by %samples[%eight], %gains[%eight] into %activations, %1 {row_size = 8 : i64}
          : memref<8x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>, memref<2x8xf32, #tile.space<tilespmem>>
    }
  }
}
