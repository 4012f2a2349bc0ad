// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests comparisons by element type, the total order of floats, and select.

// CHECK-LABEL: func @floats_nan_is_unequal
func.func @floats_nan_is_unequal(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  // CHECK: arith.cmpf une
  %0 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: arith.cmpf oge
  %1 = stablehlo.compare GE, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func @integers_by_sign
func.func @integers_by_sign(%x: tensor<4xi32>, %y: tensor<4xui32>, %z: tensor<4xi1>, %w: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %c = stablehlo.constant dense<7> : tensor<4xi32>
  %d = stablehlo.constant dense<7> : tensor<4xui32>
  // CHECK: arith.cmpi slt
  %0 = stablehlo.compare LT, %x, %c, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: arith.cmpi ult
  %1 = stablehlo.compare LT, %y, %d, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  // CHECK: arith.cmpi ugt
  %2 = stablehlo.compare GT, %z, %w : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func @total_order_compares_bits
func.func @total_order_compares_bits(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: %[[B:.*]] = arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.constant 2147483647 : i32
  // CHECK: %[[F:.*]] = arith.xori %[[B]], %{{.*}}
  // CHECK: %[[N:.*]] = arith.cmpi slt, %[[B]], %{{.*}}
  // CHECK: %[[KX:.*]] = arith.select %[[N]], %[[F]], %[[B]]
  // CHECK: %[[KY:.*]] = arith.select
  // CHECK: arith.cmpi slt, %[[KX]], %[[KY]] : i32
  %0 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func @scalar_predicate
func.func @scalar_predicate(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[S:.*]], #[[I:.*]], #[[I]], #[[I]]], iterator_types = ["parallel"]} ins(%arg0, %arg1, %arg2 :
  // CHECK: arith.select
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @is_finite_is_below_infinity
func.func @is_finite_is_below_infinity(%x: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: %[[A:.*]] = math.absf
  // CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
  // CHECK: arith.cmpf olt, %[[A]], %[[INF]]
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func @is_neg_inf
func.func @is_neg_inf(%x: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: %[[INF:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: arith.cmpf oeq, %{{.*}}, %[[INF]]
  %0 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
