// RUN: sc-translate --mlir-to-scx %s | sc-translate --scx-to-text - | FileCheck %s

// A placed module and its executable: buffers, steps, one record for each
// operation.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %in = tile.alloc "rows" argument at 0 live 0 to 0 : memref<16xf32, #tile.space<host>>
    tile.input %in, 0 {sharding = "s"} : memref<16xf32, #tile.space<host>>
    %a = tile.alloc "rows" argument at 0 live 0 to 5 : memref<16xf32, #tile.space<hbm>>
    %c = tile.alloc "c" temporary at 64 live 2 to 2 : memref<3xi32, #tile.space<hbm>>
    tile.copy %in[0] strides [1] to %a[0] strides [1] sizes [16] devices [0] : memref<16xf32, #tile.space<host>> to memref<16xf32, #tile.space<hbm>>
    tile.fill 1.5 : f32 to %a[1] strides [2] sizes [3] : memref<16xf32, #tile.space<hbm>>
    tile.constant dense<[1, -1, 256]> : tensor<3xi32> to %c : memref<3xi32, #tile.space<hbm>>
    tile.run @fetch(%a) : memref<16xf32, #tile.space<hbm>>
    tile.left_out "stablehlo.add" because "arithmetic"
    %out = tile.alloc "out" result at 64 live 5 to 5 : memref<16xf32, #tile.space<host>>
    tile.copy %a[0] strides [1] to %out[0] strides [1] sizes [16] devices [0] : memref<16xf32, #tile.space<hbm>> to memref<16xf32, #tile.space<host>>
    tile.output %out, 0 : memref<16xf32, #tile.space<host>>
  }
  tile.task @fetch(%rows: memref<8xf32, #tile.space<hbm>>) attributes {
    devices_per_group = 1 : i64, dma_flags = 1 : i64, flags = 2 : i64,
    groups = array<i64: 0>, lookup = {table = "user", max_ids = 8 : i64, max_unique_ids = 4 : i64, width = 1 : i64, samples = 8 : i64, table_rows = 8 : i64, sparse_cores = 2 : i64, window_rows = 8 : i64, window_buffers = 2 : i64},
    per_sparse_core = array<i1: true>, sparse_cores = 2 : i64
  } {
    %stack = tile.alloc "stack" stack at 128 live 3 to 3 : memref<16xf32, #tile.space<hbm>>
    %window = tile.alloc "window" window at 0 live 0 to 0 : memref<8xf32, #tile.space<tilespmem>>
    tile.sequencer {
      tile.launch @fetch_rows
      tile.barrier
    }
    tile.program @fetch_rows {
      %zero = arith.constant 0 : index
      %count = arith.constant 8 : index
      %id = tile.tile_id
      %two = arith.constant 2 : index
      %first = arith.cmpi eq, %id, %zero : index
      scf.if %first {
        tile.dma %rows[%zero] to %window[%zero], %count flag %zero : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<tilespmem>>
        tile.wait_dma %zero
      } else {
        scf.for %i = %zero to %id step %two {
          %x = arith.addi %i, %zero : index
          %y = arith.muli %x, %two : index
        }
      }
    }
  }
}

// CHECK-LABEL: {{^}}target{{$}}
// CHECK-NEXT: name: "v6e"
// CHECK-NEXT: topology: [1, 1]
// CHECK-NEXT: devices: 1
// CHECK-NEXT: sparse_cores_per_device: 2
// CHECK-NEXT: tiles_per_sparse_core: 16
// CHECK-NEXT: f32_lanes: 8
// CHECK-NEXT: tile_spmem_bytes: 262144
// CHECK-NEXT: smem_bytes: 32768
// CHECK-NEXT: hbm_bytes: 34359738368
// CHECK-NEXT: usable_hbm_bytes: 33554432000
// CHECK-NEXT: dma_granule_bytes: 32
// CHECK-LABEL: {{^}}inputs{{$}}
// CHECK-NEXT: 0: name "rows" element_type f32 shape [16] buffer [[IN:b[0-9]+]] "rows" sharding "s"
// CHECK-LABEL: {{^}}outputs{{$}}
// CHECK-NEXT: 0: name "out" element_type f32 shape [16] buffer [[OUT:b[0-9]+]] "out" sharding none
// CHECK-LABEL: {{^}}lookups{{$}}
// CHECK-NEXT: 0: kind Lookup task t0 "fetch" table_name "user" limits_source none max_ids 8 max_unique_ids 4 width 1 samples 8 table_rows 8 sparse_cores 2 replicas 1 vector_splits 1 sample_splits 1 window_rows 8 window_buffers 2 {{.*}} location {{[0-9]+}} "{{.*}}placed.mlir:21:3"

// What the task sees of the argument is a view: one slice for each SparseCore.
// CHECK-LABEL: {{^}}buffers{{$}}
// CHECK-NEXT: [[IN]]: name "rows" space host buffer_class argument {{.*}} offset 0 size 64 instances 1 stride 0 parent -1 task -1 first_use 0 last_use 0 location {{[0-9]+}} "{{.*}}placed.mlir:[[#]]:11"
// CHECK-NEXT: [[A:b[0-9]+]]: name "rows" space hbm {{.*}} offset 0 size 64 instances 1 stride 0 parent -1 task -1 first_use 0 last_use 5
// CHECK-NEXT: [[C:b[0-9]+]]: name "c" space hbm buffer_class temporary element_type i32 shape [3] offset 64 size 12
// CHECK-NEXT: [[OUT]]: name "out" space host buffer_class result
// CHECK-NEXT: [[VIEW:b[0-9]+]]: name "rows" space hbm {{.*}} shape [8] offset 0 size 32 instances 2 stride 32 parent [[A]] "rows" task t0 "fetch" first_use 3 last_use 3
// CHECK-NEXT: b{{[0-9]+}}: name "stack" space hbm buffer_class stack {{.*}} offset 128 size 64 instances 2 stride 64 parent -1 task t0 "fetch" first_use 3 last_use 3
// CHECK-NEXT: [[WINDOW:b[0-9]+]]: name "window" space tilespmem {{.*}} size 32 instances 1 stride 0 parent -1 task t0 "fetch" first_use 0 last_use 0

// CHECK-LABEL: {{^}}steps{{$}}
// CHECK-NEXT: 0: body Copy source [[IN]] "rows" destination [[A]] "rows" sizes [16] source_offset 0 source_strides [1] destination_offset 0 destination_strides [1] device_offsets [0]
// CHECK-NEXT: 1: body Fill destination [[A]] "rows" sizes [3] offset 1 strides [2] value 0x0000c03f
// CHECK-NEXT: 2: body Constant destination [[C]] "c" data 0x01000000ffffffff00010000
// CHECK-NEXT: 3: body Launch task t0 "fetch"
// CHECK-NEXT: 4: body LeftOut operation "stablehlo.add" reason "arithmetic"
// CHECK-NEXT: 5: body Copy source [[A]] "rows" destination [[OUT]] "out"

// Constants are operands, and what is neutral has no record.
// CHECK-LABEL: {{^}}tasks{{$}}
// CHECK-NEXT: t0: name "fetch" num_flags 2 num_dma_flags 1 devices_per_group 1 groups [0] programs 1
// CHECK-NEXT: sequencer: name "sequencer" num_registers 0 instructions 2
// CHECK-NEXT: 0: launch program p0 "fetch_rows"
// CHECK-NEXT: 1: barrier
// CHECK-NEXT: p0: name "fetch_rows" num_registers 4 instructions 9
// CHECK-NEXT: 0: [[ID:r[0-9]+]] = tile_id
// CHECK-NEXT: 1: [[IS_FIRST:r[0-9]+]] = equal lhs [[ID]], rhs 0
// CHECK-NEXT: 2: skip_if_zero condition [[IS_FIRST]], target @6
// CHECK-NEXT: 3: dma source [[VIEW]] "rows", source_offset 0, destination [[WINDOW]] "window", destination_offset 0, bytes 32, peer -1, flag 0
// CHECK-NEXT: 4: wait_dma flag 0
// CHECK-NEXT: 5: jump target @9
// CHECK-NEXT: 6: [[I:r[0-9]+]] = loop lower 0, upper [[ID]], step 2, end @8
// CHECK-NEXT: 7: r{{[0-9]+}} = multiply lhs [[I]], rhs 2
// CHECK-NEXT: 8: end_loop begin @6
