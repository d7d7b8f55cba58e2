// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of manual_computation.

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c1(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has 0 input shardings for 1 operands}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c1_results(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has 2 output shardings for 1 results}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c2(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has shardings over different meshes @mesh and @other}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@other, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c3(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has unknown manual axis 'z'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "z"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @manual_computation_c3_no_values() {
  // expected-error @+1 {{op has manual axes but no operands and results}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () {
    sdy.return
  } : () -> ()
  return
}

// -----

func.func @sharding_c1(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op names unknown mesh @mesh}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c4_axis(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: sharding uses unknown mesh axis 'z'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "z"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c4_twice(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: sharding uses mesh axis 'x' twice}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"x"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c4_rank(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op result #0: sharding has 1 dimensions for a value of type 'tensor<16x8xf32>'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c5(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: manual axis 'x' is used in part}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x":(1)2}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c6(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: manual axis 'x' comes after free axis 'y' in dimension 0}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y", "x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c7(%arg0: tensor<6x8xf32>) {
  // expected-error @+1 {{op operand #0: dimension of size 6 is not divisible by the manual axes of size 4}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<6x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c8(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: body has local type 'tensor<16x8xf32>', expected 'tensor<4x8xf32>'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<16x8xf32>) {
    sdy.return %arg1 : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c8_element(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op operand #0: body has local type 'tensor<4x8xi32>', expected 'tensor<4x8xf32>'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xi32>) {
    sdy.return %arg1 : tensor<4x8xi32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c8_count(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has 1 operands but 2 body arguments}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c9(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op result #0: body has local type 'tensor<4x8xf32>', expected 'tensor<16x8xf32>'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c9_count(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op has 1 results but its body returns 0}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c10(%arg0: tensor<16x8xf32>) {
  // expected-note @+1 {{in this manual computation}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    // expected-error @+1 {{op has manual axis 'x', which is manual already}}
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
      sdy.return %arg2 : tensor<4x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c11(%arg0: tensor<?x8xf32>) {
  // expected-error @+1 {{op has a value of type 'tensor<?x8xf32>', dynamic shapes are not supported}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<?x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @isolated(%arg0: tensor<16x8xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    // expected-error @+1 {{op using value defined outside the region}}
    sdy.return %arg0 : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @return_parent(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{op expects parent op 'sdy.manual_computation'}}
  sdy.return %arg0 : tensor<16x8xf32>
}

// -----

func.func @operand_count(%arg0: tensor<16x8xf32>) {
  // expected-error @+1 {{number of operands and types do not match}}
  sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

// -----

func.func @missing_axes() {
  // expected-error @+1 {{expected 'manual_axes'}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] () {
  } : () -> ()
  return
}
