// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests that what is not supported is one located error.

func.func @unsupported_op(%a: tensor<f32>, %s: tensor<1xi64>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.rng' op is not supported: it draws from a state that no value carries; rng_bit_generator draws from one that does}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  // Only the first is reported.
  %1 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @unsupported_type(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{'stablehlo.cbrt' op is not supported on 'complex<f32>'}}
  %0 = stablehlo.cbrt %x : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

// expected-error@+1 {{tensors must have static shapes (export with static shapes), got: 'tensor<?x6xf32>'}}
func.func @dynamic_argument(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  return %x : tensor<?x6xf32>
}

// -----

func.func @dynamic_result(%n: tensor<1xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op must have static shapes (export with static shapes), got: 'tensor<?xf32>'}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = "stablehlo.slice"(%0) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<?xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @code_with_effects(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op calls code with side effects, which is not supported, got: @print}}
  %0 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @back(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @code_that_calls_back(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op calls code that calls back, which is not supported, got: @map}}
  %0 = stablehlo.custom_call @map(%x) {called_computations = [@back]} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @effects_outside() -> tensor<2xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {{'stablehlo.infeed' op is not supported}}
  %1:2 = "stablehlo.infeed"(%0) <{infeed_config = "", layout = []}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %1#0 : tensor<2xf32>
}

// -----

func.func @letters_of_other_sizes(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'einsum_config' must name each dimension by a letter of its own, equal sizes alike (ab,bc->ac), got: "ab,bc->ac"}}
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @letters_without_an_operand(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'einsum_config' must name each dimension by a letter of its own, equal sizes alike (ab,bc->ac), got: "ab->c"}}
  %0 = stablehlo.unary_einsum %x, config = "ab->c" : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @groups_of_a_foreign_shape(%l: tensor<5x6x3xf32>, %r: tensor<3x5x3x2xf32>, %g: tensor<4x3xi32>) -> tensor<5x6x2xf32> {
  // expected-error@+1 {{'group_sizes' must have one dimension, or those of lhs before the ragged one, of sizes [5], and the groups, got: 'tensor<4x3xi32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<5x6x3xf32>, tensor<3x5x3x2xf32>, tensor<4x3xi32>) -> tensor<5x6x2xf32>
  return %0 : tensor<5x6x2xf32>
}

// -----

func.func @element_of_another_tuple(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{values must be tensors, got: 'tuple<tensor<2xf32>>'}}
  %0 = "stablehlo.if"(%p) ({
    %2 = stablehlo.tuple %x : tuple<tensor<2xf32>>
    stablehlo.return %2 : tuple<tensor<2xf32>>
  }, {
    %2 = stablehlo.tuple %x : tuple<tensor<2xf32>>
    stablehlo.return %2 : tuple<tensor<2xf32>>
  }) : (tensor<i1>) -> tuple<tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @unsupported_in_a_body(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{'stablehlo.dot_general' op is not supported on scalars}}
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func @captured_in_a_body(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{must use scalars of its region only}}
    %1 = stablehlo.add %a, %s : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func @check_elsewhere(%x: tensor<4xf32>) {
  // expected-error@+1 {{must stand in main itself to check values, got: @check.expect_eq}}
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
