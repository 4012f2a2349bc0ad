// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of convolution.

func.func @convolution_c1(%m: tensor<3x3xf32>, %x: tensor<2x8x8x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op operands and result must have rank 4, got: 'tensor<3x3xf32>'}}
  %0 = stablehlo.convolution(%x, %m) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c2(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'window_strides' must have 2 entries, got: 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c2_padding(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'padding' must have the shape [2, 2], got: [1, 2]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c2_reversal(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'window_reversal' must have 2 entries, got: 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c3(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'rhs_dilation' must be at least 1, got: [0, 1]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c4_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'batch_group_count' must be at least 1, got: 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c4_both(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op one of 'feature_group_count' and 'batch_group_count' must be 1, got: 2 and 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c5_batch(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'batch_group_count' must divide the batch (2), got: 4}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c6_outputs(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'feature_group_count' must divide the output features (6), got: 4}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c6_inputs(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op the kernel's input features must be 2, got: 4}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c7(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'precision_config' must have two entries or none, got: 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c8(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'result' must be 'tensor<2x6x6x6xf32>', got: 'tensor<2x5x6x6xf32>'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x5x6x6xf32>
  return
}

// -----

func.func @convolution_c8_batch(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'result' must be 'tensor<1x6x6x6xf32>', got: 'tensor<2x6x6x6xf32>'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @convolution_c9(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op 'dimension_numbers' must name each dimension once, got: #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @letter(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' dimension must be a number, b or f, got: i}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, i]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @repeated(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' must name b, f and each spatial dimension once, got: 4 names with a repetition}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @spatial(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' spatial dimension must be in [0, 2), got: 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @window_word(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.convolution' must be stride, pad, lhs_dilate, rhs_dilate or reverse, each once, got: strides}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}
