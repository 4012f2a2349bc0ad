// RUN: plait-opt %s --plait-fuse-verify -split-input-file -verify-diagnostics
// Tests what the fuse stage must not leave behind.

func.func @outside(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  // expected-error@+1 {{computes a tensor: after fuse it must lie in a plait.kernel}}
  %0 = linalg.fill ins(%v : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the outer kernel}}
  %0 = plait.kernel "outer" flops 0 bytes 0 predicted_ns 0 -> (tensor<4xf32>) {
    // expected-error@+1 {{must not lie in another kernel}}
    %1 = plait.kernel "inner" flops 0 bytes 0 predicted_ns 0 -> (tensor<4xf32>) {
      plait.yield %x : tensor<4xf32>
    }
    plait.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
