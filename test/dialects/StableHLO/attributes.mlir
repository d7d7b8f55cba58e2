// RUN: sc-opt %s | FileCheck %s

// Attributes by themselves, and attributes of dialects that are not known.

// CHECK: module @m attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 4 : i32
module @m attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK: func.func private @stablehlo_attributes
  // CHECK-SAME: a.compare = #stablehlo<comparison_direction LT>
  // CHECK-SAME: a.dot = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  // CHECK-SAME: a.empty = #stablehlo.dot<>
  // CHECK-SAME: a.gather = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>
  // CHECK-SAME: a.precision = #stablehlo<precision DEFAULT>
  // CHECK-SAME: a.scatter = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>
  // CHECK-SAME: a.type = #stablehlo<comparison_type FLOAT>
  func.func private @stablehlo_attributes() attributes {
    a.compare = #stablehlo<comparison_direction LT>,
    a.dot = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>,
    a.empty = #stablehlo.dot<>,
    a.gather = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>,
    a.precision = #stablehlo<precision DEFAULT>,
    a.scatter = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>,
    a.type = #stablehlo<comparison_type FLOAT>}

  // CHECK: func.func private @unknown_dialects(tensor<f32> {jax.buffer_donor = true, mhlo.layout_mode = "{1,0:T(8)}", tf.aliasing_output = 1 : i32}) -> (tensor<f32> {jax.result_info = "result['a']"})
  func.func private @unknown_dialects(tensor<f32> {jax.buffer_donor = true, mhlo.layout_mode = "{1,0:T(8)}", tf.aliasing_output = 1 : i32}) -> (tensor<f32> {jax.result_info = "result['a']"})
}
