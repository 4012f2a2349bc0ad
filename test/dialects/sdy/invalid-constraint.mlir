// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the ops that annotate one value.

func.func @sharding_c4(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sharding: the mesh must be defined by a sdy.mesh, got: @mesh}}
  sdy.sharding_constraint %d <@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c5(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op sharding: a sharding must have one entry per dimension, of which 'tensor<8x8xf32>' has 2, got: 1}}
  sdy.reshard %d <@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

func.func @sharding_c6_inline(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sharding: an axis must be one of the mesh ("a"=2), got: "x"}}
  sdy.sharding_constraint %d <mesh<["a"=2]>, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @data_flow_edge(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op sharding: an axis must be one of the mesh ("x"=4, "y"=2), got: "z"}}
  sdy.data_flow_edge %d sharding=<@mesh, [{"z"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @func_data_flow_edge(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.func_data_flow_edge' op sharding: a sub-axis must be smaller than its axis of size 2}}
  sdy.func_data_flow_edge %d sharding=<@mesh, [{"y":(1)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @reshard_c1(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x", "y"}>}) {
  // expected-error@+1 {{'sdy.reshard' op axis "x" must stay unreduced by max, got: sum}}
  sdy.reshard %d <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  return
}

// -----

func.func @sharding_group_c1(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'group_id' must be at least 0, got: -1}}
  sdy.sharding_group %d group_id=-1 : tensor<8x8xf32>
  return
}
