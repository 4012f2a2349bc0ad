// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Two operands: elementwise ops, the types in short or long form: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @add(
func.func @add(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @atan2(
func.func @atan2(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.atan2 %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @divide(
func.func @divide(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @maximum(
func.func @maximum(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @minimum(
func.func @minimum(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.minimum %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @multiply(
func.func @multiply(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @power(
func.func @power(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @remainder(
func.func @remainder(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @subtract(
func.func @subtract(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.subtract %arg0, %arg1 : tensor<2x3xf32>
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @add_2(
func.func @add_2(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @and(
func.func @and(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.and %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.and %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @or(
func.func @or(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.or %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.or %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @xor(
func.func @xor(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.xor %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.xor %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @shift_left(
func.func @shift_left(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.shift_left %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @shift_right_arithmetic(
func.func @shift_right_arithmetic(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @shift_right_logical(
func.func @shift_right_logical(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @divide_2(
func.func @divide_2(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @remainder_2(
func.func @remainder_2(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @power_2(
func.func @power_2(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) {
  // CHECK: %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xi32>
  %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @add_3(
func.func @add_3(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @multiply_2(
func.func @multiply_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @maximum_2(
func.func @maximum_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.maximum %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @minimum_2(
func.func @minimum_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.minimum %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @and_2(
func.func @and_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.and %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.and %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @or_2(
func.func @or_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.or %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.or %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @xor_2(
func.func @xor_2(%arg0: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.xor %arg0, %arg0 : tensor<2x3xi1>
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @add_4(
func.func @add_4(%arg0: tensor<3xf32>, %arg1: tensor<?xf32>) {
  // CHECK: %0 = stablehlo.add %arg1, %arg0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  %0 = stablehlo.add %arg1, %arg0 : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
