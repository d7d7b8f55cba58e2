// RUN: sc-opt -inline %s | FileCheck %s

// Operations of the dialect may be inlined: calls are, before conversion.

func.func private @feature(%stacked: tensor<8x16xf32>) -> tensor<8x6xf32> {
  %0 = sc.unstack_activations %stacked sparse_cores 4
      : tensor<8x16xf32> -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @inlined
func.func @inlined(%stacked: tensor<8x16xf32>) -> tensor<8x6xf32> {
  // CHECK-NEXT: sc.unstack_activations
  // CHECK-NOT: call
  %0 = func.call @feature(%stacked) : (tensor<8x16xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
