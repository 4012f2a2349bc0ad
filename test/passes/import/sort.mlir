// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests sort and top_k.

// CHECK-LABEL: func @two_operands
func.func @two_operands(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  // CHECK: linalgx.sort(%arg0, %arg1) dim 1 : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: i32, %{{.*}}: i32):
  // CHECK: %[[L:.*]] = arith.cmpf olt, %[[A]], %[[B]]
  // CHECK: linalgx.yield %[[L]] : i1
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: func @top_k_sorts_values_and_places
func.func @top_k_sorts_values_and_places(%x: tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  // CHECK: linalg.index 1
  // CHECK: %[[S:.*]]:2 = linalgx.sort(%arg0, %{{.*}}) dim 1
  // In total order, NaN first.
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
  // CHECK: tensor.extract_slice %[[S]]#0[0, 0] [4, 2] [1, 1]
  // CHECK: tensor.extract_slice %[[S]]#1[0, 0] [4, 2] [1, 1]
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4x9xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

// CHECK-LABEL: func @top_k_of_unsigned
func.func @top_k_of_unsigned(%x: tensor<9xui8>) -> (tensor<2xui8>, tensor<2xi32>) {
  // CHECK: arith.cmpi ugt, %{{.*}}, %{{.*}} : i8
  %v, %i = chlo.top_k(%x, k = 2) : tensor<9xui8> -> (tensor<2xui8>, tensor<2xi32>)
  return %v, %i : tensor<2xui8>, tensor<2xi32>
}
