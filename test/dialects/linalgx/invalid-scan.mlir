// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of scan; functions are named after them.

func.func @scan_c1_shapes(%x: tensor<4x5xf32>, %y: tensor<5x4xf32>) {
  // expected-error@+1 {{operands must have one shape}}
  %0:2 = linalgx.scan(%x, %y) dim 0 : (tensor<4x5xf32>, tensor<5x4xf32>) -> (tensor<4x5xf32>, tensor<5x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    linalgx.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @scan_c1_results(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{results must have the operands' types}}
  %0 = linalgx.scan(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf64> {
  ^bb0(%a: f32, %b: f32):
    linalgx.yield %a : f32
  }
  return
}

// -----

func.func @scan_c2(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'dimension' must be in [0, 2), got: 2}}
  %0 = linalgx.scan(%x) dim 2 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    linalgx.yield %a : f32
  }
  return
}

// -----

func.func @scan_c3(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take two scalars per operand and yield one, got: 'f32'}}
  %0 = linalgx.scan(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32):
    linalgx.yield %a : f32
  }
  return
}
