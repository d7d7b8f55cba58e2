// RUN: sc-opt %s --sc-outline-native-segments -split-input-file | FileCheck %s

// Scalars that feed one another are one function; constants come along.
// CHECK-LABEL: module @schedule
module @schedule {
  // CHECK: func.func @main(%[[STEP:.*]]: tensor<i32>)
  // CHECK-NEXT: %[[CALL:.*]]:2 = sc.native_call @native0(%[[STEP]]) : (tensor<i32>) -> (tensor<i32>, tensor<f32>)
  // CHECK-NEXT: return %[[CALL]]#0, %[[CALL]]#1
  func.func @main(%step: tensor<i32>) -> (tensor<i32>, tensor<f32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %step, %one : tensor<i32>
    %t = stablehlo.convert %next : (tensor<i32>) -> tensor<f32>
    %beta = stablehlo.constant dense<0.5> : tensor<f32>
    %power = stablehlo.power %beta, %t : tensor<f32>
    %unused = stablehlo.negate %power : tensor<f32>
    return %next, %power : tensor<i32>, tensor<f32>
  }
  // CHECK: func.func private @native0(%[[A:.*]]: tensor<i32>) -> (tensor<i32>, tensor<f32>)
  // CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
  // CHECK-NEXT: %[[BETA:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  // CHECK-NEXT: %[[NEXT:.*]] = stablehlo.add %[[A]], %[[ONE]]
  // CHECK-NEXT: %[[T:.*]] = stablehlo.convert %[[NEXT]]
  // CHECK-NEXT: %[[POWER:.*]] = stablehlo.power %[[BETA]], %[[T]]
  // CHECK-NEXT: return %[[NEXT]], %[[POWER]]
}

// -----

// Each shape has its own function; a broadcast between them is read through.
// CHECK-LABEL: module @shapes
module @shapes {
  // CHECK: %[[RATE:.*]] = sc.native_call @native0(%{{.*}}) : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %[[R:.*]] = sc.native_call @native1(%{{.*}}, %[[RATE]]) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK-NEXT: return %[[R]]
  func.func @main(%s: tensor<f32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %rate = stablehlo.sqrt %s : tensor<f32>
    %row = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %all = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %r = stablehlo.multiply %g, %all : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
  // CHECK: func.func private @native1(%{{.*}}: tensor<4x8xf32>, %[[ARG:.*]]: tensor<f32>)
  // CHECK-NEXT: stablehlo.broadcast_in_dim %[[ARG]]
  // CHECK-NEXT: stablehlo.broadcast_in_dim
  // CHECK-NEXT: stablehlo.multiply
}

// -----

// What is left out between two operations cuts them apart, also where only one
// of two ways passes it; what feeds only the later part moves there.
// CHECK-LABEL: module @cut
module @cut {
  // CHECK: func.func @main(%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
  // CHECK-NEXT: %[[FIRST:.*]] = sc.native_call @native0(%[[A]])
  // CHECK-NEXT: %[[OTHER:.*]] = stablehlo.custom_call @opaque(%[[FIRST]])
  // CHECK-NEXT: %[[R:.*]] = sc.native_call @native1(%[[B]], %[[FIRST]], %[[OTHER]])
  // CHECK-NEXT: return %[[R]]
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %a : tensor<4xf32>
    %late = stablehlo.negate %b : tensor<4xf32>
    %1 = stablehlo.custom_call @opaque(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.add %0, %1 : tensor<4xf32>
    %3 = stablehlo.add %2, %late : tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// A segment needs a value that is made between its operations and the user of
// the first: data movement goes in front, other operations keep their order.
// CHECK-LABEL: module @order
module @order {
  // CHECK: func.func @main(%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<8xf32>)
  // CHECK-NEXT: %[[SLICE:.*]] = stablehlo.slice %[[B]]
  // CHECK-NEXT: %[[N:.*]]:2 = sc.native_call @native0(%[[A]], %[[SLICE]])
  // CHECK-NEXT: %[[X:.*]] = stablehlo.custom_call @opaque(%[[N]]#0)
  // CHECK-NEXT: return %[[X]], %[[N]]#1
  func.func @main(%a: tensor<4xf32>, %b: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.negate %a : tensor<4xf32>
    %1 = stablehlo.custom_call @opaque(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.slice %b [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    %3 = stablehlo.add %0, %2 : tensor<4xf32>
    return %1, %3 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// Arithmetic on a table stays in front of what may update the table in place,
// also where it could join a later segment, and behind another name.
// CHECK-LABEL: module @update
module @update {
  // CHECK: func.func @main(%[[T:.*]]: tensor<4xf32>)
  // CHECK: %[[OLD:.*]] = sc.native_call @native0(%{{.*}}) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.custom_call @update(%[[T]])
  // CHECK: sc.native_call @native1(%[[OLD]], %{{.*}})
  func.func @main(%t: tensor<4xf32>) -> tensor<4x1xf32> {
    %0 = stablehlo.reshape %t : (tensor<4xf32>) -> tensor<4x1xf32>
    %old = stablehlo.negate %0 : tensor<4x1xf32>
    %new = stablehlo.custom_call @update(%t) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.reshape %new : (tensor<4xf32>) -> tensor<4x1xf32>
    %2 = stablehlo.add %old, %1 : tensor<4x1xf32>
    return %2 : tensor<4x1xf32>
  }
}

// -----

// A constant that something else reads too stays for it; a symbol that is taken
// gets another name; types without code stay as they are.
// CHECK-LABEL: module @names
module @names {
  // CHECK: func.func @main
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK-NEXT: %[[R:.*]] = sc.native_call @[[NAME:native0_[0-9]+]](%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[I:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<4xi16>
  // CHECK-NEXT: return %[[C]], %[[R]], %[[I]]
  func.func @main(%a: tensor<4xf32>, %i: tensor<4xi16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi16>) {
    %c = stablehlo.constant dense<1.0> : tensor<4xf32>
    %0 = stablehlo.add %a, %c : tensor<4xf32>
    %1 = stablehlo.add %i, %i : tensor<4xi16>
    return %c, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xi16>
  }
  func.func private @native0()
}

// -----

// Inside of a manual computation for each device, outside on global arrays;
// independent operations of one shape are apart.
// CHECK-LABEL: module @manual
module @manual {
  sdy.mesh @mesh = <["x"=2]>
  // CHECK: func.func @main
  // CHECK: sdy.manual_computation
  // CHECK: sc.native_call @native2(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: sc.native_call @native0(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sc.native_call @native1(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return
  func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<4xf32>) {
      %y = stablehlo.abs %x : tensor<4xf32>
      sdy.return %y : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.sign %0 : tensor<8xf32>
    %2 = stablehlo.sign %b : tensor<8xf32>
    return %1, %2 : tensor<8xf32>, tensor<8xf32>
  }
}

// -----

// Nothing to do: the module stays.
// CHECK-LABEL: module @nothing
module @nothing {
  // CHECK-NOT: native
  func.func @main(%a: tensor<8xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
}
