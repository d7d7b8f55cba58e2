// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of custom_call.

func.func @custom_call_c1() {
  // expected-error @+1 {{op has a target without a name}}
  stablehlo.custom_call @""() : () -> ()
  return
}

// -----

func.func @custom_call_c2() {
  // expected-error @+1 {{op backend configuration must be a string for API version 1}}
  stablehlo.custom_call @f() {backend_config = {}} : () -> ()
  return
}

// -----

func.func @custom_call_c2_typed_ffi() {
  // expected-error @+1 {{op backend configuration must be a dictionary for API version 4}}
  stablehlo.custom_call @f() {api_version = 4 : i32, backend_config = ""} : () -> ()
  return
}

// -----

func.func @custom_call_config_kind() {
  // expected-error @+1 {{attribute 'backend_config' failed to satisfy constraint}}
  stablehlo.custom_call @f() {backend_config = 1 : i32} : () -> ()
  return
}

// -----

func.func @custom_call_version() {
  // expected-error @+1 {{attribute 'api_version' failed to satisfy constraint}}
  stablehlo.custom_call @f() {api_version = 5 : i32} : () -> ()
  return
}

// -----

func.func @custom_call_c3(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{op needs operand and result layouts or none}}
  stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @custom_call_c3_count(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{op has 0 layouts for 1 values}}
  stablehlo.custom_call @f(%arg0) {operand_layouts = [], result_layouts = []} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @custom_call_c3_kind(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{op layout "a" is no tensor of integers}}
  stablehlo.custom_call @f(%arg0) {operand_layouts = ["a"], result_layouts = []} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @custom_call_c3_rank(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{has not the rank of type 'tensor<2xf32>'}}
  stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @custom_call_c4() {
  // expected-error @+1 {{op calls @g, which is no function}}
  stablehlo.custom_call @f() {called_computations = [@g]} : () -> ()
  return
}

// -----

func.func @custom_call_symbols() {
  // expected-error @+1 {{attribute 'called_computations' failed to satisfy constraint: list of symbols}}
  stablehlo.custom_call @f() {called_computations = ["g"]} : () -> ()
  return
}

// -----

func.func @custom_call_dynamic_shape(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{(dynamic shapes are not supported), but got 'tensor<?xf32>'}}
  stablehlo.custom_call @f(%arg0) : (tensor<?xf32>) -> ()
  return
}
