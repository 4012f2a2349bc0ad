// RUN: plait-opt %s --plait-import -split-input-file -verify-diagnostics
// Tests that a tensor that no address space holds is an error where it is made,
// also where the number of its elements, modulo 2^64, is small.

// expected-error@+1 {{tensors must have less than 2^47 bytes, got: 'tensor<4294967296x4294967296xf32>'}}
func.func @main(%x: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> {
  %0 = stablehlo.tanh %x : tensor<4294967296x4294967296xf32>
  return %0 : tensor<4294967296x4294967296xf32>
}

// -----

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op tensors must have less than 2^47 bytes, got: 'tensor<8388608x4194304xf32>'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<8388608x4194304xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8388608x4194304xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// An empty tensor too: strides are products of its other dimensions.
// expected-error@+1 {{tensors must have less than 2^47 bytes, got: 'tensor<0x4294967296x4294967296xi8>'}}
func.func @main(%x: tensor<0x4294967296x4294967296xi8>) -> tensor<0x4294967296x4294967296xi8> {
  return %x : tensor<0x4294967296x4294967296xi8>
}
