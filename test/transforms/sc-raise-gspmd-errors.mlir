// RUN: sc-opt %s -sc-raise-gspmd -split-input-file -verify-diagnostics

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @missing_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{missing attribute mhlo.sharding}}
    %0 = stablehlo.custom_call @Sharding(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @missing_sharding_of_exit(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error @+1 {{missing attribute mhlo.sharding}}
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @no_sharding_call(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{@SPMDFullToShardShape without a @Sharding call in front of it}}
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%arg0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @mixed_operands(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    // expected-error @+1 {{a call mixes per-device and global operands}}
    %2 = func.call @body(%1, %arg0) : (tensor<2xf32>, tensor<8xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>, %arg1: tensor<8xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @result_without_exit(%arg0: tensor<8xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    // expected-error @+1 {{a per-device result does not end in @SPMDShardToFullShape}}
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @result_used_twice(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    // expected-error @+1 {{a per-device result does not end in @SPMDShardToFullShape}}
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4, %2 : tensor<8xf32>, tensor<2xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @no_one_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    // expected-error @+1 {{the shardings of a per-device call do not fit one mesh}}
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[3]<=[3]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @no_whole_axes(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,3]<=[3,2]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // expected-error @+1 {{mhlo.sharding does not cut the dimensions of 'tensor<8x4xf32>' by whole mesh axes}}
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<8x4xf32>
    return %4 : tensor<8x4xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @other_rank(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error @+1 {{mhlo.sharding does not cut the dimensions of 'tensor<8xf32>' by whole mesh axes}}
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @unknown_word(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{maximal device=0}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{maximal device=0}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @empty(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @no_braces(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding 'devices=[4]<=[4]' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "devices=[4]<=[4]"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @unequal_products(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[4]<=[2]}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @no_permutation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[4]<=[2,2]T(0,0)}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[2,2]T(0,0)}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @zero_devices(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[0]<=[0]}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[0]<=[0]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @overflow(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[1048576,1048576,1048576,1048576]<=[4]}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[1048576,1048576,1048576,1048576]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @trailing(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[4]<=[4] more}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4] more}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @device_list(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{mhlo.sharding '{devices=[4]0,1,2,3}' is not supported: expected {manual}, {replicated} or {devices=[...]<=[...]T(...) last_tile_dim_replicate}}}
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]0,1,2,3}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}
