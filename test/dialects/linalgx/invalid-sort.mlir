// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of sort; functions are named after them.

func.func @sort_c1_none() {
  // expected-error@+1 {{must have an operand}}
  linalgx.sort() dim 0 : () -> () {
  ^bb0:
    %1 = arith.constant true
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c1_shapes(%x: tensor<4x5xf32>, %y: tensor<5x4xi32>) {
  // expected-error@+1 {{operands must have one shape, got: 'tensor<4x5xf32>', 'tensor<5x4xi32>'}}
  %0:2 = linalgx.sort(%x, %y) dim 0 : (tensor<4x5xf32>, tensor<5x4xi32>) -> (tensor<4x5xf32>, tensor<5x4xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    %1 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c1_results(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{results must have the operands' types, got: 'tensor<4x5xf64>' for 'tensor<4x5xf32>'}}
  %0 = linalgx.sort(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf64> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c2(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'dimension' must be in [0, 2), got: 2}}
  %0 = linalgx.sort(%x) dim 2 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c2_negative(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'dimension' must be in [0, 2), got: -1}}
  %0 = linalgx.sort(%x) dim -1 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c3_arguments(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take two scalars per operand and yield one i1, got: 'f32'}}
  %0 = linalgx.sort(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32):
    %1 = arith.cmpf olt, %a, %a : f32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c3_type(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take two scalars per operand and yield one i1, got: 'i32', 'i32'}}
  %0 = linalgx.sort(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: i32, %b: i32):
    %1 = arith.cmpi slt, %a, %b : i32
    linalgx.yield %1 : i1
  }
  return
}

// -----

func.func @sort_c3_yield(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take two scalars per operand and yield one i1, got: 'f32', 'f32'}}
  %0 = linalgx.sort(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    linalgx.yield %a : f32
  }
  return
}

// -----

func.func @sort_c3_yields_nothing(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take two scalars per operand and yield one i1, got: 'f32', 'f32'}}
  %0 = linalgx.sort(%x) dim 0 : (tensor<4x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    linalgx.yield
  }
  return
}
