// RUN: sc-translate --mlir-to-scx %s -split-input-file -verify-diagnostics

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %a = tile.alloc "a" temporary at 0 live 0 to 0 : memref<8xf32, #tile.space<hbm>>
    %b = tile.alloc "b" temporary at 64 live 0 to 0 : memref<8xf32, #tile.space<hbm>>
    tile.native @f(%a) to (%b) : (memref<8xf32, #tile.space<hbm>>) -> memref<8xf32, #tile.space<hbm>>
  }
  func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.negate %a : tensor<8xf32>
    // expected-error @+1 {{cannot be compiled to native code: the operation or its type is not supported}}
    %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    %b = tile.alloc "b" temporary at 64 live 0 to 0 : memref<8xf32, #tile.space<hbm>>
    tile.native @f() to (%b) : () -> memref<8xf32, #tile.space<hbm>>
  }
  // expected-error @+1 {{cannot be compiled to native code: the function needs one block}}
  func.func private @f() -> tensor<8xf32>
}
