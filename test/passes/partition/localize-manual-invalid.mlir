// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests that a manual region's operands and results lie as the region takes and gives them.

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @operands(%0: tensor<8xf32, #r>) -> tensor<8xf32, #x> {
  // expected-error@+1 {{must take operands as its region does, 'tensor<2xf32>', got: 'tensor<8xf32>'}}
  %1 = plait.manual(%0) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32, #r>) -> tensor<8xf32, #x> {
  ^bb0(%l: tensor<2xf32, #r>):
    plait.yield %l : tensor<2xf32, #r>
  }
  return %1 : tensor<8xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @results(%0: tensor<8xf32, #x>) -> tensor<8xf32, #r> {
  // expected-error@+1 {{must give results as its region does, 'tensor<2xf32>', got: 'tensor<8xf32>'}}
  %1 = plait.manual(%0) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32, #x>) -> tensor<8xf32, #r> {
  ^bb0(%l: tensor<2xf32, #r>):
    plait.yield %l : tensor<2xf32, #r>
  }
  return %1 : tensor<8xf32, #r>
}
