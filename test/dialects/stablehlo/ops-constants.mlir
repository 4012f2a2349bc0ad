// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Constants of all kinds of elements: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @constant(
// GENERIC-LABEL: sym_name = "constant"
func.func @constant() {
  // GENERIC: "stablehlo.constant"() <{value = dense<[0xFF800000, 1.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
  // CHECK: %cst = stablehlo.constant dense<[0xFF800000, 1.000000e+00]> : tensor<2xf32>
  %cst = stablehlo.constant dense<[0xFF800000, 1.000000e+00]> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @constant_2(
func.func @constant_2() {
  // CHECK: %c = stablehlo.constant {a.b = 1 : i32} dense<[true, false]> : tensor<2xi1>
  %c = stablehlo.constant {a.b = 1 : i32} dense<[true, false]> : tensor<2xi1>
  return
}

// CHECK-LABEL: func.func @constant_3(
func.func @constant_3() {
  // CHECK: %cst = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-0.000000e+00)]> : tensor<2xcomplex<f32>>
  %cst = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-0.000000e+00)]> : tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @constant_4(
func.func @constant_4() {
  // CHECK: %cst = stablehlo.constant dense<[1.500000e+00, 0x7E]> : tensor<2xf8E5M2>
  %cst = stablehlo.constant dense<[1.500000e+00, 0x7E]> : tensor<2xf8E5M2>
  return
}

// CHECK-LABEL: func.func @constant_5(
func.func @constant_5() {
  // CHECK: %c = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %c = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  return
}

// CHECK-LABEL: func.func @constant_6(
func.func @constant_6() {
  // CHECK: %cst = stablehlo.constant dense<> : tensor<0x3xf32>
  %cst = stablehlo.constant dense<> : tensor<0x3xf32>
  return
}

// CHECK-LABEL: func.func @constant_7(
func.func @constant_7() {
  // CHECK: %cst = stablehlo.constant dense_resource<blob> : tensor<2xf32>
  %cst = stablehlo.constant dense_resource<blob> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @iota(
// GENERIC-LABEL: sym_name = "iota"
func.func @iota() {
  // GENERIC: "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  return
}
