// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests dimension numbers, groups and shape of ragged_dot.

func.func @ragged_dot_c1(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{dimensions must be in [0, 2), got: 2}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c1_twice(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{a dimension must be named once, got: 1 twice}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c2_count(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{there must be as many contracting dimensions of both operands, got: 1 and 0}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c2_size(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{contracting dimensions must be equal, got: 4 and 6}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c2_batching(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{batching dimensions must be equal, got: 5 and 3}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c3(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{there must be one ragged dimension, got: 0}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c4(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{there must be one group dimension as the ragged one is free, got: 0}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c4_contracting(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{there must be no group dimension as the ragged one is not free, got: 1}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c5(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<i32>) {
  // expected-error@+1 {{'group_sizes' must have a dimension, got: 'tensor<i32>'}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<i32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c5_size(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<2xi32>) {
  // expected-error@+1 {{'group_sizes' must be for the 3 groups of the second operand, got: 2}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<2xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @ragged_dot_c6(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{the result must have shape [5, 6], got: [6, 5]}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @ragged_dot_c7(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'precision_config' must have one entry per operand, got: 1}}
  "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @unknown_field(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{a field must be a kind of dimensions, got: batch}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<batch = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @field_twice(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{a field must be given at most once, got: lhs_ragged_dimensions twice}}
  "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}
