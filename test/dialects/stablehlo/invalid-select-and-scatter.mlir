// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of select_and_scatter.

func.func @select_and_scatter_c1(%n: tensor<i32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'init_value' must be 'tensor<f32>', got: 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %n) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<i32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c2(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'window_dimensions' must have 2 entries, got: 1}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c3(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'window_strides' must be at least 1, got: [0, 1]}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 0, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c4(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'source' must be 'tensor<1x5xf32>', got: 'tensor<2x5xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c5(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'select' must return (tensor<i1>), got: (tensor<f32>)}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c6(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'scatter' must return (tensor<f32>), got: (tensor<i1>)}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z2 : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @select_and_scatter_c7(%s: tensor<f32>, %u: tensor<4x5xf32>, %w: tensor<2x5xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op 'result' must be 'tensor<4x5xf32>', got: 'tensor<2x5xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%u, %w, %s) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.compare GE, %x0, %y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z2 = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z2 : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  return
}
