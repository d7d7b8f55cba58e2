// RUN: sc-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

// A region must end in a return, also where unknown operations are allowed.

func.func @reduce_c6(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op body must end in 'stablehlo.return'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "test.end"() : () -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @while_c3(%arg0: tensor<i1>) {
  // expected-error @+1 {{op condition must end in 'stablehlo.return'}}
  %0 = stablehlo.while(%a = %arg0) : tensor<i1>
  cond {
    "test.end"() : () -> ()
  } do {
    stablehlo.return %a : tensor<i1>
  }
  return
}
