// RUN: plait-opt %s --plait-codegen-cpu-expand-linalgx -verify-diagnostics
// Tests that foreign code is refused where a program would have to run it.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'linalgx.foreign_call' op has no implementation on this target, got: @f}}
  %0 = linalgx.foreign_call "f"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
