// RUN: sc-opt %s -split-input-file -verify-diagnostics -sc-plan-memory

// What no instruction stands for is an error at its place in the optimizer.

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @order(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %2 = stablehlo.reshape %sum : (tensor<1x8xf32>) -> tensor<2x4xf32>
    // expected-error @+1 {{no instruction changes the order of the words of a row in an optimizer}}
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %new = stablehlo.reshape %3 : (tensor<4x2xf32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @order_of_broadcast(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %2 = stablehlo.reshape %sum : (tensor<1x8xf32>) -> tensor<2x4xf32>
    // expected-error @+1 {{no instruction changes the order of the words of a row in an optimizer}}
    %3 = stablehlo.broadcast_in_dim %2, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %new = stablehlo.reshape %3 : (tensor<4x2xf32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @slice(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{an optimizer works on rows of 8 elements or on single ones, got 'tensor<1x4xf32>'}}
    %2 = stablehlo.slice %sum [0:1, 0:4] : (tensor<1x8xf32>) -> tensor<1x4xf32>
    %new = stablehlo.concatenate %2, %2, dim = 1 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @element(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{no instruction stands for 'stablehlo.slice' of 'tensor<1x8xf32>' in an optimizer}}
    %2 = stablehlo.slice %sum [0:1, 3:4] : (tensor<1x8xf32>) -> tensor<1x1xf32>
    %new = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @total_order(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{no instruction stands for 'stablehlo.compare' with TOTALORDER in an optimizer}}
    %2 = stablehlo.compare LT, %sum, %row, TOTALORDER : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
    %new = stablehlo.select %2, %sum, %row : tensor<1x8xi1>, tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @integers(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %2 = stablehlo.convert %sum : (tensor<1x8xf32>) -> tensor<1x8xi32>
    // expected-error @+1 {{no instruction stands for 'stablehlo.divide' of 'tensor<1x8xi32>' in an optimizer}}
    %3 = stablehlo.divide %2, %2 : tensor<1x8xi32>
    %new = stablehlo.convert %3 : (tensor<1x8xi32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @doubles(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{an optimizer works on f32, i32 and i1, got 'tensor<1x8xf64>'}}
    %2 = stablehlo.convert %sum : (tensor<1x8xf32>) -> tensor<1x8xf64>
    %new = stablehlo.convert %2 : (tensor<1x8xf64>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @truth(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    // expected-error @+1 {{no instruction stands for 'stablehlo.convert' of 'tensor<1x8xf32>' to 'tensor<1x8xi1>' in an optimizer}}
    %2 = stablehlo.convert %sum : (tensor<1x8xf32>) -> tensor<1x8xi1>
    %new = stablehlo.select %2, %sum, %row : tensor<1x8xi1>, tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @differences(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    // expected-error @+1 {{no instruction reduces rows so: one input, folded by one operation of add, multiply, maximum, minimum or and}}
    %2 = stablehlo.reduce(%sum init: %zero) across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %d = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %d : tensor<f32>
    }
    %new = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
func.func @start(%p: tensor<32xi32>, %i: tensor<512xi32>, %g: tensor<512xf32>, %t: tensor<64x8xf32>, %x: tensor<64x8xf32>) {
  %1 = sc.sparse_dense_matmul_grad %p, %i, %i, %g, %x, %t
      table "t" limits <max_ids = 16, max_unique_ids = 8> sparse_cores 4 optimizer {
  ^bb0(%sum: tensor<1x8xf32>, %row: tensor<1x8xf32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<f32>
    // expected-error @+1 {{no instruction starts each row's reduction at another value}}
    %3 = stablehlo.reduce(%row init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<f32>
    %new = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    sc.yield %new : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<512xi32>, tensor<512xi32>, tensor<512xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}
}
