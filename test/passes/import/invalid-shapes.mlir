// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests which forms of ops on whole tensors are not supported.

func.func @empty_transform(%x: tensor<0xcomplex<f32>>) {
  // expected-error@+1 {{must have lengths of at least 1, got: [0]}}
  %0 = stablehlo.fft %x, type = FFT, length = [0] : (tensor<0xcomplex<f32>>) -> tensor<0xcomplex<f32>>
  return
}

// -----

func.func @select_behind_batch(%x: tensor<2x3x4xf32>, %i: tensor<2x5xi32>) {
  // expected-error@+1 {{must select the dimension after the batching ones, got: 2}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<2x3x4xf32>, tensor<2x5xi32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @random_state(%k: tensor<1xui64>) {
  // expected-error@+1 {{must have a state of 2 words of 64 bits (PHILOX: 2 or 3), got: 'tensor<1xi64>'}}
  %0:2 = stablehlo.rng_bit_generator %k, algorithm = DEFAULT : (tensor<1xui64>) -> (tensor<1xui64>, tensor<5xui32>)
  return
}
