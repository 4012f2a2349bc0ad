// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of claims about exchanged rows.

plait.mesh @mesh = <"x"=4>
func.func @result(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{result must be of type 'tensor<4xf32>', got: 'tensor<8xf32>'}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @padding(%y: tensor<4xf32>, %x: tensor<4xf32>, %p: f64) {
  // expected-error@+1 {{padding must be of type 'f32', got: 'f64'}}
  %r = coll.relocated %y from %x padding %p along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>, f64) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @dim(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'along' must be in [0, 1), got: 1}}
  %r = coll.relocated %y from %x along 1 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @width(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{dimension 0 must be of the relocation's width 5, got: 4}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 5, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @sources(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{must have a source for each of 2 extents, got: 1}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16, 16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @source(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{source 0 must be of type 'tensor<5xf32>', got: 'tensor<4xf32>'}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [18], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @group(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{must have as many shards as its group has members, 4, got: 2}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 2, extent = 8, hop = 4, width = 4, sources = [8], pieces = [0 to 8 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mesh(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{mesh @mesh is not defined}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @counts(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{shards, extents, hop and width must be counts below 2^30, and shards at least 1}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = -1, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @per_device(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{starts and counts must be given for each of 4 shards, got: 2 and 4}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1], starts = [0, 4], counts = [4, 4, 4, 4]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @needs(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{a device must need up to 4 positions from 0 on, got: 5 from 4}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1], starts = [0, 4, 8, 12], counts = [4, 5, 4, 4]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @order(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{pieces must be in order within [0, 16), got: 2 to 5}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 4 of 0 at 0 step 1, 2 to 5 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @of_source(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{a piece must be of one of 1 sources, got: 1}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 4 of 1 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @in_source(%y: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error@+1 {{a piece must lie in its source of 16 elements, got: 8 at 2 step 2}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 8 of 0 at 2 step 2]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
