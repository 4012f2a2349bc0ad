// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of foreign_call; functions are named after them.

func.func @foreign_call_c1_lists(%x: tensor<4xf32>) {
  // expected-error@+1 {{'loops' must have a list per operand and per result, got: 2 and 1}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0], [0]], results = [[0]]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c1_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{'loops' must have a loop per dimension of 'tensor<4xf32>', got: 2}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0, 1]], results = [[0]]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c2_twice(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'loops' must have a loop once per tensor, got: 0 twice}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0, 0]], results = [[0]]> : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c2_gap(%x: tensor<4xf32>) {
  // expected-error@+1 {{'loops' must be numbered without a gap, got none of: 0}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[1]], results = [[1]]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c2_summed(%x: tensor<4xf32>) {
  // expected-error@+1 {{'summed' must be loops in [0, 1), got: 1}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0]], results = [[0]], summed = [1]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c3(%x: tensor<4xf32>) {
  // expected-error@+1 {{dimensions along one loop must have one size, got: 4 and 5 along loop 0}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0]], results = [[0]]> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @foreign_call_c4_read(%x: tensor<4xf32>) {
  // expected-error@+1 {{a loop must be in an operand, and in a result, got: loop 0}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[-1]], results = [[0]]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c4_written(%x: tensor<4xf32>) {
  // expected-error@+1 {{a loop must be in an operand, and in a result, got: loop 0}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0]], results = [[]]> : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @foreign_call_c4_summed(%x: tensor<4xf32>) {
  // expected-error@+1 {{a loop must be in an operand, and in no result where it is summed, got: loop 0}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0]], results = [[0]], summed = [0]> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @foreign_call_c5(%x: tensor<4xf32>) {
  // expected-error@+1 {{what is summed must not be booleans, got: 'tensor<i1>'}}
  %0 = linalgx.foreign_call "f"(%x) loops <operands = [[0]], results = [[]], summed = [0]> : (tensor<4xf32>) -> tensor<i1>
  return
}
