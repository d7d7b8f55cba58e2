// RUN: sc-opt %s --sc-pad-tables -split-input-file -verify-diagnostics

// What looks across the row would see the padding.
func.func @reduce(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x6xf32>, %d: tensor<16x6xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x6xf32>, %row: tensor<1x6xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    // expected-error @+1 {{table 'user': rows of 6 words must be padded to 8, but this operation of the optimizer moves or counts words of a row; give the table a width that is a multiple of 8}}
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x6xf32>, tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<1xf32>) -> tensor<1x6xf32>
    sc.yield %1 : tensor<1x6xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x6xf32>, tensor<64x6xf32>) -> tensor<64x6xf32>
  return
}

// -----

func.func @constant(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x2xf32>, %d: tensor<16x2xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x2xf32>, %row: tensor<1x2xf32>):
    // expected-error @+1 {{rows of 2 words must be padded to 8, but this operation of the optimizer moves or counts words of a row}}
    %c = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
    sc.yield %c : tensor<1x2xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x2xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
  return
}

// -----

// A number that becomes a row, and a row that would go along another dimension.
func.func @reshape(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x1xf32>, %d: tensor<16x1xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x1xf32>, %row: tensor<1x1xf32>):
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    // expected-error @+1 {{rows of 1 words must be padded to 8, but this operation of the optimizer moves or counts words of a row}}
    %1 = stablehlo.reshape %c : (tensor<f32>) -> tensor<1x1xf32>
    sc.yield %1 : tensor<1x1xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x1xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return
}

// -----

func.func @dims(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x1xf32>, %d: tensor<16x1xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1xf32>, %row: tensor<1x1xf32>):
    // expected-error @+1 {{rows of 1 words must be padded to 8, but this operation of the optimizer moves or counts words of a row}}
    %1 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
    sc.yield %1 : tensor<1x1xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x1xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return
}

// -----

func.func @argument(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x1xf32>, %d: tensor<16x1xf32>) {
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  // expected-error @+1 {{table 'user': argument 1 of the optimizer has no dimension of 1 words that can be padded to 8}}
  ^bb0(%x: tensor<1x1xf32>, %row: tensor<f32>):
    sc.yield %x : tensor<1x1xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x1xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return
}

// -----

func.func @hyperparameter(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x12xf32>, %d: tensor<16x12xf32>, %h: tensor<3x4xf32>) {
  // expected-error @+1 {{table 'user': hyperparameter 0 of type 'tensor<3x4xf32>' has no dimension of 12 words that can be padded to 16}}
  %0 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %d, %t hyperparameters(%h) table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%x: tensor<1x12xf32>, %row: tensor<1x12xf32>, %n: tensor<1x12xf32>):
    sc.yield %x : tensor<1x12xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<16x12xf32>, tensor<64x12xf32>, tensor<3x4xf32>) -> tensor<64x12xf32>
  return
}
