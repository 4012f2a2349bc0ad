// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Comparison, choice and map: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @compare(
// GENERIC-LABEL: sym_name = "compare"
func.func @compare(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.compare"({{.*}}) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %0 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// CHECK-LABEL: func.func @compare_2(
func.func @compare_2(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  // CHECK: %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return
}

// CHECK-LABEL: func.func @select(
func.func @select(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xi1>) {
  // CHECK: %0 = stablehlo.select %arg2, %arg0, %arg1 : tensor<2x3xi1>, tensor<2x3xf32>
  %0 = stablehlo.select %arg2, %arg0, %arg1 : tensor<2x3xi1>, tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @select_2(
func.func @select_2(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i1>) {
  // CHECK: %0 = stablehlo.select %arg2, %arg0, %arg1 : tensor<i1>, tensor<2x3xf32>
  %0 = stablehlo.select %arg2, %arg0, %arg1 : tensor<i1>, tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @clamp(
func.func @clamp(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) {
  // CHECK: %0 = stablehlo.clamp %arg1, %arg0, %arg2 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %0 = stablehlo.clamp %arg1, %arg0, %arg2 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @map(
func.func @map(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  // CHECK-NEXT: %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
