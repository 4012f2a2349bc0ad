// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of decompositions, transforms and normalisation.

func.func @cholesky_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op 'a' must have last dimensions of one size, got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.cholesky %a : tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_c1(%v3: tensor<3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op 'a' and 'b' must have one rank of at least 2, got: 'tensor<3x3xf32>' and 'tensor<3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%m, %v3) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @triangular_solve_c2(%a: tensor<2x3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op 'b' must have the leading dimensions of 'a' and size 3 in dimension 0, got: 'tensor<2x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%m, %a) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_c3(%m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op 'transpose_a' must be NO_TRANSPOSE, TRANSPOSE or ADJOINT, got: TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%m, %m) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @triangular_solve_c4(%m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op 'result' must be 'tensor<3x3xf32>', got: 'tensor<2x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%m, %m) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fft_c1(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op 'fft_length' must have 1 to 2 entries, got: 3}}
  %0 = stablehlo.fft %c, type = FFT, length = [1, 2, 3] : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @fft_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op element types must fit FFT, got: 'f32' to 'complex<f32>'}}
  %0 = stablehlo.fft %a, type = FFT, length = [3] : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @fft_c3_operand(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op 'operand' must be 'tensor<2x4xcomplex<f32>>', got: 'tensor<2x3xcomplex<f32>>'}}
  %0 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @fft_c3_result(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op 'result' must be 'tensor<2x2xcomplex<f32>>', got: 'tensor<2x3xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [3] : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @batch_norm_c1(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op 'feature_index' must be in [0, 2), got: 2}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v3, %v3, %v3, %v3) <{epsilon = 1.0 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c2(%a: tensor<2x3xf32>, %v3: tensor<3xf32>, %v2: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op operands and results must have the shape [2, 3] or [3], got: 'tensor<2xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v3, %v3, %v3, %v2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c3(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op operands and results must have the shape [2, 3] or [3], got: 'tensor<3x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %v3, %v3) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
