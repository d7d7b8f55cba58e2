// RUN: sc-opt %s | sc-opt | FileCheck %s

func.func private @native0(tensor<i32>) -> (tensor<f32>, tensor<i1>)
// CHECK-LABEL: func.func @syntax
func.func @syntax(%a: tensor<i32>) {
  // CHECK: sc.native_call @native0(%{{.*}}) : (tensor<i32>) -> (tensor<f32>, tensor<i1>)
  %0:2 = sc.native_call @native0(%a) : (tensor<i32>) -> (tensor<f32>, tensor<i1>)
  return
}
