// RUN: plait-opt %s --plait-test-interpret="devices=2" -split-input-file -verify-diagnostics
// Tests which control flow and calls have no meaning or are not run.

func.func @step_zero(%a: tensor<2xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  // expected-error@+1 {{the step must be positive, got: 0}}
  %0 = scf.for %i = %zero to %two step %zero iter_args(%b = %a) -> tensor<2xf32> {
    scf.yield %b : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

module {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    // expected-error@+1 {{must call a function with a body of one block, got: outside}}
    %0 = func.call @outside(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @outside(%a: tensor<2xf32>) -> tensor<2xf32>
}

// -----

// expected-error@+1 {{the reference interpreter runs functions of one block, got: 2 blocks}}
func.func @two_blocks(%a: tensor<2xf32>) -> tensor<2xf32> {
  cf.br ^next
^next:
  return %a : tensor<2xf32>
}
