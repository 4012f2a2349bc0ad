// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that elementwise arithmetic is one linalg.generic with the scalar op of its type.

// CHECK-LABEL: func @add_f32(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<4x6xf32>
func.func @add_f32(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<4x6xf32>
  // CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[M:.*]], #[[M]], #[[M]]], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<4x6xf32>, tensor<4x6xf32>) outs(%[[E]] : tensor<4x6xf32>)
  // CHECK: %[[A:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: linalg.yield %[[A]] : f32
  // CHECK: return %[[R]]
  %0 = stablehlo.add %x, %y : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @reads_one_operand_once
func.func @reads_one_operand_once(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>)
  // CHECK: arith.mulf %[[V:.*]], %[[V]] : f32
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @maximum_keeps_nan
func.func @maximum_keeps_nan(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.maximumf
  %0 = stablehlo.maximum %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @minimum_by_sign(
// CHECK-SAME: %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
func.func @minimum_by_sign(%x: tensor<4xi32>, %w: tensor<4xi32>, %y: tensor<4xui32>) -> (tensor<4xi32>, tensor<4xui32>) {
  // CHECK: arith.minsi
  %0 = stablehlo.minimum %x, %w : tensor<4xi32>
  // CHECK: arith.constant 7 : i32
  // CHECK: arith.minui
  %c = stablehlo.constant dense<7> : tensor<4xui32>
  %1 = stablehlo.minimum %y, %c : tensor<4xui32>
  return %0, %1 : tensor<4xi32>, tensor<4xui32>
}

// CHECK-LABEL: func @booleans_or_and_and
func.func @booleans_or_and_and(%x: tensor<4xi1>, %y: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK: arith.ori
  %0 = stablehlo.add %x, %y : tensor<4xi1>
  // CHECK: arith.andi
  %1 = stablehlo.multiply %x, %y : tensor<4xi1>
  // CHECK: arith.ori
  %2 = stablehlo.maximum %x, %y : tensor<4xi1>
  // CHECK: %[[T:.*]] = arith.constant true
  // CHECK: arith.xori %{{.*}}, %[[T]] : i1
  %3 = stablehlo.not %x : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func @clamp_is_maximum_then_minimum
func.func @clamp_is_maximum_then_minimum(%lo: tensor<f32>, %x: tensor<4xf32>, %hi: tensor<f32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[S:.*]], #[[I:.*]], #[[S]], #[[I]]]
  // CHECK: ^bb0(%[[LO:.*]]: f32, %[[X:.*]]: f32, %[[HI:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[A:.*]] = arith.maximumf %[[X]], %[[LO]]
  // CHECK: arith.minimumf %[[A]], %[[HI]]
  %0 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @sign_keeps_zero_and_nan
func.func @sign_keeps_zero_and_nan(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[N:.*]] = arith.cmpf one, %[[X:.*]], %{{.*}} : f32
  // CHECK: %[[S:.*]] = math.copysign %{{.*}}, %[[X]]
  // CHECK: arith.select %[[N]], %[[S]], %[[X]]
  %0 = stablehlo.sign %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @abs_of_the_smallest_wraps
func.func @abs_of_the_smallest_wraps(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[N:.*]] = arith.subi %{{.*}}, %[[X:.*]] : i32
  // CHECK: %[[L:.*]] = arith.cmpi slt, %[[X]], %{{.*}} : i32
  // CHECK: arith.select %[[L]], %[[N]], %[[X]]
  %0 = stablehlo.abs %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @complex_parts
func.func @complex_parts(%x: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
  // CHECK: complex.re %{{.*}} : complex<f32>
  %0 = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: complex.abs
  %1 = stablehlo.abs %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: complex.create
  %2 = stablehlo.complex %0, %1 : tensor<4xcomplex<f32>>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>
}
