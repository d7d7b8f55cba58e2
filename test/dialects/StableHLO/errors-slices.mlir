// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of slice, dynamic_slice and dynamic_update_slice.

func.func @slice_c1(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op has 1 starts, 1 limits and 1 strides for 2 dimensions}}
  %0 = stablehlo.slice %arg0 [0:2] : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c1_unequal(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op has 1 starts, 0 limits and 2 strides for 1 dimensions}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0>, limit_indices = array<i64>, strides = array<i64: 1, 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op range 0:5 is not within dimension 0 of size 4}}
  %0 = stablehlo.slice %arg0 [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @slice_c2_negative(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op range -1:2 is not within dimension 0 of size 4}}
  %0 = stablehlo.slice %arg0 [-1:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c2_order(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op range 3:2 is not within dimension 0 of size 4}}
  %0 = stablehlo.slice %arg0 [3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_c3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op stride 0 of dimension 0 is less than 1}}
  %0 = stablehlo.slice %arg0 [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op result has shape 1, expected 2}}
  %0 = stablehlo.slice %arg0 [0:3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_c5(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.slice %arg0 [0:4] : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @dynamic_slice_c1(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op has 1 starts for 2 dimensions}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @dynamic_slice_c1_sizes(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op has 2 sizes for 1 dimensions}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1, 4] : (tensor<4xf32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @dynamic_slice_c2(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{op has starts of different types}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i64>) -> tensor<1x4xf32>
  return
}

// -----

func.func @dynamic_slice_scalar_start(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{must be variadic of ranked tensor of static shape with integer scalar elements}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op slice size 5 does not fit a dimension of size 4}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice_c4(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op result has shape 3, expected 2}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice_c5(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{op has 0 starts for 1 dimensions}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2(%arg0: tensor<4x4xf32>, %arg1: tensor<1x1xf32>, %arg2: tensor<i32>, %arg3: tensor<ui32>) {
  // expected-error @+1 {{op has starts of different types}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<ui32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{op update of type 'tensor<5xf32>' does not fit an operand of type 'tensor<4xf32>'}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3_rank(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{op update of type 'tensor<f32>' does not fit an operand of type 'tensor<4xf32>'}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c4(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<1xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c5(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{failed to verify that all of {operand, result} have same type}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
  return
}
