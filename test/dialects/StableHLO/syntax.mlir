// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// CHECK-LABEL: func.func @unary
func.func @unary(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.abs %arg0 : tensor<2x4xf32>
  %0 = stablehlo.abs %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.exponential %arg0 : tensor<2x4xf32>
  %1 = stablehlo.exponential %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.log %arg0 : tensor<2x4xf32>
  %2 = stablehlo.log %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.log_plus_one %arg0 : tensor<2x4xf32>
  %3 = stablehlo.log_plus_one %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.negate %arg0 : tensor<2x4xf32>
  %4 = stablehlo.negate %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.rsqrt %arg0 : tensor<2x4xf32>
  %5 = stablehlo.rsqrt %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.sign %arg0 : tensor<2x4xf32>
  %6 = stablehlo.sign %arg0 : tensor<2x4xf32>
  // CHECK: stablehlo.sqrt %arg0 : tensor<2x4xf32>
  %7 = stablehlo.sqrt %arg0 : tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
  // CHECK: stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.divide %arg0, %arg1 : tensor<2x4xf32>
  %1 = stablehlo.divide %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.maximum %arg0, %arg1 : tensor<2x4xf32>
  %2 = stablehlo.maximum %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.minimum %arg0, %arg1 : tensor<2x4xf32>
  %3 = stablehlo.minimum %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.multiply %arg0, %arg1 : tensor<2x4xf32>
  %4 = stablehlo.multiply %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.power %arg0, %arg1 : tensor<2x4xf32>
  %5 = stablehlo.power %arg0, %arg1 : tensor<2x4xf32>
  // CHECK: stablehlo.subtract %arg0, %arg1 {mhlo.note = 1 : i32} : tensor<2x4xf32>
  %6 = stablehlo.subtract %arg0, %arg1 {mhlo.note = 1 : i32} : tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @logical
func.func @logical(%arg0: tensor<2x4xi1>, %arg1: tensor<2x4xi1>) {
  // CHECK: stablehlo.and %arg0, %arg1 : tensor<2x4xi1>
  %0 = stablehlo.and %arg0, %arg1 : tensor<2x4xi1>
  return
}

// CHECK-LABEL: func.func @element_types
func.func @element_types(%arg0: tensor<4xui32>, %arg1: tensor<bf16>,
                         %arg2: tensor<2xf8E4M3FN>, %arg3: tensor<0xi64>) {
  // CHECK: stablehlo.add %arg0, %arg0 : tensor<4xui32>
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xui32>
  // CHECK: stablehlo.negate %arg1 : tensor<bf16>
  %1 = stablehlo.negate %arg1 : tensor<bf16>
  // CHECK: stablehlo.convert %arg2 : (tensor<2xf8E4M3FN>) -> tensor<2xi4>
  %2 = stablehlo.convert %arg2 : (tensor<2xf8E4M3FN>) -> tensor<2xi4>
  // CHECK: stablehlo.abs %arg3 : tensor<0xi64>
  %3 = stablehlo.abs %arg3 : tensor<0xi64>
  return
}

// CHECK-LABEL: func.func @convert
func.func @convert(%arg0: tensor<2x4xi32>) {
  // CHECK: stablehlo.convert %arg0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  %0 = stablehlo.convert %arg0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.convert %arg0 : tensor<2x4xi32>
  %1 = stablehlo.convert %arg0 : tensor<2x4xi32>
  // CHECK: stablehlo.convert %arg0 : tensor<2x4xi32>
  %2 = stablehlo.convert %arg0 : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return
}

// CHECK-LABEL: func.func @is_finite
func.func @is_finite(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.is_finite %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
  %0 = stablehlo.is_finite %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
  return
}

// CHECK-LABEL: func.func @compare
func.func @compare(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<ui32>) {
  // CHECK: stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  // CHECK: stablehlo.compare EQ, %arg0, %arg1, FLOAT :
  %2 = stablehlo.compare  EQ, %arg0, %arg1,  FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  // CHECK: stablehlo.compare GE, %arg0, %arg1, TOTALORDER :
  %3 = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  // CHECK: stablehlo.compare NE, %arg2, %arg2, UNSIGNED :
  %4 = stablehlo.compare NE, %arg2, %arg2, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  // CHECK: stablehlo.compare GT, %arg2, %arg2 :
  %5 = stablehlo.compare GT, %arg2, %arg2 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  // CHECK: stablehlo.compare LE, %arg2, %arg2, NOTYPE :
  %6 = stablehlo.compare LE, %arg2, %arg2, NOTYPE : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  return
}

// CHECK-LABEL: func.func @select
func.func @select(%arg0: tensor<2x4xi1>, %arg1: tensor<2x4xf32>, %arg2: tensor<2x4xf32>, %arg3: tensor<i1>) {
  // CHECK: stablehlo.select %arg0, %arg1, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
  // CHECK: stablehlo.select %arg3, %arg1, %arg2 : tensor<i1>, tensor<2x4xf32>
  %1 = stablehlo.select %arg3, %arg1, %arg2 : tensor<i1>, tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @clamp
func.func @clamp(%arg0: tensor<1x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<1x8xf32>, %arg3: tensor<f32>) {
  // CHECK: stablehlo.clamp %arg0, %arg1, %arg2 : tensor<1x8xf32>
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : tensor<1x8xf32>
  // CHECK: stablehlo.clamp %arg3, %arg1, %arg3 : (tensor<f32>, tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %1 = stablehlo.clamp %arg3, %arg1, %arg3 : (tensor<f32>, tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  return
}

// CHECK-LABEL: func.func @constant
func.func @constant() {
  // CHECK: %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
  %cst = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  // CHECK: %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: %cst_0 = stablehlo.constant {mhlo.note} dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.constant {mhlo.note} dense<0xFF800000> : tensor<f32>
  return
}

// CHECK-LABEL: func.func @tuple
func.func @tuple(%arg0: tensor<1x8xf32>, %arg1: tensor<8xf32>) -> tuple<> {
  // CHECK: %[[T:.*]] = stablehlo.tuple %arg0, %arg1 : tuple<tensor<1x8xf32>, tensor<8xf32>>
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<1x8xf32>, tensor<8xf32>>
  // CHECK: stablehlo.get_tuple_element %[[T]][1] : (tuple<tensor<1x8xf32>, tensor<8xf32>>) -> tensor<8xf32>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<1x8xf32>, tensor<8xf32>>) -> tensor<8xf32>
  // CHECK: stablehlo.tuple %[[T]] : tuple<tuple<tensor<1x8xf32>, tensor<8xf32>>>
  %2 = stablehlo.tuple %0 : tuple<tuple<tensor<1x8xf32>, tensor<8xf32>>>
  // CHECK: stablehlo.tuple {mhlo.note} : tuple<>
  %3 = stablehlo.tuple {mhlo.note} : tuple<>
  return %3 : tuple<>
}
