// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of attributes, meshes and shardings.

// expected-error @+1 {{mesh axis 'x' has size 0, expected at least 1}}
sdy.mesh @mesh_c1 = <["x"=0]>

// -----

// expected-error @+1 {{mesh axis 'x' has size -1, expected at least 1}}
sdy.mesh @mesh_c1_negative = <["x"=-1]>

// -----

// expected-error @+1 {{mesh axis 'x' is declared twice}}
sdy.mesh @mesh_c2 = <["x"=2, "x"=2]>

// -----

// expected-error @+1 {{mesh axis has an empty name}}
sdy.mesh @mesh_c2_empty = <[""=2]>

// -----

// expected-error @+1 {{mesh has more devices than fit 64 bits}}
sdy.mesh @mesh_c3 = <["x"=9223372036854775807, "y"=2]>

// -----

// expected-error @+1 {{device ids are no permutation of 0 to 1}}
sdy.mesh @mesh_c4 = <["x"=2], device_ids=[0, 2]>

// -----

// expected-error @+1 {{mesh without axes takes one device id that is not negative}}
sdy.mesh @mesh_c4_maximal = <[], device_ids=[-1]>

// -----

func.func @mesh_parent() {
  // expected-error @+1 {{op expects parent op 'builtin.module'}}
  sdy.mesh @mesh = <["x"=2]>
  return
}

// -----

// expected-error @+1 {{sub-axis (0)2 needs a pre-size of at least 1 and a size of at least 2}}
func.func private @sub_axis_c1() attributes {a.b = #sdy.sub_axis_info<(0)2>}

// -----

// expected-error @+1 {{expected a priority such as 'p0'}}
func.func private @dimension_sharding_c1() attributes {a.b = #sdy.dimension_sharding<{}q0>}

// -----

// expected-error @+1 {{expected '}' after '?'}}
func.func private @dimension_sharding_open() attributes {a.b = #sdy.dimension_sharding<{?, "x"}>}

// -----

// expected-error @+1 {{expected 'replicated' or 'unreduced'}}
func.func private @sharding_lists() attributes {a.b = #sdy.sharding<@mesh, [], partial={}>}

// -----

// expected-error @+1 {{'replicated' is given twice}}
func.func private @sharding_lists_twice() attributes {a.b = #sdy.sharding<@mesh, [], replicated={}, replicated={}>}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name}}
func.func private @sharding_mesh() attributes {a.b = #sdy.sharding<"mesh", []>}

// -----

// expected-error @+1 {{expected string}}
func.func private @sharding_axis() attributes {a.b = #sdy.sharding<@mesh, [{x}]>}

// -----

// expected-error @+1 {{manual axis 'x' is named twice}}
func.func private @manual_axes_c1() attributes {a.b = #sdy<manual_axes{"x", "x"}>}

// -----

// expected-error @+1 {{unknown attribute `op_sharding_rule` in dialect `sdy`}}
func.func private @not_in_subset() attributes {a.b = #sdy.op_sharding_rule<([i]) -> ([i])>}

// -----

func.func @op_not_in_subset(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{custom op 'sdy.all_gather' is unknown}}
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @op_not_in_subset_generic(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{unregistered operation 'sdy.reshard' found in dialect ('sdy')}}
  %0 = "sdy.reshard"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c1(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op names unknown mesh @nomesh}}
  %0 = sdy.sharding_constraint %arg0 <@nomesh, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c2(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding uses unknown mesh axis 'z'}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"z"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c3(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding uses mesh axis 'x' twice}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c3_replicated(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding uses mesh axis 'x' twice}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}], replicated={"x"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c3_part(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding uses mesh axis 'x' twice}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"x":(1)2}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c3_parts(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding uses mesh axis 'x' twice}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x":(1)2}, {"x":(1)2}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c4(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sub-axis (1)3 does not split mesh axis 'x' of size 4}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x":(1)3}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c4_whole(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sub-axis (1)4 does not split mesh axis 'x' of size 4}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x":(1)4}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_constraint_c1(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding has 3 dimensions for a value of type 'tensor<16x8xf32>'}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c5(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op sharding has 1 dimensions for a value of type 'tensor<16x8xf32>'}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
// expected-error @+1 {{'sdy.sharding' on an argument or result must be '#sdy.sharding'}}
func.func private @sharding_function_c1(tensor<f32> {sdy.sharding = "x"})

// -----

// expected-error @+1 {{'sdy.sharding' names unknown mesh @mesh}}
func.func private @sharding_c1_argument(tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
// expected-error @+1 {{sharding uses unknown mesh axis 'z'}}
func.func private @sharding_c2_result() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>})

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
// expected-error @+1 {{sharding has 2 dimensions for a value of type 'tuple<>'}}
func.func private @sharding_c5_tuple(tuple<> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})

// -----

func.func @sharding_op_c1(%arg0: tensor<f32>) {
  // expected-error @+1 {{'sdy.sharding' on an operation must be '#sdy.sharding_per_value'}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = 1 : i32} : tensor<f32>
  return
}

// -----

func.func @sharding_op_c2(%arg0: tensor<f32>) {
  // expected-error @+1 {{'sdy.sharding' has 0 shardings for 1 results}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<f32>
  return
}

// -----

func.func @sharding_c1_op(%arg0: tensor<f32>) {
  // expected-error @+1 {{'sdy.sharding' names unknown mesh @mesh}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<f32>
  return
}
