// RUN: sc-translate --mlir-to-scx %s | sc-translate --scx-to-text - | FileCheck %s

// The records of what updates of tables need. Numbers become the bits of a 32-bit
// word; `broadcast` becomes two bits for each operand: one row that stands for
// all, one word that stands for its row.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %rows = tile.alloc "rows" temporary at 0 live 0 to 0 : memref<512xf32, #tile.space<hbm>>
    tile.run @all(%rows) : memref<512xf32, #tile.space<hbm>>
  }
  tile.task @all(%rows: memref<256xf32, #tile.space<hbm>>) attributes {
    devices_per_group = 1 : i64, dma_flags = 2 : i64, flags = 4 : i64,
    groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
  } {
    %received = tile.alloc "received" stack at 4096 live 0 to 0 : memref<2x8xi32, #tile.space<hbm>>
    %gradients = tile.alloc "gradients" activations at 0 live 0 to 3 : memref<16x8xf32, #tile.space<spmem>>
    %ids = tile.alloc "ids" list at 0 live 0 to 3 : memref<16xi32, #tile.space<tilespmem>>
    %slots = tile.alloc "slots" list at 64 live 0 to 3 : memref<16xi32, #tile.space<tilespmem>>
    %gains = tile.alloc "gains" list at 128 live 0 to 3 : memref<16xf32, #tile.space<tilespmem>>
    %a = tile.alloc "a" window at 192 live 0 to 3 : memref<4x8xf32, #tile.space<tilespmem>>
    %b = tile.alloc "b" window at 320 live 0 to 3 : memref<4x8xf32, #tile.space<tilespmem>>
    %flags = tile.alloc "flags" window at 448 live 0 to 3 : memref<4x8xi32, #tile.space<tilespmem>>
    %indices = tile.alloc "indices" list at 576 live 0 to 3 : memref<16xi32, #tile.space<tilespmem>>
    %cursors = tile.alloc "cursors" scratch at 640 live 0 to 3 : memref<2x2xi32, #tile.space<tilespmem>>
    %words = tile.alloc "words" scratch at 656 live 0 to 3 : memref<4xf32, #tile.space<tilespmem>>
    %word = tile.alloc "word" scratch at 672 live 0 to 3 : memref<1xf32, #tile.space<tilespmem>>
    %codes = tile.alloc "codes" window at 704 live 4 to 4 : memref<4x12xi8, #tile.space<tilespmem>>
    %halves = tile.alloc "halves" window at 768 live 4 to 4 : memref<4x16xbf16, #tile.space<tilespmem>>
    %scales = tile.alloc "scales" scratch at 896 live 4 to 4 : memref<4xf32, #tile.space<tilespmem>>
    %widened = tile.alloc "widened" window at 928 live 4 to 4 : memref<4x8xf32, #tile.space<tilespmem>>
    // CHECK: "gradients" {{.*}}spmem
    // CHECK: sequencer: name "sequencer"
    // CHECK-NEXT: 0: clear_flags flag 1, count 3
    tile.sequencer {
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      tile.clear_flags %one, %three
    }
    // CHECK: p0: name "lists"
    tile.program @lists {
      %zero = arith.constant 0 : index
      %three = arith.constant 3 : index
      %eight = arith.constant 8 : index
      // CHECK-NEXT: [[T:r[0-9]+]] = tile_id
      %t = tile.tile_id
      // CHECK-NEXT: store buffer {{b[0-9]+}} "cursors", index 3, value [[T]]
      tile.store %t to %cursors[%three] : memref<2x2xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: [[COUNT:r[0-9]+]]{{ =|,}} [[DISTINCT:r[0-9]+]] = merge lists {{b[0-9]+}} "received", lists_offset 32, list_slots 8, num_lists 2, cursors {{b[0-9]+}} "cursors", ids {{b[0-9]+}} "ids", slots {{b[0-9]+}} "slots", indices {{b[0-9]+}} "indices", capacity 16
      %count, %distinct = tile.merge 2 of 8 %received[%eight] by %cursors to %ids, %slots, %indices
          : memref<2x8xi32, #tile.space<hbm>>, memref<2x2xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: runs {{.*}}"ids", ids_offset 0, count [[COUNT]], result {{b[0-9]+}} "ids", result_offset 0, carry -1, carried 0, ascending 1
      %0 = tile.runs ascending %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: sort ids {{b[0-9]+}} "ids", samples {{b[0-9]+}} "slots", gains {{b[0-9]+}} "gains", offset 32, count [[DISTINCT]]
      tile.sort %ids, %slots, %gains at %eight, %distinct
          : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: [[AT:r[0-9]+]] = lower_bound ids {{b[0-9]+}} "received", ids_offset 32, count 3, value [[T]]
      %1 = tile.lower_bound %t in %received[%eight], %three : memref<2x8xi32, #tile.space<hbm>>
      // CHECK-NEXT: lower_bound ids {{b[0-9]+}} "ids", ids_offset 0, count 8, value [[AT]]
      %2 = tile.lower_bound %1 in %ids[%zero], %eight : memref<16xi32, #tile.space<tilespmem>>
    }
    // CHECK: p1: name "streams"
    tile.program @streams {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      %eight = arith.constant 8 : index
      // CHECK-NEXT: scatter_rows source {{b[0-9]+}} "a", source_offset 32, indices {{b[0-9]+}} "ids", indices_offset 16, count 1, destination {{b[0-9]+}} "rows", destination_offset 0, destination_stride 32, destination_rows 32, row_bytes 32, flag -1
      tile.scatter_rows %a[%eight] by %ids[%four] to %rows[%zero] rows 32, %one {row_size = 8 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
      // CHECK-NEXT: scatter_rows source {{b[0-9]+}} "a", {{.*}}destination_offset 32, destination_stride 64, destination_rows 15, row_bytes 16, flag 1
      tile.scatter_rows %a[%zero] by %ids[%zero] to %rows[%eight] rows 15, %four flag %one {destination_stride = 16 : i64, row_size = 4 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> to memref<256xf32, #tile.space<hbm>>
      // CHECK-NEXT: wait_dma flag 1
      tile.wait_dma %one
    }
    // CHECK: p2: name "sums"
    tile.program @sums {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      %eight = arith.constant 8 : index
      // CHECK-NEXT: segment_sum result {{b[0-9]+}} "a", result_offset 32, first 1, rows {{b[0-9]+}} "gradients", rows_offset 0, slots {{b[0-9]+}} "slots", indices {{b[0-9]+}} "indices", gains {{b[0-9]+}} "gains", entries_offset 16, count 8, row_bytes 32
      tile.segment_sum %gradients[%zero] by %slots indices %indices gains %gains at %four, %eight into %a[%eight] first %one {row_size = 8 : i64}
          : memref<16x8xf32, #tile.space<spmem>>, memref<16xi32, #tile.space<tilespmem>> indices memref<16xi32, #tile.space<tilespmem>> gains memref<16xf32, #tile.space<tilespmem>>
          into memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: segment_sum result {{b[0-9]+}} "a", result_offset 0, first 0, rows {{b[0-9]+}} "b", rows_offset 32, slots {{b[0-9]+}} "slots", indices -1, gains -1, entries_offset 0, count 1, row_bytes 32
      tile.segment_sum %b[%eight] by %slots at %zero, %one into %a[%zero] first %zero {row_size = 8 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>> into memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: reduce_row function {{.*}}add{{.*}}, result {{b[0-9]+}} "words", result_offset 4, rows {{b[0-9]+}} "a", rows_offset 32, init {{b[0-9]+}} "word", init_offset 0, count 1, row_bytes 32
      tile.reduce_row add %a[%eight] init %word[%zero] to %words[%one], %one {row_size = 8 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>> to memref<4xf32, #tile.space<tilespmem>>
    }
    // CHECK: p3: name "functions"
    tile.program @functions {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      %eight = arith.constant 8 : index
      // CHECK-NEXT: fill destination {{b[0-9]+}} "a", destination_offset 16, count 8, word 1056964608
      tile.row_fill 0.5 : f32 to %a[%four], %eight : memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: fill destination {{b[0-9]+}} "a", destination_offset 0, count 8, word -1082130432
      tile.row_fill -1.0 : f32 to %a[%zero], %eight : memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: fill destination {{b[0-9]+}} "flags", destination_offset 0, count 8, word -7
      tile.row_fill -7 : i32 to %flags[%zero], %eight : memref<4x8xi32, #tile.space<tilespmem>>
      // CHECK-NEXT: elementwise function {{.*}}sqrt{{.*}}, result {{b[0-9]+}} "b", result_offset 32, a {{b[0-9]+}} "a", a_offset 0, b -1, b_offset 0, c -1, c_offset 0, count 1, row_bytes 32, broadcast 0
      tile.elementwise sqrt(%a[%zero]) to %b[%eight], %one {broadcast = array<i64: 0>, row_size = 8 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: elementwise function {{.*}}multiply{{.*}}, result {{b[0-9]+}} "a", result_offset 0, a {{b[0-9]+}} "word", a_offset 0, b {{b[0-9]+}} "a", b_offset 0, c -1, c_offset 0, count 4, row_bytes 32, broadcast 3
      tile.elementwise multiply(%word[%zero], %a[%zero]) to %a[%zero], %four {broadcast = array<i64: 3, 0>, row_size = 8 : i64}
          : memref<1xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: elementwise function {{.*}}add{{.*}}, a {{b[0-9]+}} "a", a_offset 32, b {{b[0-9]+}} "words", b_offset 4, {{.*}}, broadcast 9
      tile.elementwise add(%a[%eight], %words[%one]) to %b[%zero], %one {broadcast = array<i64: 1, 2>, row_size = 8 : i64}
          : memref<4x8xf32, #tile.space<tilespmem>>, memref<4xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: elementwise function {{.*}}select{{.*}}, a {{b[0-9]+}} "flags", a_offset 0, b {{b[0-9]+}} "a", b_offset 0, c {{b[0-9]+}} "b", c_offset 32, count 4, row_bytes 32, broadcast 16
      tile.elementwise select(%flags[%zero], %a[%zero], %b[%eight]) to %a[%zero], %four {broadcast = array<i64: 0, 0, 1>, row_size = 8 : i64}
          : memref<4x8xi32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>
          to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: snap rows {{b[0-9]+}} "a", rows_offset 32, count 1, row_bytes 32, low -1082130432, high 1073741824, buckets 16
      tile.snap %a[%eight], %one low -1.0 high 2.0 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>
    }
    // CHECK: p4: name "narrow"
    tile.program @narrow {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %eight = arith.constant 8 : index
      %twelve = arith.constant 12 : index
      // CHECK-NEXT: widen type int8, source {{b[0-9]+}} "codes", source_offset 12, source_stride 12, scales {{b[0-9]+}} "codes", scales_offset 8, scales_stride 12, destination {{b[0-9]+}} "widened", destination_offset 32, count 1, row_bytes 32
      tile.widen int8 %codes[%twelve] scales %codes[%eight] to %widened[%eight], %one
          {row_size = 8 : i64, scales_stride = 12 : i64, source_stride = 12 : i64}
          : memref<4x12xi8, #tile.space<tilespmem>>, memref<4x12xi8, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: widen type int8_affine, source {{b[0-9]+}} "codes", source_offset 12, source_stride 12, scales {{b[0-9]+}} "scales", scales_offset 4, scales_stride 8, destination {{b[0-9]+}} "widened", destination_offset 0, count 1, row_bytes 32
      tile.widen int8_affine %codes[%twelve] scales %scales[%one] to %widened[%zero], %one
          {row_size = 8 : i64, scales_stride = 2 : i64, source_stride = 12 : i64}
          : memref<4x12xi8, #tile.space<tilespmem>>, memref<4xf32, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
      // CHECK-NEXT: widen type bf16, source {{b[0-9]+}} "halves", source_offset 16, source_stride 32, scales -1, scales_offset 0, scales_stride 0, destination {{b[0-9]+}} "widened", destination_offset 0, count 1, row_bytes 32
      tile.widen bf16 %halves[%eight] to %widened[%zero], %one {row_size = 8 : i64, source_stride = 16 : i64}
          : memref<4x16xbf16, #tile.space<tilespmem>> to memref<4x8xf32, #tile.space<tilespmem>>
    }
  }
}
