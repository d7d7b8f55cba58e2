// One device: Adam's bias correction and a decaying learning rate from a step
// counter, NaN replaced and gradients clipped, in a function that is called.
module @schedule attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%step: tensor<i32>, %grad: tensor<4x8xf32>) -> (tensor<f32>, tensor<4x8xf32>, tensor<i32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %step, %one : tensor<i32>
    %t = stablehlo.convert %next : (tensor<i32>) -> tensor<f32>
    %unit = stablehlo.constant dense<1.0> : tensor<f32>
    %beta1 = stablehlo.constant dense<0.9> : tensor<f32>
    %power1 = stablehlo.power %beta1, %t : tensor<f32>
    %first = stablehlo.subtract %unit, %power1 : tensor<f32>
    %beta2 = stablehlo.constant dense<0.999> : tensor<f32>
    %power2 = stablehlo.power %beta2, %t : tensor<f32>
    %left = stablehlo.subtract %unit, %power2 : tensor<f32>
    %second = stablehlo.sqrt %left : tensor<f32>
    %factor = stablehlo.constant dense<-0.01> : tensor<f32>
    %exponent = stablehlo.multiply %factor, %t : tensor<f32>
    %decay = stablehlo.exponential %exponent : tensor<f32>
    %scaled = stablehlo.multiply %decay, %second : tensor<f32>
    %rate = stablehlo.divide %scaled, %first : tensor<f32>
    %clipped = func.call @clip(%grad, %rate) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    return %rate, %clipped, %next : tensor<f32>, tensor<4x8xf32>, tensor<i32>
  }
  func.func private @clip(%grad: tensor<4x8xf32>, %rate: tensor<f32>) -> tensor<4x8xf32> {
    %isNumber = stablehlo.compare EQ, %grad, %grad, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.broadcast %zero, sizes = [4, 8] : (tensor<f32>) -> tensor<4x8xf32>
    %numbers = stablehlo.select %isNumber, %grad, %zeros : tensor<4x8xi1>, tensor<4x8xf32>
    %low = stablehlo.constant dense<-2.0> : tensor<f32>
    %high = stablehlo.constant dense<2.0> : tensor<f32>
    %limited = stablehlo.clamp %low, %numbers, %high : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %rates = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %result = stablehlo.multiply %limited, %rates : tensor<4x8xf32>
    return %result : tensor<4x8xf32>
  }
}
