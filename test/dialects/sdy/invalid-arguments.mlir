// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that shardings of arguments and results are checked where they stand.

// expected-error@+1 {{argument #0 of 'sharding_c4': 'sdy.sharding': the mesh must be defined by a sdy.mesh, got: @mesh}}
func.func @sharding_c4(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  return
}

// -----

func.func private @mesh()
// expected-error@+1 {{the mesh must be defined by a sdy.mesh, got: @mesh}}
func.func @sharding_c4_no_mesh(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @sharding_c5(%x: tensor<8x6xf32>,
    // expected-error@+1 {{argument #1 of 'sharding_c5': 'sdy.sharding': a sharding must have one entry per dimension, of which 'tensor<8x6xf32>' has 2, got: 1}}
    %y: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{of which 'tensor<f32>' has 0, got: 1}}
func.func @sharding_c5_scalar(%x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
// expected-error@+1 {{a sharded tensor must have a rank, got: 'tensor<*xf32>'}}
func.func @sharding_c5_unranked(%x: tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{an axis must be one of the mesh ("a"=4, "b"=2), got: "c"}}
func.func @sharding_c6(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{an axis must be one of the mesh ("a"=4, "b"=2), got: "c"}}
func.func @sharding_c6_replicated(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"c"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{an axis must be one of the mesh ("a"=4, "b"=2), got: "c":(1)2}}
func.func @sharding_c6_unreduced(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c":(1)2}>}) {
  return
}

// -----

sdy.mesh @one = <[], device_ids=[0]>
// expected-error@+1 {{an axis must be one of the mesh (), got: "a"}}
func.func @sharding_c6_maximal(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@one, [], replicated={"a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{a sub-axis must be smaller than its axis of size 4, and pre-size times size must divide it, got: "a":(1)3}}
func.func @sharding_c7(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)3}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{and pre-size times size must divide it, got: "a":(4)2}}
func.func @sharding_c7_pre_size(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(4)2}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-error@+1 {{a sub-axis must be smaller than its axis of size 4, and pre-size times size must divide it, got: "a":(1)4}}
func.func @sharding_c7_whole(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)4}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
// expected-error@+1 {{result #1 of 'result': 'sdy.sharding': an axis must be one of the mesh ("a"=4), got: "b"}}
func.func @result(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
  return %x, %x : tensor<8xf32>, tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=4]>
// expected-error@+1 {{argument #0 of 'declaration': 'sdy.sharding': an axis must be one of the mesh ("a"=4), got: "b"}}
func.func private @declaration(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})

// -----

sdy.mesh @mesh = <["a"=4]>
// expected-error@+1 {{argument #0 of 'per_value': 'sdy.sharding' must be a sharding, got: #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}}
func.func @per_value(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
// expected-error@+1 {{argument #0 of 'misspelt': attributes of sdy must be 'sdy.sharding', got: 'sdy.shardings'}}
func.func @misspelt(%x: tensor<8xf32> {sdy.shardings = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}
