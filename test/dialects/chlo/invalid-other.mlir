// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests constants and top_k.

func.func @constant_like_c1(%a: tensor<2xf32>) {
  // expected-error@+1 {{'value' must be of the result's element type 'f32', got: 1.000000e+00 : f64}}
  "chlo.constant_like"(%a) <{value = 1.0 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @top_k_c1(%a: tensor<f32>) {
  // expected-error@+1 {{the operand must have a dimension, got: 'tensor<f32>'}}
  chlo.top_k(%a, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @top_k_c2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'k' must be in [0, 3], got: 4}}
  chlo.top_k(%a, k = 4) : tensor<2x3xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @top_k_c2_negative(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'k' must be in [0, 3], got: -1}}
  chlo.top_k(%a, k = -1) : tensor<2x3xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

func.func @top_k_c3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{a result must have shape [2, 2], got: [2, 3]}}
  chlo.top_k(%a, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x3xi32>)
  return
}

// -----

func.func @top_k_c4(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{the values must have elements of type 'f32', got: 'f64'}}
  chlo.top_k(%a, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf64>, tensor<2x2xi32>)
  return
}

// -----

func.func @top_k_indices(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{result #1 must be ranked tensor of 32-bit signless integer values}}
  chlo.top_k(%a, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi64>)
  return
}
