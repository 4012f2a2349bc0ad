// RUN: plait-opt %s --plait-propagate -split-input-file -verify-diagnostics
// Tests that a group of arguments of manual regions is not annotated in two ways.

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @arguments_of_regions(%a: tensor<8xf32>) {
  // expected-error@+1 {{shardings of one value must agree, got: [{y}] and [{}]}}
  %0:2 = plait.manual(%a, %a) in [<@mesh, [{"x", "y"}]>, <@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] over @mesh["x"]
      : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%l: tensor<4xf32>, %m: tensor<4xf32>):
    plait.group %l id 1 : tensor<4xf32>
    plait.group %m id 1 : tensor<4xf32>
    plait.yield %l, %m : tensor<4xf32>, tensor<4xf32>
  }
  return
}
