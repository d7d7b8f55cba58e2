// RUN: sc-opt %s -convert-sparsecore-to-tile -split-input-file -verify-diagnostics

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module {
}

// -----

// expected-error @+1 {{the module has no known target: run sc-assign-target first}}
module attributes {sc.target = #sc.target<"v1", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// expected-error @+1 {{the module has no function @main with one block}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
}

// -----

// expected-error @+1 {{the module has no function @main with one block}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func private @main()
}

// -----

// expected-error @+1 {{the module has no function @main with one block}}
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main() {
  cf.br ^next
^next:
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{no plan: run sc-plan-memory first}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2  : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{no plan: run sc-plan-memory first}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %n table "local" sparse_cores 2 : tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// A group without its mesh.
module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the group names @mesh, which is no mesh of the module}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["x"], devices = 4> plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100> : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the group has 4 devices, its axes of @mesh have 2}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["x"], devices = 4> plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100> : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{the group has 4 devices, its axes of @mesh have 0}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 group <@mesh, ["y"], devices = 4> plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100> : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

// On several devices lookups belong into manual computations.
module attributes {sc.target = #sc.target<"v6e", 2x1, devices = 2, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<64xi32>, %g: tensor<64xf32>, %t: tensor<64x8xf32>, %n: tensor<4x8xf32>) {
  // expected-error @+1 {{op run_c2: buffer 0 is 'memref<16xi32, #tile.space<host>>'}}
  %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %n table "user" limits <max_ids = 16, max_unique_ids = 16> sparse_cores 2 plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100> : tensor<16xi32>, tensor<64xi32>, tensor<64x8xf32>, tensor<4x8xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{the mesh has 4 devices, the target 1}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  // expected-error @+1 {{argument 1 of @main has type 'tensor<4xi16>', which inputs cannot have}}
func.func @main(%a: tensor<4xf32>, %b: tensor<4xi16>) {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  // expected-error @+1 {{argument 0 of @main has type 'tensor<?xf32>', which inputs cannot have}}
func.func @main(%a: tensor<?xf32>) {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  // expected-error @+1 {{argument 0 of @main has type 'tensor<4611686018427387904x4xf32>', which inputs cannot have}}
func.func @main(%a: tensor<4611686018427387904x4xf32>) {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  // expected-error @+1 {{argument 0 of @main has type 'index', which inputs cannot have}}
func.func @main(%a: index) {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
  // expected-error @+1 {{result 0 of @main has type 'tuple<tensor<4xf32>>', which outputs cannot have}}
func.func @main(%a: tensor<4xf32>) -> tuple<tensor<4xf32>> {
  %0 = stablehlo.tuple %a : tuple<tensor<4xf32>>
  return %0 : tuple<tensor<4xf32>>
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main() {
  // expected-error @+1 {{a value of type 'index' cannot be held by a buffer}}
  %0 = arith.constant 0 : index
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main() {
  // expected-error @+1 {{a value of type 'tensor<4xi16>' cannot be held by a buffer}}
  %0 = stablehlo.custom_call @f() : () -> tuple<tensor<4xf32>, tensor<4xi16>>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%t: tensor<64xf32>, %i: tensor<8xi32>, %g: tensor<8xf32>) {
  // expected-error @+1 {{is for 4 SparseCores of a device, the target has 2}}
  %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %t table "local" sparse_cores 4
      plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
      : tensor<8xi32>, tensor<64xf32>, tensor<64xf32>
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%t: tensor<64xf32>, %i: tensor<8xi32>, %g: tensor<8xf32>) {
  // expected-remark @+2 {{left out (arithmetic is not compiled yet)}}
  // expected-error @+1 {{lookups in a region of several blocks are not compiled}}
  scf.execute_region {
    cf.br ^next
  ^next:
    %0 = sc.sparse_dense_matmul_local %t, %i, %i, %g, %t table "local" sparse_cores 2
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 8, window_buffers = 2, list_entries = 16, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 192, stack_bytes = 100>
        : tensor<8xi32>, tensor<64xf32>, tensor<64xf32>
    scf.yield
  }
  return
}
}
