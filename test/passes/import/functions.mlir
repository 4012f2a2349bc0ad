// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests exponentials, roots, trigonometry and special functions of StableHLO and CHLO.

// CHECK-LABEL: func @one_core_op
func.func @one_core_op(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: math.exp %
  %0 = stablehlo.exponential %x : tensor<4xf32>
  // CHECK: math.expm1
  %1 = stablehlo.exponential_minus_one %0 : tensor<4xf32>
  // CHECK: math.log1p
  %2 = stablehlo.log_plus_one %1 : tensor<4xf32>
  // CHECK: math.rsqrt
  %3 = stablehlo.rsqrt %2 : tensor<4xf32>
  // CHECK: math.tanh
  %4 = stablehlo.tanh %3 : tensor<4xf32>
  // CHECK: math.erfc
  %5 = chlo.erfc %4 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: math.asinh
  %6 = chlo.asinh %5 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: math.cbrt
  %7 = stablehlo.cbrt %6 : tensor<4xf32>
  // CHECK: math.powf
  %8 = stablehlo.power %7, %x : tensor<4xf32>
  // CHECK: math.atan2
  %9 = stablehlo.atan2 %8, %x : tensor<4xf32>
  // CHECK: arith.remf
  %10 = stablehlo.remainder %9, %x : tensor<4xf32>
  return %10 : tensor<4xf32>
}

// CHECK-LABEL: func @rounding
func.func @rounding(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: math.round %
  %0 = stablehlo.round_nearest_afz %x : tensor<4xf32>
  // CHECK: math.roundeven %
  %1 = stablehlo.round_nearest_even %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @logistic
func.func @logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[N:.*]] = arith.negf
  // CHECK: %[[E:.*]] = math.exp %[[N]]
  // CHECK: %[[S:.*]] = arith.addf %{{.*}}, %{{.*}}
  // CHECK: arith.divf %[[ONE]], %[[S]]
  %0 = stablehlo.logistic %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @square_of_complex
func.func @square_of_complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: %[[RE:.*]] = complex.re
  // CHECK: %[[IM:.*]] = complex.im
  // CHECK: arith.subf %[[RE]], %[[IM]]
  // CHECK: arith.addf %[[RE]], %[[IM]]
  // CHECK: complex.create
  %0 = chlo.square %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func @narrow_special_functions_compute_in_f32
func.func @narrow_special_functions_compute_in_f32(%x: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: math.log1p
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = chlo.erf_inv %x : tensor<4xbf16> -> tensor<4xbf16>
  // CHECK: arith.extf
  // CHECK: math.log
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %1 = chlo.lgamma %x : tensor<4xbf16> -> tensor<4xbf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xbf16>
}

// CHECK-LABEL: func @next_after_steps_the_bits
func.func @next_after_steps_the_bits(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.addi
  // CHECK: arith.bitcast %{{.*}} : i32 to f32
  // CHECK: arith.cmpf uno
  %0 = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @map_applies_its_region
func.func @map_applies_its_region(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic
  // CHECK: %[[S:.*]] = arith.addf
  // CHECK: math.tanh %[[S]]
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.tanh %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
