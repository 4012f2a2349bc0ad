// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-tensor-parallel="axis=modl"
// Tests that an axis that the mesh lacks, and a program without a mesh, are refused.

// expected-error@below {{'axis' must be an axis of the mesh, got: 'modl', did you mean 'model'?}}
module {
  plait.mesh @mesh = <"model"=2>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}

// -----

// expected-error@below {{tensor parallelism needs one mesh; give --mesh}}
module {
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
