// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests what a body on scalars may not use.

func.func @outer_value(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{must return values of its region, not of an outer one}}
    stablehlo.return %s : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func @used_outer_value(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{must use scalars of its region only}}
    %1 = stablehlo.subtract %a, %s : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func @constant_of_two(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{must be a scalar here}}
    %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %2 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}
