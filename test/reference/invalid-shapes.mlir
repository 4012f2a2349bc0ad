// RUN: plait-opt %s --plait-test-interpret="devices=2" -split-input-file -verify-diagnostics
// Tests that slices, pads and dynamic shapes that have no meaning are errors at the op.

func.func @slice_outside(%a: tensor<4xf32>) -> tensor<2xf32> {
  %three = arith.constant 3 : index
  // expected-error@+1 {{slice along dimension 0 must lie within 4, got: 2 elements at 3 with stride 1}}
  %0 = tensor.extract_slice %a[%three] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @negative_padding(%a: tensor<4xf32>) -> tensor<4xf32> {
  %less = arith.constant -1 : index
  %one = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{padding must not be negative, got: -1}}
  %0 = tensor.pad %a low[%less] high[%one] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
