// RUN: plait-opt %s --plait-partition-legalize -split-input-file -verify-diagnostics
// Tests that a terminator passes on what its function gives.

#x = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
func.func @branch(%0: tensor<8xf32, #x>) -> tensor<8xf32, #x> {
  // expected-error@+1 {{must have one operand per value that it passes on, got: 0}}
  cf.br ^next
^next:
  return %0 : tensor<8xf32, #x>
}
