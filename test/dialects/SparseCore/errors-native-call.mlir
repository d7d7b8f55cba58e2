// RUN: sc-opt %s -split-input-file -verify-diagnostics

func.func @native_call_c1(%a: tensor<i32>) {
  // expected-error @+1 {{op native_call_c1: @nothing is not a function}}
  %0 = sc.native_call @nothing(%a) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func private @f(tensor<i32>) -> tensor<f32>
func.func @native_call_c2(%a: tensor<f32>) {
  // expected-error @+1 {{op native_call_c2: the function has type '(tensor<i32>) -> tensor<f32>'}}
  %0 = sc.native_call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
