// RUN: plait-opt %s --plait-codegen-cpu-tie-loops -split-input-file -verify-diagnostics
// Tests that a while loop whose regions carry different tensors is refused.
func.func @changes_type(%x: tensor<4xf32>) -> tensor<2xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<2xf32> {
    %s = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %go = arith.constant false
    // expected-error @+1 {{must carry a tensor in one type, got: 'tensor<2xf32>' and 'tensor<4xf32>'}}
    scf.condition(%go) %s : tensor<2xf32>
  } do {
  ^bb0(%b: tensor<2xf32>):
    %p = tensor.concat dim(0) %b, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<2xf32>
}
