// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of the two operations on stacks of features.

func.func @unstack_activations_c1(%stack: tensor<8x16xf32>) {
  // expected-error @+1 {{op unstack_activations_c1: sparse_cores must be in [1, 1048576], got 0}}
  %0:1 = sc.unstack_activations %stack sparse_cores 0 : tensor<8x16xf32> -> tensor<8x16xf32>
  return
}

// -----

func.func @unstack_activations_c2(%stack: tensor<24x16xf32>) {
  // expected-error @+1 {{op unstack_activations_c2: features have 16 rows, the stack 24}}
  %0:2 = sc.unstack_activations %stack sparse_cores 4 : tensor<24x16xf32> -> tensor<8x16xf32>, tensor<8x16xf32>
  return
}

// -----

func.func @unstack_activations_c3(%stack: tensor<14x16xf32>) {
  // expected-error @+1 {{op unstack_activations_c3: feature 1 has 6 rows, not a multiple of sparse_cores = 4}}
  %0:2 = sc.unstack_activations %stack sparse_cores 4 : tensor<14x16xf32> -> tensor<8x16xf32>, tensor<6x16xf32>
  return
}

// -----

func.func @unstack_activations_c4(%stack: tensor<16x16xf32>) {
  // expected-error @+1 {{op unstack_activations_c4: feature 0 is 24 wide, the stack 16}}
  %0:2 = sc.unstack_activations %stack sparse_cores 4 : tensor<16x16xf32> -> tensor<8x24xf32>, tensor<8x16xf32>
  return
}

// -----

func.func @stack_gradients_c1(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{op stack_gradients_c1: sparse_cores must be in [1, 1048576], got 0}}
  %0 = sc.stack_gradients %a sparse_cores 0 : tensor<8x16xf32> -> tensor<8x16xf32>
  return
}

// -----

func.func @stack_gradients_c2(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) {
  // expected-error @+1 {{op stack_gradients_c2: features have 16 rows, the stack 24}}
  %0 = sc.stack_gradients %a, %b sparse_cores 4 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<24x16xf32>
  return
}

// -----

func.func @stack_gradients_c3(%a: tensor<8x16xf32>, %b: tensor<6x16xf32>) {
  // expected-error @+1 {{op stack_gradients_c3: feature 1 has 6 rows, not a multiple of sparse_cores = 4}}
  %0 = sc.stack_gradients %a, %b sparse_cores 4 : tensor<8x16xf32>, tensor<6x16xf32> -> tensor<14x16xf32>
  return
}

// -----

func.func @stack_gradients_c4(%a: tensor<8x24xf32>, %b: tensor<8x16xf32>) {
  // expected-error @+1 {{op stack_gradients_c4: feature 0 is 24 wide, the stack 16}}
  %0 = sc.stack_gradients %a, %b sparse_cores 4 : tensor<8x24xf32>, tensor<8x16xf32> -> tensor<16x16xf32>
  return
}
