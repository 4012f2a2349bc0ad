// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that a scan gives as many carries as it takes.

func.func @scan_c2_count(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{there must be as many carries as inits, 1, got: 0}}
  %0 = "chlo.scan"(%a, %c) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "stablehlo.return"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
