// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests that what is not supported is one located error.

func.func @unsupported_op(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error@+1 {{'stablehlo.cholesky' op is not supported}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x2xf32>
  // Only the first is reported.
  %1 = stablehlo.cholesky %0, lower = true : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
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

func.func @foreign_code(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op calls a target that is not supported, got: @no_such_target}}
  %0 = stablehlo.custom_call @no_such_target(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @tokens() {
  // expected-error@+1 {{'stablehlo.create_token' op is not supported}}
  %0 = stablehlo.create_token : !stablehlo.token
  return
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
