// RUN: plait-opt %s --plait-propagate -split-input-file -verify-diagnostics
// Tests that constants are dense.

plait.mesh @mesh = <"x"=4>
func.func @sparse() -> tensor<8xf32> {
  // expected-error@+1 {{constants must be dense, got: sparse<0, 1.000000e+00> : tensor<8xf32>}}
  %0 = arith.constant sparse<[[0]], [1.0]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
