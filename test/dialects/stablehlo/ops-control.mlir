// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Control flow and the barrier: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @while(
func.func @while(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
  // CHECK: %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<2x3xf32> attributes {a.b = 1 : i32}
  // CHECK-NEXT: cond {
  // CHECK-NEXT: %1 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.return %1 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2x3xf32>
  // CHECK-NEXT: }
  %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<2x3xf32> attributes {a.b = 1 : i32}
  cond {
    %1 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2x3xf32>
  }
  return
}

// CHECK-LABEL: func.func @case(
func.func @case(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>) {
  // CHECK: %0 = "stablehlo.case"(%arg2) ({
  // CHECK-NEXT: stablehlo.return %arg0 : tensor<2x3xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<2x3xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<2x3xf32>
  %0 = "stablehlo.case"(%arg2) ({
    stablehlo.return %arg0 : tensor<2x3xf32>
  }, {
    stablehlo.return %arg1 : tensor<2x3xf32>
  }) : (tensor<i32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @if(
func.func @if(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i1>) {
  // CHECK: %0 = "stablehlo.if"(%arg2) ({
  // CHECK-NEXT: stablehlo.return %arg0 : tensor<2x3xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<2x3xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<2x3xf32>
  %0 = "stablehlo.if"(%arg2) ({
    stablehlo.return %arg0 : tensor<2x3xf32>
  }, {
    stablehlo.return %arg1 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @optimization_barrier(
func.func @optimization_barrier(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
  // CHECK: %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2x3xf32>, tensor<f32>
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2x3xf32>, tensor<f32>
  return
}
