// RUN: plait-opt %s --plait-import-inline-calls -split-input-file -verify-diagnostics
// Tests what a composite "plait.state" may not say.

func.func public @main(%w: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{plait.state must have state = "parameter", "optimizer", "gradient", "activation", "batch", "cache", "step" or "none", got: {state = "weights"}}}
  %0 = stablehlo.composite "plait.state" %w {composite_attributes = {state = "weights"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @tag(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func public @main(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %w, %w : tensor<4xf32>
  // expected-error@+1 {{plait.state must stand on an argument of main, got a value that the program computes}}
  %1 = stablehlo.composite "plait.state" %0 {composite_attributes = {state = "parameter"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @tag(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func public @main(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "plait.state" %w {composite_attributes = {state = "parameter"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{plait.state must agree with what is said of the argument before, got: #plait.state<batch> after #plait.state<parameter>}}
  %1 = stablehlo.composite "plait.state" %0 {composite_attributes = {state = "batch"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @tag(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func public @main(%w: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{plait.state must give its one operand, got: 'tensor<4xf32>' -> 'tensor<2xf32>'}}
  %0 = stablehlo.composite "plait.state" %w {composite_attributes = {state = "parameter"}, decomposition = @cut} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @cut(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
