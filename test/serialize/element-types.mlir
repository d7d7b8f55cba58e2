// RUN: sc-translate --mlir-to-scx %s | sc-translate --scx-to-text - | FileCheck %s

// Element types and how constants of them lie in memory: i1 takes a byte.

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  tile.schedule @main {
    // CHECK: name "i1" {{.*}} element_type i1 shape [3] offset 0 size 3
    %0 = tile.alloc "i1" temporary at 0 live 0 to 9 : memref<3xi1, #tile.space<hbm>>
    // CHECK-NEXT: element_type i8 shape [2]
    %1 = tile.alloc "i8" temporary at 64 live 0 to 9 : memref<2xi8, #tile.space<hbm>>
    // CHECK-NEXT: element_type u8 shape [2]
    %2 = tile.alloc "u8" temporary at 128 live 0 to 9 : memref<2xui8, #tile.space<hbm>>
    // CHECK-NEXT: element_type u32 shape [1]
    %3 = tile.alloc "u32" temporary at 192 live 0 to 9 : memref<1xui32, #tile.space<hbm>>
    // CHECK-NEXT: element_type i64 shape [1] offset 256 size 8
    %4 = tile.alloc "i64" temporary at 256 live 0 to 9 : memref<1xi64, #tile.space<hbm>>
    // CHECK-NEXT: element_type u64 shape [1]
    %5 = tile.alloc "u64" temporary at 320 live 0 to 9 : memref<1xui64, #tile.space<hbm>>
    // CHECK-NEXT: element_type f16 shape [1] offset 384 size 2
    %6 = tile.alloc "f16" temporary at 384 live 0 to 9 : memref<1xf16, #tile.space<hbm>>
    // CHECK-NEXT: element_type bf16 shape [1]
    %7 = tile.alloc "bf16" temporary at 448 live 0 to 9 : memref<1xbf16, #tile.space<hbm>>
    // CHECK-NEXT: element_type f64 shape []
    %8 = tile.alloc "f64" temporary at 512 live 0 to 9 : memref<f64, #tile.space<hbm>>
    // CHECK: body Constant {{.*}} data 0x010001
    tile.constant dense<[true, false, true]> : tensor<3xi1> to %0 : memref<3xi1, #tile.space<hbm>>
    // CHECK: data 0x80ff
    tile.constant dense<[-128, -1]> : tensor<2xi8> to %1 : memref<2xi8, #tile.space<hbm>>
    // CHECK: data 0x01fa
    tile.constant dense<[1, 250]> : tensor<2xui8> to %2 : memref<2xui8, #tile.space<hbm>>
    // CHECK: data 0x04030201
    tile.constant dense<16909060> : tensor<1xui32> to %3 : memref<1xui32, #tile.space<hbm>>
    // CHECK: data 0xfeffffffffffffff
    tile.constant dense<-2> : tensor<1xi64> to %4 : memref<1xi64, #tile.space<hbm>>
    // CHECK: value 0xffffffffffffffff
    tile.fill 18446744073709551615 : ui64 to %5[0] strides [1] sizes [1] : memref<1xui64, #tile.space<hbm>>
    // CHECK: value 0x003e
    tile.fill 1.5 : f16 to %6[0] strides [1] sizes [1] : memref<1xf16, #tile.space<hbm>>
    // CHECK: value 0xc03f
    tile.fill 1.5 : bf16 to %7[0] strides [1] sizes [1] : memref<1xbf16, #tile.space<hbm>>
    // CHECK: value 0x000000000000f83f
    tile.fill 1.5 : f64 to %8[0] strides [] sizes [] : memref<f64, #tile.space<hbm>>
    // CHECK: value 0x01
    tile.fill true to %0[0] strides [1] sizes [3] : memref<3xi1, #tile.space<hbm>>
  }
}
