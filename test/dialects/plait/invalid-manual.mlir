// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of manual; functions are named after them.

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_results(%x: tensor<8xf32>) {
  // expected-error@+1 {{must have one sharding per result (1), got: 2}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_rank(%x: tensor<8xf32>) {
  // expected-error@+1 {{a sharding must have one entry per dimension}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_axis(%x: tensor<8xf32>) {
  // expected-error@+1 {{axis "y" is not an axis of mesh @mesh}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"y"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_axes(%x: tensor<8xf32>) {
  // expected-error@+1 {{axis "y" is not an axis of mesh @mesh}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["y"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_mesh(%x: tensor<8xf32>) {
  // expected-error@+1 {{mesh @other is not defined}}
  %0 = plait.manual(%x) in [<@other, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1_kind(%x: tensor<8xf32>) {
  // expected-error@+1 {{must have shardings of type #plait.sharding, got: 3 : i64}}
  %0 = "plait.manual"(%x) <{axes = #plait.axes<@mesh["x"]>, in_shardings = [3], out_shardings = [#plait.sharding<@mesh, [{"x"}]>]}> ({
  ^bb0(%l: tensor<2xf32>):
    "plait.yield"(%l) : (tensor<2xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c2_result(%x: tensor<8xf32>) {
  // expected-error@+1 {{inside the region result of type 'tensor<4xf32>' must be 'tensor<1xf32>', got: 'tensor<2xf32>'}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c2_element(%x: tensor<8xf32>) {
  // expected-error@+1 {{inside the region operand of type 'tensor<8xf32>' must be 'tensor<2xf32>', got: 'tensor<2xf64>'}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf64>):
    plait.yield %l : tensor<2xf64>
  }
  return
}
