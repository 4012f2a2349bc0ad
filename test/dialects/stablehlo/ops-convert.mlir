// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Conversions of values and of bits: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @complex(
func.func @complex(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.complex %arg0, %arg1 : tensor<2x3xcomplex<f32>>
  %0 = stablehlo.complex %arg0, %arg1 : tensor<2x3xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @convert(
func.func @convert(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @bitcast_convert(
func.func @bitcast_convert(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  return
}

// The types stay long where they are equal.
// CHECK-LABEL: func.func @bitcast_convert_same(
func.func @bitcast_convert_same(%arg0: tensor<2x3xi1>) {
  // CHECK: stablehlo.bitcast_convert %arg0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}
