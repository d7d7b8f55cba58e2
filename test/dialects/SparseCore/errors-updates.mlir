// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Each rule of updates is broken once or more.

func.func @sparse_dense_matmul_grad_c1(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c1: sparse_cores must be in [1, 1048576], got 0}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 0 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c1_most(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c1: sparse_cores must be in [1, 1048576], got 1048577}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 1048577 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c2(%p: tensor<16xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c2: row_pointers has 16 elements, 4 SparseCores per device with 4 in the group need 32}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<16xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c2_minibatches(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %m: tensor<i32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c2: row_pointers has 32 elements, 4 SparseCores per device with 4 in the group need 2048}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t minibatches %m
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=1048576]>
func.func @sparse_dense_matmul_grad_c2_overflow(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %m: tensor<i32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c2: row_pointers has 32 elements, 1048576 SparseCores per device with 1099511627776 in the group need 9223372036854775807}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t minibatches %m
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 1048576 group <@mesh, ["x"], devices = 1048576> optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c3(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<32xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 64, 32 and 64}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<32xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c3_multiple(%p: tensor<32xi32>, %i: tensor<40xi32>, %s: tensor<40xi32>, %g: tensor<40xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c3: ids, samples and gains must have one length that is a multiple of 8 x sparse_cores = 32, got 40, 40 and 40}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<40xi32>, tensor<40xi32>, tensor<40xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x4xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16x4xf32>' must agree in rank and width, slots and results with the table, in number too}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x4xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4_rank(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16xf32>' must agree in rank and width, slots and results with the table, in number too}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4_slot(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>, %a0: tensor<32x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16x8xf32>' must agree in rank and width, slots and results with the table, in number too}}
  %0:2 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t slots(%a0)
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>, %b2: tensor<1x8xf32>):
    sc.yield %b1, %b1 : tensor<1x8xf32>, tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>, tensor<32x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4_result(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16x8xf32>' must agree in rank and width, slots and results with the table, in number too}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16x8xf32>' must agree in rank and width, slots and results with the table, in number too}}
  %0:2 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return
}

// -----

func.func @sparse_dense_matmul_grad_c4_no_results(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c4: table 'tensor<64x8xf32>' and gradients 'tensor<16x8xf32>' must agree in rank and width, slots and results with the table, in number too}}
  sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<64x8xf32>) -> ()
  return
}

// -----

func.func @sparse_dense_matmul_grad_c5(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x8xf32>, %t: tensor<63x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c5: table rows 63 and samples 16 must be positive multiples of sparse_cores = 4}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, tensor<63x8xf32>) -> tensor<63x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c5_samples(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<0x8xf32>, %t: tensor<64x8xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c5: table rows 64 and samples 0 must be positive multiples of sparse_cores = 4}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<0x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return
}

// -----

func.func @sparse_dense_matmul_grad_c6(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %y: tensor<16x0xf32>, %t: tensor<64x0xf32>) {
  // expected-error @+1 {{sparse_dense_matmul_grad_c6: the width is 0}}
  %0:1 = sc.sparse_dense_matmul_grad %p, %i, %s, %g, %y, %t
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4 optimizer {
  ^bb0(%b0: tensor<1x8xf32>, %b1: tensor<1x8xf32>):
    sc.yield %b1 : tensor<1x8xf32>
  } : (tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x0xf32>, tensor<64x0xf32>) -> tensor<64x0xf32>
  return
}

// -----

func.func @sparse_dense_matmul_c2_minibatches(%p: tensor<32xi32>, %i: tensor<64xi32>, %s: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<16x8xf32>, %m: tensor<i32>) {
  // expected-error @+1 {{sparse_dense_matmul_c2: row_pointers has 32 elements, 4 SparseCores per device with 4 in the group need 2048}}
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %t, %n minibatches %m
      table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 4
      : tensor<32xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return
}
