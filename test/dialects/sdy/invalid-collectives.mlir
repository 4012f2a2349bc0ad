// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that collectives make their result's sharding of their operand's.

func.func @no_mesh(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'out_sharding': the mesh must be defined by a sdy.mesh, got: @mesh}}
  sdy.all_gather [{}, {}] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @out_sharding(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'out_sharding': a sharding must have one entry per dimension}}
  sdy.all_gather [{}, {}] %d out_sharding=<@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @collective_c1(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{there must be one list of axes per dimension, of which 'tensor<8x8xf32>' has 2, got: 1}}
  sdy.all_gather [{"x"}] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @collective_c1_axis(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{axes: an axis must be one of the mesh ("x"=4, "y"=2), got: "z"}}
  sdy.all_slice [{"z"}, {}] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @collective_c1_twice(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{axes: an axis must be used at most once, got: "x" twice}}
  sdy.reduce_scatter [{"x"}, {"x"}] %d out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["x"=4]>
func.func @collective_c2(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}, {}]>}) {
  // expected-error@+1 {{operand and result must be on one mesh, got: #sdy.mesh<["x"=4]> and #sdy.mesh<["x"=4, "y"=2]>}}
  sdy.all_gather [{"x"}, {}] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_gather_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error@+1 {{'out_sharding' must be the operand's sharding after the op, which takes dimension 0 from {"x", "y"}, got: {"y"}}}
  sdy.all_gather [{"x"}, {}] %d out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_slice_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error@+1 {{which takes dimension 1 from {}, got: {"x":(1)2}}}
  sdy.all_slice [{}, {"x"}] %d out_sharding=<@mesh, [{}, {"x":(1)2}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_to_all_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error@+1 {{which takes dimension 1 from {}, got: {}}}
  sdy.all_to_all [{"x"}: 0->1] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_to_all_c4(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a move must be between two dimensions in [0, 2), got: 0->2}}
  sdy.all_to_all [{"x"}: 0->2] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_to_all_c4_axes(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a move must have axes, got: {}: 0->1}}
  sdy.all_to_all [{}: 0->1] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_to_all_c5(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a dimension must be in one move, got: 1 in two}}
  sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @collective_permute_c4(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error@+1 {{dimension 0 must keep its 4 parts, got: 2}}
  sdy.collective_permute %d out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_reduce_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x", "y"}>}) {
  // expected-error@+1 {{which takes unreduced axes from {"x", "y"}, got: {}}}
  sdy.all_reduce {"x"} %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_reduce_c3_dimension(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{axes of dimensions and of the reduction: an axis must be used at most once, got: "x" twice}}
  sdy.all_reduce {"x"} %d out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @all_reduce_c4(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x"}>}) {
  // expected-error@+1 {{axes that are unreduced by max must be reduced so, got: sum}}
  sdy.all_reduce {"x"} %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @reduce_scatter_c4(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
  // expected-error@+1 {{axes that are unreduced by sum must be reduced so, got: min}}
  sdy.reduce_scatter min [{"x"}, {}] %d out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @replicated_to_unreduced_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error@+1 {{which takes unreduced axes from {}, got: {"y"}}}
  sdy.replicated_to_unreduced {"x"} %d out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharded_to_unreduced_c3(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error@+1 {{which takes unreduced axes from {}, got: {}}}
  sdy.sharded_to_unreduced [{"x"}, {}] %d out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}
