// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests which values and ops on tensors cannot be cut into shards.

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @sparse() -> tensor<8xf32, #x> {
  // expected-error@+1 {{its value must be dense, got: sparse<0, 1.000000e+00> : tensor<8xf32, }}
  %0 = arith.constant sparse<[[0]], [1.0]> : tensor<8xf32, #x>
  return %0 : tensor<8xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}, {}]>
#r = #plait.sharding<@mesh, [{}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @insert_slice(%0: tensor<8x6xf32, #x>, %1: tensor<4x6xf32, #r>) -> tensor<8x6xf32, #x> {
  // expected-error@+1 {{a split dimension must be taken whole, got: dimension 0}}
  %2 = tensor.insert_slice %1 into %0[0, 0] [4, 6] [2, 1] : tensor<4x6xf32, #r> into tensor<8x6xf32, #x>
  return %2 : tensor<8x6xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func private @callee(tensor<8xf32, #x>) -> tensor<8xf32, #x>
func.func @call(%0: tensor<8xf32, #x>) -> tensor<8xf32, #x> {
  // expected-error@+1 {{it is not known how it works on a part of its tensors}}
  %1 = func.call @callee(%0) : (tensor<8xf32, #x>) -> tensor<8xf32, #x>
  return %1 : tensor<8xf32, #x>
}
