// RUN: plait-opt %s --plait-propagate-verify -split-input-file -verify-diagnostics
// Tests that every value has a rank, and a sharding of a mesh that is there.

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{a tensor must have a rank after propagate, got: 'tensor<*xf32>'}}
func.func @unranked(%a: tensor<*xf32>) {
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @inside() {
  // expected-error@+1 {{a tensor must have a sharding after propagate, got: 'tensor<8xf32>'}}
  %0 = tensor.empty() : tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @unknown_mesh() {
  // expected-error@+1 {{mesh @other is not defined}}
  %0 = tensor.empty() : tensor<8xf32, #plait.sharding<@other, [{"x"}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @group_left(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // expected-error@+1 {{'plait.group' op may not be left after propagate}}
  plait.group %a id 1 : tensor<8xf32, #plait.sharding<@mesh, [{}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @barrier_left(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // expected-error@+1 {{'plait.barrier' op may not be left after propagate}}
  %0 = plait.barrier %a allow "both" : tensor<8xf32, #plait.sharding<@mesh, [{}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{result 0 must declare its sharding, got: }}
func.func @undeclared_result(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{}]>}) -> tensor<8xf32, #plait.sharding<@mesh, [{}]>> {
  return %a : tensor<8xf32, #plait.sharding<@mesh, [{}]>>
}
