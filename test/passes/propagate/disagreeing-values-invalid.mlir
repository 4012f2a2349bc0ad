// RUN: plait-opt %s --plait-propagate -split-input-file -verify-diagnostics
// Tests that a group in or around manual regions is not annotated in two ways.

plait.mesh @mesh = <"x"=4>
func.func @results_of_regions(%a: tensor<8xf32>) {
  %0 = plait.manual(%a) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  // expected-error@+1 {{shardings of one value must agree, got: [{x}] and [{}]}}
  %1 = plait.manual(%a) in [<@mesh, [{"x"}]>] out [<@mesh, [{}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    %2 = tensor.empty() : tensor<8xf32>
    plait.yield %2 : tensor<8xf32>
  }
  plait.group %0 id 1 : tensor<8xf32>
  plait.group %1 id 1 : tensor<8xf32>
  return
}

// -----

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
