// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of reductions, windows and sort.

func.func @reduce_c1(%a: tensor<2x3xf32>, %i: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'init_values' must be 'tensor<f32>', got: 'tensor<2x3xi32>'}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c1_none() {
  // expected-error @+1 {{'stablehlo.reduce' op must have at least one of 'inputs', got: none}}
  "stablehlo.reduce"() <{dimensions = array<i64: 0>}> ({
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @reduce_c1_odd(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op must have as many initial values as inputs, got: 3 operands}}
  %0 = "stablehlo.reduce"(%a, %s, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c2(%a: tensor<2x3xf32>, %s: tensor<f32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'inputs' must have the shape [2, 3], got: 'tensor<3x3xf32>'}}
  %0:2 = "stablehlo.reduce"(%a, %m, %s, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @reduce_c3(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'dimensions' must be different dimensions in [0, 2), got: [2]}}
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c4_takes(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'body' must take (tensor<f32>, tensor<f32>), got: (tensor<f32>)}}
  %0 = "stablehlo.reduce"(%a, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c4_returns(%a: tensor<2x3xf32>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'body' must return (tensor<f32>), got: (tensor<i32>)}}
  %0 = "stablehlo.reduce"(%a, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %n : tensor<i32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c4_end(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'body' must end in 'stablehlo.return', got: 'func.return'}}
  %0 = "stablehlo.reduce"(%a, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    func.return
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_c5(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op 'results' must be (tensor<3xf32>), got: (tensor<2xf32>)}}
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_applies_other(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce' must apply a commutative op of stablehlo, got: stablehlo.divide}}
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.divide across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_applies_two(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce' must have one input to apply an op, got: 2}}
  %0:2 = stablehlo.reduce(%a init: %s), (%b init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @reduce_window_c1(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'init_values' must be 'tensor<f32>', got: 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce_window"(%a, %v3) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c3(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'window_dimensions' must have 2 entries, got: 1}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c3_padding(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'padding' must have the shape [2, 2], got: [1, 2]}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c4(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'window_dimensions' must be at least 1, got: [0, 3]}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 0, 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c4_strides(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'window_strides' must be at least 1, got: [1, 0]}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 0>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c4_dilations(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'base_dilations' must be at least 1, got: [0, 1]}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{base_dilations = array<i64: 0, 1>, window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c5(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'body' must take (tensor<f32>, tensor<f32>), got: (tensor<f32>)}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x0: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_window_c6(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op 'results' must be (tensor<2x1xf32>), got: (tensor<2x2xf32>)}}
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @sort_c1(%a: tensor<2x3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op 'inputs' must have the shape [2, 3], got: 'tensor<3x3xf32>'}}
  %0:2 = "stablehlo.sort"(%a, %m) ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>)
  return
}

// -----

func.func @sort_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op 'dimension' must be in [-2, 2), got: 2}}
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op 'results' must be (tensor<2x3xf32>), got: (tensor<3x3xf32>)}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @sort_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op 'comparator' must return (tensor<i1>), got: (tensor<f32>)}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
