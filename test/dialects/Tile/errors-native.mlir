// RUN: sc-opt %s -split-input-file -verify-diagnostics

tile.schedule @native_c1 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c1: @nothing is not a function}}
  tile.native @nothing() to (%a) : () -> memref<8xf32, #tile.space<hbm>>
}

// -----

tile.schedule @native_c2_count {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c2: the function has 1 arguments, got 0}}
  tile.native @f() to (%a) : () -> memref<8xf32, #tile.space<hbm>>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>

// -----

tile.schedule @native_c2_elements {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<4xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c2: result 0 is 'memref<4xf32, #tile.space<hbm>>', the function has 'tensor<8xf32>'}}
  tile.native @f(%a) to (%b) : (memref<8xf32, #tile.space<hbm>>) -> memref<4xf32, #tile.space<hbm>>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>

// -----

tile.schedule @native_c2_type {
  %a = tile.alloc "a" temporary : memref<8xi32, #tile.space<hbm>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c2: argument 0 is 'memref<8xi32, #tile.space<hbm>>', the function has 'tensor<8xf32>'}}
  tile.native @f(%a) to (%b) : (memref<8xi32, #tile.space<hbm>>) -> memref<8xf32, #tile.space<hbm>>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>

// -----

tile.schedule @native_c3_none {
  // expected-error @+1 {{op native_c3: there is no output}}
  tile.native @f() to () : () -> ()
}
func.func private @f()

// -----

tile.schedule @native_c3_space {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<host>>
  %b = tile.alloc "b" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c3: buffers in several spaces, 'memref<8xf32, #tile.space<host>>' and 'memref<8xf32, #tile.space<hbm>>'}}
  tile.native @f(%a) to (%b) : (memref<8xf32, #tile.space<host>>) -> memref<8xf32, #tile.space<hbm>>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>

// -----

tile.schedule @native_c4 {
  %a = tile.alloc "a" temporary : memref<8xf32, #tile.space<hbm>>
  // expected-error @+1 {{op native_c4: an output is also another operand}}
  tile.native @f(%a) to (%a) : (memref<8xf32, #tile.space<hbm>>) -> memref<8xf32, #tile.space<hbm>>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>
