// RUN: plait-opt %s -verify-diagnostics --plait-place-tensor-parallel="axis=model"
// Tests that a program of which no argument is a parameter is refused.

// expected-error@below {{to split weights or attention, some argument must be a parameter; give --state NAME=parameter}}
module {
  plait.mesh @mesh = <"model"=2>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
