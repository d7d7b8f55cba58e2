// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of dot_general and gather.

func.func @dot_general_c1(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{op lhs and rhs name different numbers of dimensions}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c2(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{op lhs dimensions are not unique or not within rank 2}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c2_rhs(%arg0: tensor<2x4xf32>, %arg1: tensor<4x4xf32>) {
  // expected-error @+1 {{op rhs dimensions are not unique or not within rank 2}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c3(%arg0: tensor<2x4xf32>, %arg1: tensor<5x3xf32>) {
  // expected-error @+1 {{op lhs dimension 1 of size 4 is paired with rhs dimension 0 of size 5}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c4(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{op result has shape 3x2, expected 2x3}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dot_general_c5(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{op has 1 precisions, expected two}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gather_c1(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op index_vector_dim 2 is not within indices of rank 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c2(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op has 1 slice sizes for 2 dimensions}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c2_size(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op slice size 33 does not fit a dimension of size 32}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 33, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<33xf32>
  return
}

// -----

func.func @gather_c3(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op offset_dims are not unique or not within rank 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c3_map(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op start_index_map are not unique or not within rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [-1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c4(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op collapsed and batching dimensions are not disjoint}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c4_size(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op drops dimension 1 of slice size 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 2>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c5(%arg0: tensor<32x4xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{op maps 1 dimensions for index vectors of size 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<2xi32>) -> tensor<32xf32>
  return
}

// -----

func.func @gather_c6(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op pairs 1 with 0 batching dimensions}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [1]>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @gather_c6_size(%arg0: tensor<32x4xf32>, %arg1: tensor<31x1xi32>) {
  // expected-error @+1 {{op pairs batching dimensions 0 and 0, which do not match}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x4xf32>, tensor<31x1xi32>) -> tensor<31xf32>
  return
}

// -----

func.func @gather_c7(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op result of rank 2 with 1 offset dimensions is not 0 batch and 1 slice dimensions}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32x1xf32>
  return
}

// -----

func.func @gather_c7_shape(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op result has shape 31, expected 32}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<31xf32>
  return
}

// -----

func.func @gather_c8(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{op result has not the element type of the operand}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xi32>
  return
}
