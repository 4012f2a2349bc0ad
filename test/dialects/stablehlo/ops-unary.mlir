// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// One operand: elementwise ops, with and without an accuracy: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @abs(
func.func @abs(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.abs %arg0 : tensor<2x3xf32>
  %0 = stablehlo.abs %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @cbrt(
func.func @cbrt(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
  %0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @ceil(
func.func @ceil(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.ceil %arg0 : tensor<2x3xf32>
  %0 = stablehlo.ceil %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @cosine(
func.func @cosine(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.cosine %arg0 : tensor<2x3xf32>
  %0 = stablehlo.cosine %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @exponential(
func.func @exponential(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
  %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @exponential_minus_one(
func.func @exponential_minus_one(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @floor(
func.func @floor(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.floor %arg0 : tensor<2x3xf32>
  %0 = stablehlo.floor %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @log(
func.func @log(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.log %arg0 : tensor<2x3xf32>
  %0 = stablehlo.log %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @log_plus_one(
func.func @log_plus_one(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>
  %0 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @logistic(
func.func @logistic(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.logistic %arg0 : tensor<2x3xf32>
  %0 = stablehlo.logistic %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @negate(
func.func @negate(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
  %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @round_nearest_afz(
func.func @round_nearest_afz(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @round_nearest_even(
func.func @round_nearest_even(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @rsqrt(
func.func @rsqrt(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>
  %0 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @sign(
func.func @sign(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.sign %arg0 : tensor<2x3xf32>
  %0 = stablehlo.sign %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @sine(
func.func @sine(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.sine %arg0 : tensor<2x3xf32>
  %0 = stablehlo.sine %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @sqrt(
func.func @sqrt(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.sqrt %arg0 : tensor<2x3xf32>
  %0 = stablehlo.sqrt %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @tan(
func.func @tan(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.tan %arg0 : tensor<2x3xf32>
  %0 = stablehlo.tan %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @tanh(
func.func @tanh(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.tanh %arg0 : tensor<2x3xf32>
  %0 = stablehlo.tanh %arg0 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @abs_2(
func.func @abs_2(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.abs %arg0 : tensor<2x3xi32>
  %0 = stablehlo.abs %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @count_leading_zeros(
func.func @count_leading_zeros(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.count_leading_zeros %arg0 : tensor<2x3xi32>
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @negate_2(
func.func @negate_2(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.negate %arg0 : tensor<2x3xi32>
  %0 = stablehlo.negate %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @not(
func.func @not(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.not %arg0 : tensor<2x3xi32>
  %0 = stablehlo.not %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @popcnt(
func.func @popcnt(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.popcnt %arg0 : tensor<2x3xi32>
  %0 = stablehlo.popcnt %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @sign_2(
func.func @sign_2(%arg0: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.sign %arg0 : tensor<2x3xi32>
  %0 = stablehlo.sign %arg0 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @abs_3(
func.func @abs_3(%arg0: tensor<2x3xcomplex<f32>>) {
  // CHECK: %0 = stablehlo.abs %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %0 = stablehlo.abs %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @real(
func.func @real(%arg0: tensor<2x3xcomplex<f32>>) {
  // CHECK: %0 = stablehlo.real %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %0 = stablehlo.real %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @imag(
func.func @imag(%arg0: tensor<2x3xcomplex<f32>>) {
  // CHECK: %0 = stablehlo.imag %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %0 = stablehlo.imag %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @is_finite(
func.func @is_finite(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @reduce_precision(
// GENERIC-LABEL: sym_name = "reduce_precision"
func.func @reduce_precision(%arg0: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.reduce_precision"({{.*}}) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @exponential_2(
func.func @exponential_2(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @tanh_2(
func.func @tanh_2(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  return
}
