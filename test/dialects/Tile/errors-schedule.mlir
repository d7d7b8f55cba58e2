// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of the steps of a host schedule.

tile.schedule @copy_c1 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c1: sizes and strides must have one length}}
  tile.copy %a[0] strides [1, 1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c1_destination {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c1: sizes and strides must have one length}}
  tile.copy %a[0] strides [1] to %b[0] strides [] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c2 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xi32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c2: element types differ}}
  tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xi32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c3 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<host>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c3: devices belong to a copy between host and hbm, and only there}}
  tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c3_same_space {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c3: devices belong to a copy between host and hbm, and only there}}
  tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [8] devices [0] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset 1 of}}
  tile.copy %a[1] strides [1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_destination {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the destination is left by an access at offset 0 of}}
  tile.copy %a[0] strides [1] to %b[0] strides [2] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_negative_stride {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset 6 of}}
  tile.copy %a[6] strides [-1] to %b[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_negative_offset {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset -1 of}}
  tile.copy %a[-1] strides [1] to %b[0] strides [1] sizes [1] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_negative_size {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset 0 of}}
  tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [-1] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_overflow {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset 0 of}}
  tile.copy %a[0] strides [9223372036854775807] to %b[0] strides [1] sizes [4] : memref<8xf32, #tile.space<hbm>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @copy_c4_device {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<host>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op copy_c4: the source is left by an access at offset 8 of}}
  tile.copy %a[0] strides [1] to %b[0] strides [1] sizes [4] devices [0, -1, 8] : memref<8xf32, #tile.space<host>> to memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @fill_c1 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op fill_c1: sizes and strides must have one length}}
  tile.fill 0.0 : f32 to %a[0] strides [1, 1] sizes [8] : memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @fill_c2 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op fill_c2: the value is not of the element type of}}
  tile.fill 0 : i32 to %a[0] strides [1] sizes [8] : memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @fill_c2_text {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op fill_c2: the value is not of the element type of}}
  "tile.fill"(%a) <{offset = 0 : i64, sizes = array<i64: 8>, strides = array<i64: 1>, value = "0" : f32}> : (memref<8xf32, #tile.space<hbm>>) -> ()
}

// -----

tile.schedule @fill_c3 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op fill_c3: the fill leaves}}
  tile.fill 0.0 : f32 to %a[0] strides [1] sizes [9] : memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @constant_c1_shape {
  %a = tile.alloc "a" temporary : memref<8xi32, #tile.space<hbm>>
  // expected-error @+1 {{op constant_c1: the value is 'tensor<2xi32>', the buffer}}
  tile.constant dense<[1, 2]> : tensor<2xi32> to %a : memref<8xi32, #tile.space<hbm>>
}

// -----

tile.schedule @constant_c1_element {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op constant_c1: the value is 'tensor<8xi32>', the buffer}}
  tile.constant dense<1> : tensor<8xi32> to %a : memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @run_c1 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c1: @missing is not a task}}
  tile.run @missing(%a) : memref<8xf32, #tile.space<hbm>>
}

// -----

func.func private @function()

tile.schedule @run_c1_function {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c1: @function is not a task}}
  tile.run @function()
}

// -----

tile.schedule @run_c2 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c2: the task takes 1 buffers, got 2}}
  tile.run @t(%a, %b) : memref<8xf32, #tile.space<hbm>>, memref<8xf32, #tile.space<hbm>>
}

tile.task @t(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: false>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

tile.schedule @run_c2_slices {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c2: buffer 0 is 'memref<8xf32, #tile.space<hbm>>', the task takes one slice for each SparseCore of 'memref<8xf32, #tile.space<hbm>>'}}
  tile.run @t(%a) : memref<8xf32, #tile.space<hbm>>
}

tile.task @t(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: true>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

tile.schedule @run_c2_size {
  %a = tile.alloc "a" temporary : memref<4xf32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c2: buffer 0 is 'memref<4xf32, #tile.space<hbm>>', the task takes 'memref<8xf32, #tile.space<hbm>>'}}
  tile.run @t(%a) : memref<4xf32, #tile.space<hbm>>
}

tile.task @t(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: false>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

tile.schedule @run_c2_space {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<host>>
  // expected-error @+1 {{op run_c2: buffer 0 is 'memref<8xf32, #tile.space<host>>', the task takes 'memref<8xf32, #tile.space<hbm>>'}}
  tile.run @t(%a) : memref<8xf32, #tile.space<host>>
}

tile.task @t(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: false>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

tile.schedule @run_c2_element {
  %a = tile.alloc "a" temporary : memref<8xi32, #tile.space<hbm>>
  // expected-error @+1 {{op run_c2: buffer 0 is 'memref<8xi32, #tile.space<hbm>>', the task takes 'memref<8xf32, #tile.space<hbm>>'}}
  tile.run @t(%a) : memref<8xi32, #tile.space<hbm>>
}

tile.task @t(%arg0: memref<8xf32, #tile.space<hbm>>) attributes {
  devices_per_group = 1 : i64, dma_flags = 0 : i64, flags = 0 : i64,
  groups = array<i64: 0>, per_sparse_core = array<i1: false>, sparse_cores = 4 : i64
} {
  tile.sequencer {
  }
}

// -----

func.func @step_parent(%a: memref<8xf32, #tile.space<hbm>>) {
  // expected-error @+1 {{op expects parent op 'tile.schedule'}}
  tile.output %a, 0 : memref<8xf32, #tile.space<hbm>>
  return
}
