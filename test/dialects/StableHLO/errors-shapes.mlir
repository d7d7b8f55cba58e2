// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of shape operations.

func.func @reshape_c1(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op operand has 8 elements but the result has 7}}
  %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @reshape_c1_overflow(%arg0: tensor<9223372036854775807x2xf32>) {
  // expected-error @+1 {{op number of elements does not fit 64 bits}}
  %0 = stablehlo.reshape %arg0 : (tensor<9223372036854775807x2xf32>) -> tensor<2x9223372036854775807xf32>
  return
}

// -----

func.func @reshape_c2(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xi32>
  return
}

// -----

func.func @transpose_c1(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op dims are no permutation of the 2 operand dimensions}}
  %0 = stablehlo.transpose %arg0, dims = [1, 1] : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_c1_count(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op dims are no permutation of the 2 operand dimensions}}
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @transpose_c2(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op result has shape 2x4, expected 4x2}}
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @transpose_c3(%arg0: tensor<2x4xf32>) {
  // expected-error @+1 {{op has element types 'f32' and 'f16', expected the same}}
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf16>
  return
}

// -----

func.func @broadcast_c1(%arg0: tensor<f32>) {
  // expected-error @+1 {{op broadcast size -1 is negative}}
  %0 = stablehlo.broadcast %arg0, sizes = [-1] : (tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @broadcast_c2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op result has shape 4x2, expected 2x4}}
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @broadcast_c3(%arg0: tensor<f32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<f32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_in_dim_c1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op has 2 dims for 1 operand dimensions}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op dim 2 is not in the result of rank 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3(%arg0: tensor<4x4xf32>) {
  // expected-error @+1 {{op dims name a result dimension twice}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_c4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op operand dimension of size 4 cannot become result dimension 1 of size 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_c5(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @concatenate_c1() {
  // expected-error @+1 {{op has no inputs}}
  %0 = stablehlo.concatenate dim = 0 : () -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op dimension 1 is not in inputs of rank 1}}
  %0 = stablehlo.concatenate %arg0, dim = 1 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c3(%arg0: tensor<4x2xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{op input of shape 4x3 does not fit one of shape 4x2}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @concatenate_c3_rank(%arg0: tensor<4x2xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{op input of shape 4 does not fit one of shape 4x2}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x2xf32>, tensor<4xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @concatenate_c3_element(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{op has element types 'i32' and 'f32', expected the same}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4xf32>, tensor<4xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @concatenate_c4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{op result has shape 7, expected 8}}
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @concatenate_c4_overflow(%arg0: tensor<9223372036854775807xf32>) {
  // expected-error @+1 {{op result dimension does not fit 64 bits}}
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @pad_c1(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op has 2 low, 1 high and 0 interior numbers for 1 dimensions}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0], interior = [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c2(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op interior padding -1 is negative}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @pad_c3(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op result has shape 4, expected 6}}
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c3_negative(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op padding gives dimension 0 no valid size}}
  %0 = stablehlo.pad %arg0, %arg1, low = [-5], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @pad_c3_overflow(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op padding gives dimension 0 no valid size}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [9223372036854775807], interior = [9223372036854775807] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c4(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{op padding of type 'tensor<1xf32>' is no scalar}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c4_element(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{op has element types 'f32' and 'i32', expected the same}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}
