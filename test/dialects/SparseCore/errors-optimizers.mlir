// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Each rule of optimizers is broken once or more.

func.func @sparse_dense_matmul_grad_c7(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %h0: tensor<f32>, %h1: tensor<7xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c7: hyperparameter 1 has 7 elements, must have 1 or 8}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t hyperparameters(%h0, %h1)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>, %b2: tensor<1x8xf32>, %b3: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>, tensor<7xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c8(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %h0: tensor<f32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c8: the optimizer has 2 arguments, must have 3}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t hyperparameters(%h0)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c8_width(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c8: argument 0 of the optimizer is 'tensor<1x4xf32>', must have 8 elements of type 'f32'}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x4xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c8_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %h0: tensor<i32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c8: argument 2 of the optimizer is 'tensor<1x8xf32>', must have 8 elements of type 'i32'}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t hyperparameters(%h0)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>, %b2: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c8_no_tensor(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c8: argument 1 of the optimizer is 'f32', must have 8 elements of type 'f32'}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: f32):
    sc.yield %b0 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c9(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c9: the optimizer must yield 1 f32 rows of 8 elements}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c9_number(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c9: the optimizer must yield 1 f32 rows of 8 elements}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b0, %b1 : tensor<1x8xf32>, tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c9_type(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a0: tensor<64x8xf32>, %h0: tensor<i32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c9: the optimizer must yield 2 f32 rows of 8 elements}}
  %0:2 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t slots(%a0) hyperparameters(%h0)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>, %b2: tensor<1x8xf32>, %b3: tensor<1x8xi32>):
    sc.yield %b0, %b3 : tensor<1x8xf32>, tensor<1x8xi32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<i32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return
}

// -----

func.func @sparse_dense_matmul_grad_c9_width(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c9: the optimizer must yield 1 f32 rows of 8 elements}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    %n = stablehlo.constant dense<0.0> : tensor<1x4xf32>
    sc.yield %n : tensor<1x4xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_types(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %h0: tensor<f64>) {
  // expected-error @+1 {{must be}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t hyperparameters(%h0)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>, %b2: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<f64>) -> tensor<64x8xf32>
  return
}

// -----

func.func @yield(%row: tensor<1x8xf32>) {
  // expected-error @+1 {{'sc.yield' op expects parent op 'sc.sparse_dense_matmul_grad'}}
  sc.yield %row : tensor<1x8xf32>
}
