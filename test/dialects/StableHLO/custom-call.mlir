// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// CHECK-LABEL: func.func @defaults
// GENERIC-LABEL: sym_name = "defaults"
func.func @defaults(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{replicated}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // GENERIC: "stablehlo.custom_call"(%{{.*}}) <{api_version = 1 : i32, call_target_name = "Sharding", called_computations = [], has_side_effect = false}> {mhlo.sharding = "{replicated}"}
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{replicated}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.custom_call @Sharding(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.custom_call"(%arg0) <{call_target_name = "Sharding"}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @not_defaults
func.func @not_defaults(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.custom_call @"a b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i32}, has_side_effect = true} : (tensor<2x4xf32>) -> ()
  stablehlo.custom_call @"a b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i32}, has_side_effect = true} : (tensor<2x4xf32>) -> ()
  // CHECK: stablehlo.custom_call @f() : () -> (tensor<f32>, tensor<i32>)
  %0:2 = stablehlo.custom_call @f() : () -> (tensor<f32>, tensor<i32>)
  return
}

// CHECK-LABEL: func.func @layouts
func.func @layouts(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>]}
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x4xf32>) -> tuple<tensor<f32>, tensor<4xf32>>
  return
}

// CHECK-LABEL: func.func @called_computations
func.func @called_computations(%arg0: tensor<1x8xf32>) {
  // CHECK: stablehlo.custom_call @f(%arg0) {backend_config = "{\22a\22: 1}", called_computations = [@"sgd-table"]}
  %0 = stablehlo.custom_call @f(%arg0) {backend_config = "{\22a\22: 1}", called_computations = [@"sgd-table"]} : (tensor<1x8xf32>) -> tuple<tensor<1x8xf32>>
  return
}

// CHECK-LABEL: func.func private @"sgd-table"
func.func private @"sgd-table"(%arg0: tensor<1x8xf32>) -> tuple<tensor<1x8xf32>> {
  %0 = stablehlo.tuple %arg0 : tuple<tensor<1x8xf32>>
  return %0 : tuple<tensor<1x8xf32>>
}
