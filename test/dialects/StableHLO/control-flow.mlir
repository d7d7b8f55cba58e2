// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// CHECK-LABEL: func.func @while
func.func @while(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[W:.*]] = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  // CHECK-NEXT: cond {
  // CHECK-NEXT: %[[P:.*]] = stablehlo.compare LT, %iterArg, %arg1, SIGNED
  // CHECK-NEXT: stablehlo.return %[[P]] : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: stablehlo.add %iterArg, %iterArg
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg, %iterArg : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @nested_while
func.func @nested_while(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i1>, tensor<f32> attributes {mhlo.note}
  %0:2 = stablehlo.while(%a = %arg0, %b = %arg1) : tensor<i1>, tensor<f32> attributes {mhlo.note}
  cond {
    stablehlo.return %a : tensor<i1>
  } do {
    // CHECK: stablehlo.while(%[[INNER:.*]] = %iterArg) : tensor<i1>
    // CHECK-NEXT: cond {
    // CHECK-NEXT: stablehlo.return %[[INNER]] : tensor<i1>
    %1 = stablehlo.while(%c = %a) : tensor<i1>
    cond {
      stablehlo.return %c : tensor<i1>
    } do {
      // CHECK: stablehlo.return %[[INNER]] : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }
    // CHECK: stablehlo.return %{{.*}}, %iterArg_0 : tensor<i1>, tensor<f32>
    stablehlo.return %1, %b : tensor<i1>, tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @while_without_variables
func.func @while_without_variables(%arg0: tensor<i1>) {
  // CHECK: stablehlo.while()
  stablehlo.while()
  cond {
    stablehlo.return %arg0 : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: func.func @reduce
func.func @reduce(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {mhlo.note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {mhlo.note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [] :
  %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %3 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @reduce_long_form
func.func @reduce_long_form(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // A reducer that is not commutative, or takes its arguments in another
  // order, is spelt out.
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)  {
  // CHECK-NEXT: %[[S:.*]] = stablehlo.subtract %[[A]], %[[B]] : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[S]] : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %1 = stablehlo.subtract %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  // CHECK: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)  {
  // CHECK-NEXT: stablehlo.add %[[B]], %[[A]] : tensor<f32>
  %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %1 = stablehlo.add %arg3, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @reduce_pair
func.func @reduce_pair(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  // CHECK: %{{.*}}:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>) (%[[B:.*]]: tensor<i32>, %[[D:.*]]: tensor<i32>)  {
  // CHECK: stablehlo.maximum %[[A]], %[[C]]
  // CHECK: stablehlo.minimum %[[B]], %[[D]]
  %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%arg4: tensor<f32>, %arg5: tensor<f32>) (%arg6: tensor<i32>, %arg7: tensor<i32>)  {
    %1 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
    %2 = stablehlo.minimum %arg6, %arg7 : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return
}
