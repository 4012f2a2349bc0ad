// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of elementwise ops; a function is named after the label of its rule.

func.func @abs_c1(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.abs' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<2x3xf64>'}}
  %0 = stablehlo.abs %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf64>
  return
}

// -----

func.func @real_c1(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<2x3xf64>'}}
  %0 = stablehlo.real %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf64>
  return
}

// -----

func.func @imag_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.imag' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<2x3xf64>'}}
  %0 = stablehlo.imag %a : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @reduce_precision_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op 'exponent_bits' must be at least 1, got: 0}}
  %0 = stablehlo.reduce_precision %a, format = e0m3 : tensor<2x3xf32>
  return
}

// -----

func.func @reduce_precision_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op 'mantissa_bits' must be at least 0, got: -1}}
  %0 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @bitcast_convert_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op 'result' must be 'tensor<2x3x4xi8>', got: 'tensor<2x3x2xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3x2xi8>
  return
}

// -----

func.func @bitcast_convert_c1_narrow(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op 'operand' must have the last dimension 2, got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @bitcast_convert_c1_widths(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op must have bit widths of which one divides the other, got: 32 and 3}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3xi3>
  return
}

// -----

func.func @bitcast_convert_c2(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op must convert between complex types or other types, got: 'complex<f32>' to 'i64'}}
  %0 = stablehlo.bitcast_convert %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xi64>
  return
}

// -----

func.func @complex_c1(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op 'lhs' must be 'tensor<2x3xf64>', got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.complex %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @compare_c1_float(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op 'compare_type' must be FLOAT or TOTALORDER for 'f32', got: SIGNED}}
  %0 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @compare_c1_complex(%c: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.compare' op 'compare_type' must be FLOAT for 'complex<f32>', got: TOTALORDER}}
  %0 = stablehlo.compare EQ, %c, %c, TOTALORDER : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xi1>
  return
}

// -----

func.func @compare_c1_int(%i: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.compare' op 'compare_type' must be SIGNED or UNSIGNED for 'i32', got: FLOAT}}
  %0 = stablehlo.compare EQ, %i, %i, FLOAT : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @select_c1(%p: tensor<2x3xi1>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.select' op 'pred' must be a scalar or have the shape [3], got: 'tensor<2x3xi1>'}}
  %0 = stablehlo.select %p, %v3, %v3 : tensor<2x3xi1>, tensor<3xf32>
  return
}

// -----

func.func @select_c2(%a: tensor<2x3xf32>, %i: tensor<2x3xi32>, %ps: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.select' op 'on_false' must be 'tensor<2x3xf32>', got: 'tensor<2x3xi32>'}}
  %0 = stablehlo.select %ps, %a, %i : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @clamp_c1(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op 'min' must be a scalar or have the shape [2, 3], got: 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %v3, %a, %b : (tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @clamp_c2(%a: tensor<2x3xf32>, %s: tensor<f32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op 'max' must be a scalar or have the shape [2, 3], got: 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %s, %a, %v3 : (tensor<f32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @clamp_c3(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.clamp' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<3x2xf32>'}}
  %0 = stablehlo.clamp %s, %a, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @map_c1(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.map' op 'dimensions' must be [0, 1], got: [1, 0]}}
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.map' op 'computation' must take (tensor<f32>), got: (tensor<f32>, tensor<f32>)}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @add_shapes(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.add' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.add %a, %v3 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @add_elements(%a: tensor<2x3xf32>, %i: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.add' op requires the same element type for all operands and results}}
  %0 = stablehlo.add %a, %i : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @subtract_bool(%p: tensor<2x3xi1>) {
  // expected-error @+1 {{'stablehlo.subtract' op operand #0 must be ranked tensor of floating-point or integer other than i1 or complex-type values, but got 'tensor<2x3xi1>'}}
  %0 = stablehlo.subtract %p, %p : tensor<2x3xi1>
  return
}

// -----

func.func @sine_int(%i: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of floating-point or complex-type values, but got 'tensor<2x3xi32>'}}
  %0 = stablehlo.sine %i : tensor<2x3xi32>
  return
}

// -----

func.func @and_float(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.and' op operand #0 must be ranked tensor of integer values, but got 'tensor<2x3xf32>'}}
  %0 = stablehlo.and %a, %a : tensor<2x3xf32>
  return
}

// -----

func.func @shift_left_float(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of integer other than i1 values, but got 'tensor<2x3xf32>'}}
  %0 = stablehlo.shift_left %a, %a : tensor<2x3xf32>
  return
}
