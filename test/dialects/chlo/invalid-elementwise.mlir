// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that elementwise ops have operands and results of the right types.

func.func @result_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'chlo.erf' op requires the same type for all operands and results}}
  chlo.erf %a : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @integers(%i: tensor<2x3xi32>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be ranked tensor of floating-point values}}
  chlo.erf %i : tensor<2x3xi32> -> tensor<2x3xi32>
  return
}

// -----

func.func @complex(%c: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.lgamma' op operand #0 must be ranked tensor of floating-point values}}
  chlo.lgamma %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @kernel(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op operand #0 must be ranked tensor of complex-type values}}
  chlo._asin_acos_kernel %a : tensor<2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error@+1 {{custom op 'chlo.square' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  chlo.square %a : tensor<*xf32> -> tensor<*xf32>
  return
}

// -----

func.func @predicate_type(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op result #0 must be ranked tensor of 1-bit signless integer values}}
  chlo.is_inf %a : tensor<2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @predicate_shape(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op requires the same shape for all operands and results}}
  chlo.is_inf %a : tensor<2xf32> -> tensor<3xi1>
  return
}

// -----

func.func @binary(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.zeta' op requires the same type for all operands and results}}
  chlo.zeta %a, %b : tensor<2xf32>, tensor<2xf64> -> tensor<2xf32>
  return
}

// -----

func.func @mulhi(%a: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of integer or boolean values}}
  chlo.mulhi %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
