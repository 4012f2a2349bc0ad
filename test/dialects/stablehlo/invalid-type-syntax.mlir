// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what is written wrongly in the types of ops with a short form.

func.func @tuple_results(%a: tensor<f32>) {
  // expected-error@+1 {{must have one result type, got: '(tensor<f32>) -> ()'}}
  %0 = stablehlo.tuple %a : (tensor<f32>) -> ()
  return
}

// -----

func.func @tuple_type(%a: tensor<f32>) {
  // expected-error@+1 {{must be a tuple type, got: 'tensor<f32>'}}
  %0 = stablehlo.tuple %a : tensor<f32>
  return
}

// -----

func.func @token_results(%a: !stablehlo.token) {
  // expected-error@+1 {{must have one result type, got: '(!stablehlo.token) -> ()'}}
  %0 = stablehlo.after_all %a : (!stablehlo.token) -> ()
  return
}

// -----

func.func @convolution_dims(%a: tensor<2xf32>, %k: tensor<2x2xf32>) {
  // expected-error@+1 {{must have at least two dimensions, got: 1}}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
