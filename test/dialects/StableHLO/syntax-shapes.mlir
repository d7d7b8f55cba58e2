// RUN: sc-opt %s | FileCheck %s
// RUN: sc-opt %s | sc-opt | FileCheck %s
// RUN: sc-opt -mlir-print-op-generic %s | sc-opt | FileCheck %s

// CHECK-LABEL: func.func @reshape
func.func @reshape(%arg0: tensor<2x4xf32>) {
  // CHECK: stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
  %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @transpose
func.func @transpose(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.transpose %arg1, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.transpose %arg1, dims = [] : (tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%arg0: tensor<f32>) {
  // CHECK: stablehlo.broadcast %arg0, sizes = [8, 8] : (tensor<f32>) -> tensor<8x8xf32>
  %0 = stablehlo.broadcast %arg0, sizes = [8, 8] : (tensor<f32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.broadcast %{{.*}}, sizes = [2] : (tensor<8x8xf32>) -> tensor<2x8x8xf32>
  %1 = stablehlo.broadcast %0, sizes = [2] : (tensor<8x8xf32>) -> tensor<2x8x8xf32>
  return
}

// CHECK-LABEL: func.func @broadcast_in_dim
func.func @broadcast_in_dim(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @concatenate
func.func @concatenate(%arg0: tensor<2x4xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  // CHECK: stablehlo.concatenate %arg0, dim = 0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.concatenate %arg0, dim = 0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @slice
func.func @slice(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.slice %arg0 [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %0 = stablehlo.slice %arg0 [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.slice %arg0 [1:1, 0:4] : (tensor<2x4xf32>) -> tensor<0x4xf32>
  %1 = stablehlo.slice %arg0 [1:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<0x4xf32>
  // CHECK: stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @dynamic_slice
func.func @dynamic_slice(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
  // CHECK: stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // CHECK: %[[C:.*]] = stablehlo.constant
  %c = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.dynamic_slice %[[C]], sizes = [] : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.dynamic_slice %c, sizes = [] : (tensor<i32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @dynamic_update_slice
func.func @dynamic_update_slice(%arg0: tensor<3xf32>, %arg1: tensor<1xf32>, %arg2: tensor<i32>) {
  // CHECK: stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @pad
func.func @pad(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>) {
  // CHECK: stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.pad %arg0, %arg1, low = [-1, 0], high = [0, 0], interior = [2, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
  %1 = stablehlo.pad %arg0, %arg1, low = [-1, 0], high = [0, 0], interior = [2, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
  return
}

// CHECK-LABEL: func.func @dot_general
func.func @dot_general(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<5x2x4xf32>) {
  // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.dot_general %arg2, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGH, HIGHEST] : (tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> tensor<5x2x2xf32>
  %1 = stablehlo.dot_general %arg2, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGH, HIGHEST] : (tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> tensor<5x2x2xf32>
  // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x4x4x3xf32>
  %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x4x4x3xf32>
  return
}

// CHECK-LABEL: func.func @gather
func.func @gather(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32x512xf32>, %arg3: tensor<32x1x1xi32>) {
  // CHECK: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 32, 1>}> : (tensor<32x4xf32>, tensor<1xi32>) -> tensor<32xf32>
  // CHECK: #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
  %1 = "stablehlo.gather"(%arg2, %arg3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x512xf32>, tensor<32x1x1xi32>) -> tensor<32x1xf32>
  return
}

// CHECK-LABEL: func.func @scatter
func.func @scatter(%arg0: tensor<32x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32xf32>) {
  // CHECK: "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = false}>
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<32x4xf32>
  return
}
