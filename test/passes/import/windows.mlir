// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests reduce_window and select_and_scatter.

// CHECK-DAG: #[[POOL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1 * 2 + d2)>
// CHECK-DAG: #[[WINDOW:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1) -> (d0 + d1)>

// CHECK-LABEL: func @max_pool
func.func @max_pool(%x: tensor<3x8xf32>) -> tensor<3x4xf32> {
  // CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 1] high[0, 0]
  // CHECK: tensor.yield %{{.*}} : f32
  // CHECK: %[[W:.*]] = tensor.empty() : tensor<3xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[POOL]], #[[WINDOW]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}}, %[[W]] : tensor<3x9xf32>, tensor<3xf32>)
  // CHECK: arith.maximumf
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x8xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func @cumulative_sum
func.func @cumulative_sum(%x: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: linalgx.scan(%arg0) dim 0 : (tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: ^bb0(%[[SUM:.*]]: i32, %[[OWN:.*]]: i32):
  // CHECK: arith.addi %[[SUM]], %[[OWN]]
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 8>, padding = dense<[[7, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// The maximum of each element and all behind it.
// CHECK-LABEL: func @cumulative_maximum_backwards
func.func @cumulative_maximum_backwards(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  // CHECK: linalgx.scan(%arg0) dim 1 reverse
  // CHECK: arith.maximumf
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [0, 7]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x8xf32>, tensor<f32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// CHECK-LABEL: func @init_of_a_window_enters_once
func.func @init_of_a_window_enters_once(%x: tensor<4xf32>) -> tensor<3xf32> {
  // Holes are neutral, so the pad cell adds nothing.
  // CHECK: linalg.generic {{.*}} "reduction"]}
  // CHECK: arith.addf
  // CHECK: linalg.generic
  // CHECK: arith.constant 1.000000e+01 : f32
  // CHECK: arith.addf
  %c = stablehlo.constant dense<10.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @any_body
func.func @any_body(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<3xf32> {
  // CHECK: linalg.generic {{.*}} "reduction"]}
  // CHECK: %[[S:.*]] = arith.subf
  // CHECK: math.tanh %[[S]]
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    %2 = stablehlo.tanh %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @max_pool_gradient
func.func @max_pool_gradient(%x: tensor<2x8xf32>, %s: tensor<2x4xf32>) -> tensor<2x8xf32> {
  // The chosen place of each window, padding excluded.
  // CHECK: %[[P:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i8
  // CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, i8
  // CHECK: tensor.expand_shape %[[P]]#1 {{.*}} output_shape [2, 4, 1]
  // CHECK: linalgx.scatter ins(%{{.*}}, %arg1 : tensor<2x4x1xi8>, tensor<2x4xf32>) outs(%{{.*}} : tensor<2x8xf32>)
  // CHECK-SAME: collapsedSliceDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [1], indexVectorDim = 2
  // CHECK: arith.addf
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// As JAX writes the gradient of a pooling: padded before and cut back behind. The windows are those of the operand itself, and padding may be chosen.
// CHECK-LABEL: func @padded_and_cut_back
func.func @padded_and_cut_back(%x: tensor<2x8xf32>, %s: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: tensor.pad %arg0 low[0, 1] high[0, 0]
  // CHECK: linalg.generic
  // CHECK-NOT: arith.cmpi ult
  // CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, i8
  // CHECK: %[[R:.*]] = linalgx.scatter ins(%{{.*}}, %arg1 : tensor<2x4x1xi8>, tensor<2x4xf32>) outs(%{{.*}} : tensor<2x8xf32>)
  // CHECK: return %[[R]]
  %p = stablehlo.pad %x, %low, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x9xf32>
  %0 = "stablehlo.select_and_scatter"(%p, %s, %zero) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x9xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x9xf32>
  %r = stablehlo.slice %0 [0:2, 1:9] : (tensor<2x9xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
