// RUN: plait-opt %s -verify-diagnostics --plait-place-tensor-parallel="axis=model role=features-sequence"
// Tests that an unknown role is refused.

// expected-error@below {{'role' must be features, features_sequence, sequence, ring or experts, got: 'features-sequence'}}
module {
  plait.mesh @mesh = <"model"=2>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
