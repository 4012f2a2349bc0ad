// RUN: plait-opt %s -allow-unregistered-dialect | plait-opt -allow-unregistered-dialect | FileCheck %s --strict-whitespace
// RUN: plait-opt %s -allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: plait-opt %s -allow-unregistered-dialect --mlir-print-op-generic | plait-opt -allow-unregistered-dialect | FileCheck %s --strict-whitespace
// Tests scan; any terminator may end its body.

// CHECK-LABEL: func @scan
func.func @scan(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // CHECK: chlo.scan(%{{.*}}) inits (%{{.*}}) dimension=0 attributes {is_associative = true, is_reverse = true} {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>):
  // CHECK: } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  // GENERIC: "chlo.scan"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_associative = true, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  %0:2 = chlo.scan(%a) inits (%v3) dimension=0  attributes {is_associative = true, is_reverse = true} {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %1 = chlo.next_after %x, %y : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
    "test.return"(%1, %1) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: func @no_inputs
func.func @no_inputs(%c: tensor<f32>) {
  // CHECK: chlo.scan() inits (%{{.*}}) dimension=1 {
  // CHECK: } : (tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)
  // GENERIC: operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>
  %0:2 = chlo.scan() inits (%c) dimension=1 {
  ^bb0(%y: tensor<f32>):
    %1 = chlo.constant dense<1.0> : tensor<2xf32>
    "test.return"(%1, %y) : (tensor<2xf32>, tensor<f32>) -> ()
  } : (tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>)
  return
}
