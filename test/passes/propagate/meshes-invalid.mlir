// RUN: plait-opt %s --plait-propagate -split-input-file -verify-diagnostics
// Tests that a sharding names a mesh of the module, wherever it stands.

plait.mesh @mesh = <"x"=4>
func.func @unknown_mesh(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{a sharding must name a mesh of the module, got: @other}}
  %0 = arith.addf %a, %a {note = #plait.sharding<@other, [{"x"}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @unknown_mesh_inside(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{a sharding must name a mesh of the module, got: @other}}
  %0 = arith.addf %a, %a {note = [{in = #plait.sharding<@other, [{"x"}]>}]} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
