// RUN: sc-opt %s --split-input-file --verify-diagnostics --sc-to-tile=target=v5p

// expected-remark @below {{target v5p}}
module @inner_computation_cuts_values attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
      // expected-error @below {{a manual computation inside of another that cuts its values is not supported}}
      %1 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"y"} (%c: tensor<2xf32>) {
        sdy.return %c : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      sdy.return %1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// expected-remark @below {{target v5p}}
module @lookup_in_inner_computation attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%p: tensor<64xi32>, %i: tensor<512xi32>, %s: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.manual_computation(%p, %i, %s, %g, %t) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b0: tensor<32xi32>, %b1: tensor<256xi32>, %b2: tensor<256xi32>, %b3: tensor<256xf32>, %b4: tensor<8x8xf32>) {
      %1 = sdy.manual_computation(%b0, %b1, %b2, %b3, %b4) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"y"} (%c0: tensor<32xi32>, %c1: tensor<256xi32>, %c2: tensor<256xi32>, %c3: tensor<256xf32>, %c4: tensor<8x8xf32>) {
        %z = stablehlo.constant dense<0.0> : tensor<8x8xf32>
        // expected-error @below {{lookups in a manual computation inside of another are not supported}}
        %r = stablehlo.custom_call @SparseDenseMatmulOp(%c0, %c1, %c2, %c3, %c4, %z) {backend_config = "{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 8, \22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, \22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"} : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
        sdy.return %r : tensor<8x8xf32>
      } : (tensor<32xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      sdy.return %1 : tensor<8x8xf32>
    } : (tensor<64xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}

// -----

// expected-remark @below {{target v5p}}
module @mesh_of_an_unknown_device attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <[], device_ids=[3]>
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @below {{the mesh names device 3, the last one of the target is 0}}
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<8xf32>) {
      sdy.return %b : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
