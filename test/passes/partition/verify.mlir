// RUN: plait-opt %s --plait-partition-verify -split-input-file -verify-diagnostics
// Tests what may not be left after partition, and what collectives must say.
plait.mesh @mesh = <"x"=4>
// expected-error @below {{must have local types after partition}}
func.func @encoding(%0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>) {
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @reshard_left(%0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>) -> tensor<8xf32> {
  // expected-error @below {{must not remain after partition}}
  %1 = builtin.unrealized_conversion_cast %0 : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @without_reason(%0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{must say who made it and why}}
  %1 = coll.all_reduce %0 sum over @mesh["x"] site <0 partition ""> : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @same_site(%0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note @below {{the same site}}
  %1 = coll.all_reduce %0 sum over @mesh["x"] site <0 partition "a"> : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @below {{must have a site of its own, got: 0}}
  %2 = coll.all_reduce %1 sum over @mesh["x"] site <0 partition "b"> : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
