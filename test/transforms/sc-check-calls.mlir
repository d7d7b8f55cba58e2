// RUN: sc-opt %s -split-input-file -verify-diagnostics -sc-check-calls

// Twenty functions that stand for more than a million operations.

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f0(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @f0(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f1(%x) : (tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{calls inlined, @f0 has more than 1048576 operations}}
  %1 = call @f1(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f1(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f2(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f2(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f2(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f3(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f3(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f3(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f4(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f4(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f4(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f5(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f5(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f5(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f6(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f6(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f6(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f7(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f7(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f7(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f8(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f8(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f8(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f9(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f9(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f9(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f10(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f10(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f10(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f11(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f11(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f11(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f12(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f12(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f12(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f13(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f13(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f13(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f14(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f14(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f14(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f15(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f15(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f15(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f16(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f16(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f16(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f17(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f17(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f17(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f18(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @f18(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @f18(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  %1 = stablehlo.add %0, %x : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Recursion is not inlined, so it is not counted.

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @again(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @external(tensor<f32>) -> tensor<f32>

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @external(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
