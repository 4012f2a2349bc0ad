// RUN: plait-opt %s --plait-test-interpret="devices=2" -split-input-file -verify-diagnostics
// Tests which collectives have no meaning on two devices.

plait.mesh @mesh = <"x"=2>
func.func @root_outside(%a: tensor<2xf32>) -> tensor<2xf32> {
  %two = arith.constant 2 : index
  // expected-error@+1 {{the root must be in [0, 2), got: 2}}
  %0 = coll.broadcast %a root %two over @mesh["x"] site <0 user ""> : (tensor<2xf32>, index) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @index_on_more_devices(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{must run on all devices of its mesh, got: 2}}
  %0 = coll.axis_index over @mesh["x"] : index
  return %a : tensor<2xf32>
}
