// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Text that is not of the subset: a diagnostic where it stands, never more.

func.func @not_in_subset(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.fft' is unknown}}
  %0 = stablehlo.fft %arg0, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @not_in_subset_generic(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{unregistered operation 'stablehlo.fft' found in dialect ('stablehlo')}}
  %0 = "stablehlo.fft"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_dialect(%arg0: tensor<4xf32>) {
  // expected-error @+2 {{Dialect `chlo' not found for custom op 'chlo.erf'}}
  // expected-note-re @+1 {{Available dialects: {{.*}}}}
  %0 = chlo.erf %arg0 : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{unknown attribute `channel_handle` in dialect `stablehlo`}}
func.func private @unknown_attribute() attributes {a.b = #stablehlo.channel_handle<handle = 0>}

// -----

// expected-error @+1 {{unknown dimension list 'dims'}}
func.func private @dims_name() attributes {a.b = #stablehlo.gather<dims = [0]>}

// -----

// expected-error @+1 {{'offset_dims' is given twice}}
func.func private @dims_twice() attributes {a.b = #stablehlo.gather<offset_dims = [0], offset_dims = [1]>}

// -----

// expected-error @+1 {{expected '['}}
func.func private @dims_list() attributes {a.b = #stablehlo.scatter<update_window_dims = 0>}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @dims_number() attributes {a.b = #stablehlo.gather<index_vector_dim = [0]>}

// -----

// expected-error @+2 {{expected ::sc::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
// expected-error @+1 {{failed to parse}}
func.func private @enumerator() attributes {a.b = #stablehlo<precision LOW>}

// -----

func.func @elementwise_functional(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 operand types and one result type}}
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @elementwise_no_result(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{expected 3 operand types and one result type}}
  %0 = stablehlo.clamp %arg0, %arg0, %arg0 : () -> ()
  return
}

// -----

func.func @tuple_type(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{expected a tuple type}}
  %0 = stablehlo.tuple %arg0 : tensor<4xf32>
  return
}

// -----

func.func @compare_direction(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{unknown keyword 'SMALLER'}}
  %0 = stablehlo.compare SMALLER, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @dot_precision(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{unknown precision 'LOW'}}
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [LOW] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @dot_algorithm(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{expected 'precision'}}
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], algorithm = <> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @slice_range(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{expected ':'}}
  %0 = stablehlo.slice %arg0 [0] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @constant_kind() {
  // expected-error @+1 {{invalid kind of attribute specified}}
  %0 = stablehlo.constant 1 : i32
  return
}

// -----

func.func @reducer_unknown(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.subtract' is no commutative operation of this dialect on two values}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.subtract across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reducer_not_in_subset(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.or' is no commutative operation of this dialect on two values}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.or across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reducer_of_two(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'applies' needs one input of tensor type}}
  %0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @reducer_of_tuple(%arg0: tensor<4xf32>, %arg1: tuple<>) {
  // expected-error @+1 {{'applies' needs one input of tensor type}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tuple<>) -> tensor<f32>
  return
}

// -----

func.func @reduce_no_inputs() {
  // expected-error @+1 {{expected '('}}
  %0 = stablehlo.reduce across dimensions = [0] : () -> ()
  return
}

// -----

func.func @reducer_arguments(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{expected two arguments}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>) {
  }
  return
}

// -----

func.func @while_types(%arg0: tensor<i1>) {
  // expected-error @+1 {{expected 1 types, one per variable}}
  %0 = stablehlo.while(%a = %arg0) : tensor<i1>, tensor<i1>
  cond {
  }
  return
}

// -----

func.func @while_no_types(%arg0: tensor<i1>) {
  // expected-error @+2 {{expected 1 types, one per variable}}
  %0 = stablehlo.while(%a = %arg0)
  cond {
  }
  return
}

// -----

func.func @custom_call_attribute() {
  // expected-error @+1 {{expected valid '@'-identifier for symbol name}}
  stablehlo.custom_call "f"() : () -> ()
  return
}
