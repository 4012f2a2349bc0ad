// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of products.

func.func @dot_general_c1(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'rhs_batching_dimensions' must have 1 entry, got: 0}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c2(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'rhs_contracting_dimensions' must have 1 entry, got: 0}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c3_twice(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'lhs dimensions' must be different dimensions in [0, 3), got: [0, 0]}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c3_range(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'rhs dimensions' must be different dimensions in [0, 3), got: [0, 3]}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c4_batching(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op batching dimensions must have the same size, got: 3 (lhs dimension 1) and 2 (rhs dimension 0)}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c4_contracting(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op contracting dimensions must have the same size, got: 4 (lhs dimension 2) and 5 (rhs dimension 2)}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_c5(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'precision_config' must have two entries or none, got: 1}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_c6(%q: tensor<2x3x4xf32>, %r: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'result' must be 'tensor<2x3x5xf32>', got: 'tensor<3x2x5xf32>'}}
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<3x2x5xf32>
  return
}

// -----

func.func @dot_general_c7(%m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op 'algorithm counts' must be at least 1, got: [1, 1, 0]}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @dot_c1(%m: tensor<3x3xf32>, %q: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op operands must have rank 1 or 2, got: 'tensor<2x3x4xf32>'}}
  %0 = stablehlo.dot %q, %m : (tensor<2x3x4xf32>, tensor<3x3xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @dot_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op contracting dimensions must have the same size, got: 3 (lhs dimension 1) and 2 (rhs dimension 0)}}
  %0 = stablehlo.dot %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_c3(%a: tensor<2x3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op 'precision_config' must have two entries or none, got: 1}}
  %0 = stablehlo.dot %a, %m, precision = [HIGH] : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_c4(%a: tensor<2x3xf32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<3x3xf32>'}}
  %0 = stablehlo.dot %a, %m : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}
