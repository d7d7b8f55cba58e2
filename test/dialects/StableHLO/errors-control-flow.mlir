// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of reduce, while and return.

func.func @reduce_c1(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op needs as many initial values and results as inputs, at least one}}
  %0:2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_c1_no_inputs() {
  // expected-error @+1 {{op needs as many initial values and results as inputs, at least one}}
  "stablehlo.reduce"() <{dimensions = array<i64: 0>}> ({
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @reduce_c1_odd(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op needs as many initial values and results as inputs, at least one}}
  %0 = "stablehlo.reduce"(%arg0, %arg1, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c2(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<5xf32>) {
  // expected-error @+1 {{op inputs have different shapes}}
  %0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    stablehlo.return %a, %c : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @reduce_c3(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op dimensions are not unique or not within rank 1}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c4(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{op initial value of type 'tensor<1xf32>' is no scalar for an input of type 'tensor<4xf32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c5(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op result has shape 2, expected 4}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c5_element(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op result of type 'tensor<4xi32>' has not the element type of the input}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xi32>
  return
}

// -----

func.func @reduce_c6(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op body takes 'tensor<f32>', 'tensor<i32>', expected 'tensor<f32>', 'tensor<f32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<i32>) {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_c6_return(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{op body returns 'tensor<f32>', 'tensor<f32>', expected 'tensor<f32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %a, %a : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @while_c1(%arg0: tensor<i1>) {
  // expected-error @+1 {{op results have types 'tensor<i8>' but operands have types 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }) : (tensor<i1>) -> tensor<i8>
  return
}

// -----

func.func @while_c2(%arg0: tensor<i1>) {
  // expected-error @+1 {{op condition takes 'tensor<i8>', expected 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i8>):
    stablehlo.return %a : tensor<i8>
  }, {
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @while_c2_body(%arg0: tensor<i1>) {
  // expected-error @+1 {{op body takes no values, expected 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
    stablehlo.return %arg0 : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @while_c3(%arg0: tensor<i32>) {
  // expected-error @+1 {{op condition returns 'tensor<i32>', expected 'tensor<i1>'}}
  %0 = stablehlo.while(%a = %arg0) : tensor<i32>
  cond {
    stablehlo.return %a : tensor<i32>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return
}

// -----

func.func @while_c4(%arg0: tensor<i1>) {
  // expected-error @+1 {{op body returns no values, expected 'tensor<i1>'}}
  %0 = stablehlo.while(%a = %arg0) : tensor<i1>
  cond {
    stablehlo.return %a : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @return_parent(%arg0: tensor<i1>) {
  // expected-error @+1 {{op expects parent op to be one of 'stablehlo.reduce, stablehlo.scatter, stablehlo.while'}}
  stablehlo.return %arg0 : tensor<i1>
}

// -----

func.func @empty_region() {
  // expected-error @+1 {{region #0 ('cond') failed to verify constraint: region with 1 blocks}}
  "stablehlo.while"() ({
  }, {
  }) : () -> ()
  return
}

// -----

func.func @two_blocks(%arg0: tensor<i1>) {
  // expected-error @+1 {{op expects region #0 to have 0 or 1 blocks}}
  "stablehlo.while"() ({
    stablehlo.return %arg0 : tensor<i1>
  ^bb1:
    stablehlo.return %arg0 : tensor<i1>
  }, {
    stablehlo.return
  }) : () -> ()
  return
}
