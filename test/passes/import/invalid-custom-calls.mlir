// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests what a check takes.

func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{must check two values of one type, got: 'tensor<2xf32>', 'tensor<3xf32>'}}
  stablehlo.custom_call @check.expect_eq(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{must check two values of one type, got: 'tensor<2xf32>'}}
  stablehlo.custom_call @check.expect_close(%x) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{must check two values of one type, got: }}
  %0 = stablehlo.custom_call @check.expect_eq(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @helper(%x: tensor<2xf32>) {
  // expected-error@+1 {{must stand in main itself to check values, got: @check.expect_eq}}
  stablehlo.custom_call @check.expect_eq(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
