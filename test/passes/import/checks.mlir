// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that a program that checks itself gives both values as results.

// CHECK: func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>
// CHECK-SAME: tensor<4xf32> {plait.name = "check.expect_close[0].actual"}, tensor<4xf32> {plait.name = "check.expect_close[0].expected"}
// CHECK-SAME: tensor<4xf32> {plait.name = "check.expect_eq[1].actual"}, tensor<4xf32> {plait.name = "check.expect_eq[1].expected"}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[E:.*]] = arith.constant dense<1.000000e+00>
  // CHECK: %[[N:.*]] = linalg.generic
  %e = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.negate %x : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%0, %e) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%x, %0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: return %[[N]], %[[N]], %[[E]], %arg0, %[[N]]
  return %0 : tensor<4xf32>
}
