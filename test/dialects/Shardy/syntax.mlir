// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = []}}
sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = []}}
// CHECK: sdy.mesh @mesh2d = <["x"=2, "y"=4]>
sdy.mesh @mesh2d = <["x"=2, "y"=4]>
// CHECK: sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
// CHECK: sdy.mesh @maximal = <[], device_ids=[3]>
sdy.mesh @maximal = <[], device_ids=[3]>
// CHECK: sdy.mesh @empty_mesh = <[]>
sdy.mesh @empty_mesh = <[]>

// CHECK-LABEL: func.func @manual_computation
func.func @manual_computation(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
  // CHECK-NEXT: sdy.return %arg1 : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @no_operands
func.func @no_operands() {
  // CHECK-NEXT: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @two_axes
func.func @two_axes(%arg0: tensor<16x8xf32>, %arg1: tensor<f32>) {
  // CHECK: (%arg2: tensor<2x8xf32>, %arg3: tensor<f32>) {
  // CHECK: } {mhlo.note} : (tensor<16x8xf32>, tensor<f32>) -> (tensor<2x64xf32>, tensor<f32>)
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh2d, [{"y", "x"}, {}]>, <@mesh2d, []>] out_shardings=[<@mesh2d, [{}, {"x", "y"}]>, <@mesh2d, [], replicated={"x"}>] manual_axes={"x", "y"} (%arg2: tensor<2x8xf32>, %arg3: tensor<f32>) {
    sdy.return %arg2, %arg3 : tensor<2x8xf32>, tensor<f32>
  } {mhlo.note} : (tensor<16x8xf32>, tensor<f32>) -> (tensor<2x64xf32>, tensor<f32>)
  return
}

// Axes that are not manual leave the shape in the body as it is.
// CHECK-LABEL: func.func @free_axis
func.func @free_axis(%arg0: tensor<16x8xf32>) {
  // CHECK: manual_axes={"x"} (%arg1: tensor<8x8xf32>)
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh2d, [{"x", "y"}, {?}]>] out_shardings=[<@mesh2d, [{"x", "y":(1)2}, {"y":(2)2}]>] manual_axes={"x"} (%arg1: tensor<8x8xf32>) {
    // CHECK: sdy.manual_computation(%arg1) {{.*}} manual_axes={"y"} (%arg2: tensor<2x8xf32>)
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh2d, [{"y"}, {}]>] out_shardings=[<@mesh2d, [{"y"}, {}]>] manual_axes={"y"} (%arg2: tensor<2x8xf32>) {
      sdy.return %arg2 : tensor<2x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// CHECK-LABEL: func.func @sharding_constraint
func.func @sharding_constraint(%arg0: tensor<16x8xf32>) {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a", ?}p0, {?}p1]> {mhlo.note} : tensor<16x8xf32>
  %1 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a", ?}p0, {?}p1]> {mhlo.note} : tensor<16x8xf32>
  // CHECK: sdy.sharding_constraint %arg0 <@mesh2d, [{}, {}], replicated={"x"}, unreduced={"y":(1)2}> : tensor<16x8xf32>
  %2 = sdy.sharding_constraint %arg0 <@mesh2d, [{}, {}], unreduced={"y":(1)2}, replicated={"x"}> : tensor<16x8xf32>
  return
}

// CHECK-LABEL: func.func @function_shardings
// CHECK-SAME: %arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: %arg1: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}
// CHECK-SAME: %arg2: tensor<8xi32> {sdy.sharding = #sdy.sharding<@maximal, []>}
// CHECK-SAME: -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh2d, [{"y":(1)2, "x", "y":(2)2}, {}]>})
func.func @function_shardings(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}, %arg2: tensor<8xi32> {sdy.sharding = #sdy.sharding<@maximal, []>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh2d, [{"y":(1)2, "x", "y":(2)2}, {}]>}) {
  return %arg0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @op_shardings
func.func @op_shardings(%arg0: tensor<16xf32>) {
  // CHECK: stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  return
}

// CHECK-LABEL: func.func private @attributes
// CHECK-SAME: a.axes = #sdy<manual_axes{"x", "y"}>
// CHECK-SAME: a.axis = #sdy.mesh_axis<"x"=4>
// CHECK-SAME: a.dim = #sdy.dimension_sharding<{"x", ?}p1>
// CHECK-SAME: a.mesh = #sdy.mesh<["x"=2, "y"=4]>
// CHECK-SAME: a.part = #sdy.sub_axis_info<(1)2>
// CHECK-SAME: a.ref = #sdy.axis_ref<"x":(1)2>
// CHECK-SAME: a.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>
// CHECK-SAME: a.values = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
func.func private @attributes() attributes {
  a.axes = #sdy<manual_axes{"x", "y"}>,
  a.axis = #sdy.mesh_axis<"x"=4>,
  a.dim = #sdy.dimension_sharding<{"x", ?}p1>,
  a.mesh = #sdy.mesh<["x"=2, "y"=4]>,
  a.part = #sdy.sub_axis_info<(1)2>,
  a.ref = #sdy.axis_ref<"x":(1)2>,
  a.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>,
  a.values = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
