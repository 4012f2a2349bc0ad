// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of barrier and of where yield may stand.

func.func @barrier_c1_types(%x: tensor<4xf32>) {
  // expected-error@+1 {{results must have the operands' types, got: 'tensor<5xf32>' for 'tensor<4xf32>'}}
  %0 = linalgx.barrier %x : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @barrier_c1_count(%x: tensor<4xf32>) {
  // expected-error@+1 {{results must have the operands' types, got: 'tensor<4xf32>' for 'tensor<4xf32>', 'tensor<4xf32>'}}
  %0 = linalgx.barrier %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @yield_parent(%x: f32) {
  // expected-error@+1 {{expects parent op to be one of 'linalgx.scatter, linalgx.sort, linalgx.scan'}}
  linalgx.yield %x : f32
}
