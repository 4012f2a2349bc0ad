// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Tuples and tokens: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @tuple(
func.func @tuple(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
  // CHECK: %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x3xf32>, tensor<f32>>
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x3xf32>, tensor<f32>>
  return
}

// CHECK-LABEL: func.func @get_tuple_element(
// GENERIC-LABEL: sym_name = "get_tuple_element"
func.func @get_tuple_element(%arg0: tuple<tensor<2x3xf32>, tensor<f32>>) {
  // GENERIC: "stablehlo.get_tuple_element"({{.*}}) <{index = 1 : i32}> : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>
  // CHECK: %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @create_token(
func.func @create_token() {
  // CHECK: %0 = stablehlo.create_token : !stablehlo.token
  %0 = stablehlo.create_token : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @after_all(
func.func @after_all(%arg0: !stablehlo.token) {
  // CHECK: %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  return
}
