// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of constants and ops that change shapes.

func.func @constant_c1() {
  // expected-error @+1 {{'stablehlo.constant' op 'output' must be 'tensor<2xi32>', got: 'tensor<3xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @iota_c1() {
  // expected-error @+1 {{'stablehlo.iota' op 'iota_dimension' must be in [0, 2), got: 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xf32>
  return
}

// -----

func.func @iota_bool() {
  // expected-error @+1 {{'stablehlo.iota' op result #0 must be ranked tensor of floating-point or integer other than i1 or complex-type values, but got 'tensor<2x3xi1>'}}
  %0 = stablehlo.iota dim = 0 : tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_in_dim_c1(%v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op 'broadcast_dimensions' must have 1 entry, got: 0}}
  %0 = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c2(%v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op 'broadcast_dimensions' must be different dimensions in [0, 2), got: [2]}}
  %0 = stablehlo.broadcast_in_dim %v3, dims = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3(%v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op operand dimension 0 must be 1 or that of result dimension 0 (2), got: 3}}
  %0 = stablehlo.broadcast_in_dim %v3, dims = [0] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c1(%v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op 'broadcast_sizes' must be at least 0, got: -1}}
  %0 = stablehlo.broadcast %v3, sizes = [-1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c2(%v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op 'result' must be 'tensor<4x3xf32>', got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.broadcast %v3, sizes = [4] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reshape_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op result must have 6 elements, got: 7}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @transpose_c1_count(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op 'permutation' must have 2 entries, got: 1}}
  %0 = stablehlo.transpose %a, dims = [1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_twice(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op 'permutation' must be different dimensions in [0, 2), got: [1, 1]}}
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op 'result' must be 'tensor<3x2xf32>', got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op 'dimensions' must be different dimensions in [0, 2), got: [0, 2]}}
  %0 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_c1() {
  // expected-error @+1 {{'stablehlo.concatenate' op expected 1 or more operands, but found 0}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_c2(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op 'dimension' must be in [0, 2), got: 2}}
  %0 = stablehlo.concatenate %a, %b, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_c3(%a: tensor<2x3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op inputs must have one shape but for dimension 1, got: 'tensor<2x3xf32>' and 'tensor<3x3xf32>'}}
  %0 = stablehlo.concatenate %a, %m, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c4(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op 'result' must be 'tensor<4x3xf32>', got: 'tensor<5x3xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @pad_c1(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op 'edge_padding_low' must have 2 entries, got: 1}}
  %0 = stablehlo.pad %a, %s, low = [0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c2(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op 'interior_padding' must be at least 0, got: [0, -1]}}
  %0 = stablehlo.pad %a, %s, low = [0, 0], high = [0, 0], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c3(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op padded dimension 0 must not be negative or overflow, got: low -1, high -2, interior 0 of size 2}}
  %0 = stablehlo.pad %a, %s, low = [-1, 0], high = [-2, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c3_overflow(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op padded dimension 0 must not be negative or overflow, got: low 9223372036854775807, high 1, interior 0 of size 2}}
  %0 = stablehlo.pad %a, %s, low = [9223372036854775807, 0], high = [1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @pad_c3_result(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op 'result' must be 'tensor<5x3xf32>', got: 'tensor<3x3xf32>'}}
  %0 = stablehlo.pad %a, %s, low = [1, 0], high = [0, 0], interior = [2, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @pad_c4(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.pad' op 'padding_value' must be a scalar, got: 'tensor<3xf32>'}}
  %0 = stablehlo.pad %a, %v3, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
