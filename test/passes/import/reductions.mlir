// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests reductions: neutral starts, other initial values, several results, accumulation types.

// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @sum_from_zero
func.func @sum_from_zero(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32)
  // CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROWS]]], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x6xf32>) outs(%[[FILL]] : tensor<4xf32>)
  // CHECK: ^bb0(%[[V:.*]]: f32, %[[S:.*]]: f32):
  // CHECK-NEXT: arith.addf %[[S]], %[[V]] : f32
  // CHECK: return %[[R]]
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @other_init_enters_once
func.func @other_init_enters_once(%x: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  // CHECK: linalg.fill
  // CHECK: %[[R:.*]] = linalg.generic {{.*}} "reduction"]}
  // CHECK: linalg.generic {{.*}} ins(%arg1, %[[R]] : tensor<f32>, tensor<4xf32>)
  // CHECK: arith.addf
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @maximum_from_minus_infinity
func.func @maximum_from_minus_infinity(%x: tensor<4x6xf32>) -> tensor<f32> {
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]}
  // CHECK: arith.maximumf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @unsigned_minimum
func.func @unsigned_minimum(%x: tensor<4xui8>) -> tensor<ui8> {
  // CHECK: arith.constant -1 : i8
  // CHECK: arith.minui
  %c = stablehlo.constant dense<255> : tensor<ui8>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.minimum across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// CHECK-LABEL: func @any
func.func @any(%x: tensor<4xi1>) -> tensor<i1> {
  // CHECK: arith.constant false
  // CHECK: arith.ori
  %c = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: func @narrow_sum_in_f32
func.func @narrow_sum_in_f32(%x: tensor<512xbf16>) -> tensor<bf16> {
  // CHECK: linalg.fill {{.*}} tensor<f32>
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.addf %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %c = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<512xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func @narrow_maximum_stays_narrow
func.func @narrow_maximum_stays_narrow(%x: tensor<8xbf16>) -> tensor<bf16> {
  // CHECK-NOT: arith.extf
  // CHECK: arith.maximumf %{{.*}} : bf16
  // CHECK-NOT: arith.truncf
  // CHECK: return
  %c = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<8xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func @argmax_is_one_generic
func.func @argmax_is_one_generic(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK: %[[R:.*]]:2 = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ROWS]], #[[ROWS]]], iterator_types = ["parallel", "reduction"]}
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[I:.*]]: i32, %[[MX:.*]]: f32, %[[MI:.*]]: i32):
  // CHECK: %[[GT:.*]] = arith.cmpf ogt, %[[MX]], %[[X]]
  // CHECK: %[[V:.*]] = arith.select %[[GT]], %[[MX]], %[[X]]
  // CHECK: %[[J:.*]] = arith.select %[[GT]], %[[MI]], %[[I]]
  // CHECK: linalg.yield %[[V]], %[[J]] : f32, i32
  // CHECK: return %[[R]]#0, %[[R]]#1
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %c), (%i init: %z) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func @swapped_combiner_is_known
func.func @swapped_combiner_is_known(%x: tensor<4xf32>) -> tensor<f32> {
  // CHECK: arith.addf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @over_no_dimension
func.func @over_no_dimension(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg0
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
