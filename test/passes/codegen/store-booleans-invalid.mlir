// RUN: plait-opt %s --plait-codegen-cpu-store-booleans -split-input-file -verify-diagnostics
// Tests that arithmetic on whole tensors of booleans is refused, not wrong.
func.func @on_tensors(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{must work on scalars, got: 'tensor<4xi1>'}}
  %0 = arith.andi %a, %b : tensor<4xi1>
  return %0 : tensor<4xi1>
}
