// RUN: sc-opt %s -sc-raise-gspmd -split-input-file | FileCheck %s

// CHECK-LABEL: module
// CHECK: sdy.mesh @gspmd_mesh = <["axis0"=4]>
// CHECK-LABEL: func.func @one_axis
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%[[A]]) in_shardings=[<@gspmd_mesh, [{"axis0"}]>] out_shardings=[<@gspmd_mesh, [{"axis0"}]>] manual_axes={"axis0"} (%[[B:.*]]: tensor<2xf32>) {
// CHECK-NEXT: %[[C:.*]] = func.call @body(%[[B]])
// CHECK-NEXT: sdy.return %[[C]]
// CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: return %[[R]]
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @one_axis(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

// The mesh has the axes of the finest device list; lists of other values are
// made of them, and a permutation reorders them.
// CHECK-LABEL: module
// CHECK: sdy.mesh @gspmd_mesh = <["axis0"=2, "axis1"=2]>
// CHECK-LABEL: func.func @two_axes
// CHECK: sdy.manual_computation({{.*}}) in_shardings=[<@gspmd_mesh, [{"axis0"}, {"axis1"}]>, <@gspmd_mesh, [{}]>] out_shardings=[<@gspmd_mesh, [{"axis1"}, {"axis0"}]>, <@gspmd_mesh, [{}]>] manual_axes={"axis0", "axis1"}
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @two_axes(%arg0: tensor<8x4xf32>, %arg1: tensor<3xf32>) -> (tensor<8x4xf32>, tensor<3xf32>) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {mhlo.sharding = "{replicated}"} : (tensor<3xf32>) -> tensor<3xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"} : (tensor<3xf32>) -> tensor<3xf32>
    %4:2 = func.call @body(%1, %3) : (tensor<4x2xf32>, tensor<3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>)
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%4#0) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"} : (tensor<4x2xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.custom_call @SPMDShardToFullShape(%4#1) {mhlo.sharding = "{replicated}"} : (tensor<3xf32>) -> tensor<3xf32>
    return %6, %7 : tensor<8x4xf32>, tensor<3xf32>
  }
  func.func private @body(%arg0: tensor<4x2xf32>, %arg1: tensor<3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>) {
    return %arg0, %arg1 : tensor<4x2xf32>, tensor<3xf32>
  }
}

// -----

// A dimension of the list that only replicates has an axis that no dimension of
// the tensor has.
// CHECK-LABEL: func.func @replicated_last
// CHECK: sdy.manual_computation({{.*}}) in_shardings=[<@gspmd_mesh, [{"axis0"}]>] {{.*}} manual_axes={"axis0", "axis1"}
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @replicated_last(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,2]<=[2,2] last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[2,2] last_tile_dim_replicate}"} : (tensor<2xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

// Where all is replicated the mesh has the devices of the module. A value may
// enter twice.
// CHECK-LABEL: module
// CHECK: sdy.mesh @gspmd_mesh = <["axis0"=4]>
// CHECK-LABEL: func.func @all_replicated
// CHECK-SAME: (%[[A:.*]]: tensor<2xf32>)
// CHECK: sdy.manual_computation(%[[A]], %[[A]]) in_shardings=[<@gspmd_mesh, [{}]>, <@gspmd_mesh, [{}]>]
// CHECK-NOT: custom_call
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @all_replicated(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
    return %4 : tensor<2xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

// Annotations of global values go; calls without per-device operands and other
// custom calls stay.
// CHECK-LABEL: func.func @annotations
// CHECK-SAME: (%[[A:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[C:.*]] = call @body(%[[A]])
// CHECK-NEXT: %[[O:.*]] = stablehlo.custom_call @Other(%[[C]])
// CHECK-NEXT: return %[[O]]
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @annotations(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<2xf32>
    %2 = func.call @body(%0) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = stablehlo.custom_call @Other(%2) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<2xf32>
    return %4 : tensor<2xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}

// -----

// A second mesh gets a name of its own.
// CHECK-LABEL: module
// CHECK: sdy.mesh @[[MESH:gspmd_mesh_[0-9]+]] = <["axis0"=4]>
// CHECK: in_shardings=[<@[[MESH]], [{"axis0"}]>]
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @second_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
    %2 = func.call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
  sdy.mesh @gspmd_mesh = <["x"=2]>
}
