// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of scatter.

func.func @scatter_c1(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op needs as many updates and results as inputs, at least one}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> (tensor<32x4xf32>, tensor<32x4xf32>)
  return
}

// -----

func.func @scatter_c1_no_inputs(%arg0: tensor<1xi32>) {
  // expected-error @+1 {{op needs as many updates and results as inputs, at least one}}
  "stablehlo.scatter"(%arg0) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0:
    stablehlo.return
  }) : (tensor<1xi32>) -> ()
  return
}

// -----

func.func @scatter_c1_no_operands() {
  // expected-error @+1 {{op expected 1 or more operands, but found 0}}
  "stablehlo.scatter"() <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0:
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @scatter_c2(%arg0: tensor<32x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<1xi32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>) {
  // expected-error @+1 {{op inputs have different shapes}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<32x4xf32>, tensor<4x4xf32>, tensor<1xi32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32x4xf32>, tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_c2_updates(%arg0: tensor<32x4xf32>, %arg1: tensor<32x4xf32>, %arg2: tensor<1xi32>, %arg3: tensor<32xf32>, %arg4: tensor<31xf32>) {
  // expected-error @+1 {{op updates have different shapes}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>, tensor<31xf32>) -> (tensor<32x4xf32>, tensor<32x4xf32>)
  return
}

// -----

func.func @scatter_c3(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op index_vector_dim 2 is not within indices of rank 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c4(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op update_window_dims are not unique or not within rank 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c5(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op inserted and batching dimensions are not disjoint}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c5_rank(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op 0 window and 1 inserted or batching dimensions do not make inputs of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c6(%arg0: tensor<32x4xf32>, %arg1: tensor<2xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op maps 1 dimensions for index vectors of size 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<2xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c7(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<1xf32>) {
  // expected-error @+1 {{op pairs 1 with 0 batching dimensions}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<1xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c8(%arg0: tensor<32x4xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op updates of shape 32 have not the scatter dimensions 5}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<5x1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c8_window(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<33xf32>) {
  // expected-error @+1 {{op window of size 33 is larger than the input's 32}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<33xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c9(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op results have not the types of the inputs}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xi32>
  return
}

// -----

func.func @scatter_c10(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op body takes 'tensor<f32>', expected 'tensor<f32>', 'tensor<f32>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}

// -----

func.func @scatter_c10_return(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // expected-error @+1 {{op body returns no values, expected 'tensor<f32>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}
