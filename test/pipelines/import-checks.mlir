// RUN: split-file %s %t
// RUN: plait-run %t/holds.mlir | FileCheck %s --check-prefix=HOLDS
// RUN: not plait-run %t/fails.mlir | FileCheck %s --check-prefix=FAILS
// Tests that a program that checks its own values is checked when it runs: as the public conformance
// programs of StableHLO do.

// HOLDS: 2 of 2 checks hold
// FAILS: check 'check.expect_eq[0].expected' differs at [1]: got 4, expected 5
// FAILS: 0 of 1 checks hold

//--- holds.mlir
func.func public @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%1, %2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %3 = stablehlo.constant dense<[1.0, 2.00001]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%1, %3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %1 : tensor<2xf32>
}

//--- fails.mlir
func.func public @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<2xi32>
  %2 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%1, %2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return %1 : tensor<2xi32>
}
