// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of element-wise operations and of types.

func.func @elementwise_c1(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{op requires the same type for all operands and results}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @elementwise_c1_unary(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{op requires the same type for all operands and results}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_shape(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{op operand #0 must be ranked tensor of static shape with integer or float elements (dynamic shapes are not supported), but got 'tensor<?xf32>'}}
  %0 = stablehlo.abs %arg0 : tensor<?xf32>
  return
}

// -----

func.func @unranked(%arg0: tensor<*xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = stablehlo.abs %arg0 : tensor<*xf32>
  return
}

// -----

func.func @float_only(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{must be ranked tensor of static shape with float elements}}
  %0 = stablehlo.log %arg0 : tensor<2xi32>
  return
}

// -----

func.func @integer_only(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{must be ranked tensor of static shape with integer elements}}
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xf32>
  return
}

// -----

func.func @no_complex(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{must be ranked tensor of static shape with integer or float elements}}
  %0 = stablehlo.negate %arg0 : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @is_finite_c1(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.is_finite' op has operand shape 2 but result shape 3}}
  %0 = stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @is_finite_result(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{result #0 must be ranked tensor of static shape with i1 elements}}
  %0 = stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @convert_c1(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.convert' op has operand shape 2 but result shape scalar}}
  %0 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @compare_c1(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{op compares 'tensor<2xf32>' with 'tensor<2xi32>'}}
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{op has operand shape 2 but result shape 3}}
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @compare_c3_float(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{op cannot compare 'i32' as FLOAT}}
  %0 = stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_signed(%arg0: tensor<2xui32>) {
  // expected-error @+1 {{op cannot compare 'ui32' as SIGNED}}
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_unsigned(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{op cannot compare 'i32' as UNSIGNED}}
  %0 = stablehlo.compare LT, %arg0, %arg0, UNSIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @select_c1(%arg0: tensor<3xi1>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{op predicate of type 'tensor<3xi1>' is neither a scalar nor of the result's shape}}
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_c2(%arg0: tensor<i1>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{failed to verify that all of {on_true, on_false, result} have same type}}
  %0 = "stablehlo.select"(%arg0, %arg1, %arg1) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @clamp_c1(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{op limit of type 'tensor<3xf32>' is neither a scalar nor of the operand's shape}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg1 : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c2(%arg0: tensor<i32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{op has element types 'i32' and 'f32', expected the same}}
  %0 = stablehlo.clamp %arg1, %arg1, %arg0 : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c3(%arg0: tensor<f32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{failed to verify that all of {operand, result} have same type}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @constant_c1() {
  // expected-error @+1 {{failed to verify that all of {value, output} have same type}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<f32>
  return
}

// -----

func.func @constant_of_vector() {
  // expected-error @+1 {{result #0 must be ranked tensor of static shape}}
  %0 = stablehlo.constant dense<1> : vector<2xi32>
  return
}

// -----

func.func @tuple_c1(%arg0: tensor<f32>) {
  // expected-error @+1 {{op operands of type 'tensor<f32>' do not make 'tuple<tensor<i32>>'}}
  %0 = "stablehlo.tuple"(%arg0) : (tensor<f32>) -> tuple<tensor<i32>>
  return
}

// -----

func.func @tuple_of_dynamic_shape(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{op operand #0 must be variadic of ranked tensor of static shape or tuple of them (dynamic shapes are not supported), but got 'tensor<?xf32>'}}
  %0 = stablehlo.tuple %arg0 : tuple<tensor<?xf32>>
  return
}

// -----

func.func @get_tuple_element_c1(%arg0: tuple<tensor<f32>>) {
  // expected-error @+1 {{op index 1 is not in a tuple of size 1}}
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @get_tuple_element_c1_negative(%arg0: tuple<tensor<f32>>) {
  // expected-error @+1 {{op index -1 is not in a tuple of size 1}}
  %0 = stablehlo.get_tuple_element %arg0[-1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @get_tuple_element_c2(%arg0: tuple<tensor<f32>>) {
  // expected-error @+1 {{op result has type 'tensor<i32>' but the element has type 'tensor<f32>'}}
  %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<f32>>) -> tensor<i32>
  return
}
