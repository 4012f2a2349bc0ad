// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests that a cast leads between a global value and its local one.

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @two_operands(%0: tensor<8xf32, #x>, %1: tensor<8xf32, #x>) -> tensor<2xf32> {
  // expected-error@+1 {{must lead from one global value to a local one or back, got: 2 operands}}
  %2 = builtin.unrealized_conversion_cast %0, %1 : tensor<8xf32, #x>, tensor<8xf32, #x> to tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @other_type(%0: tensor<8xf32, #x>) -> tensor<4xf32> {
  // expected-error@+1 {{must lead to the local type 'tensor<4xf32>', got: 'tensor<2xf32>'}}
  %1 = builtin.unrealized_conversion_cast %0 : tensor<8xf32, #x> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @back_to_other_type(%0: tensor<4xf32>) -> tensor<8xf32, #x> {
  // expected-error@+1 {{must lead to the local type 'tensor<2xf32>', got: 'tensor<4xf32>'}}
  %1 = builtin.unrealized_conversion_cast %0 : tensor<4xf32> to tensor<8xf32, #x>
  return %1 : tensor<8xf32, #x>
}
