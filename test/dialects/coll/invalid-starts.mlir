// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that a start form has the constraints of its collective; functions are named after them.

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_reduce_c3(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'xor' must combine integers, got: 'f32'}}
  %h = coll.all_reduce_start %x into %x xor over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_gather_c1(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'dim' must be in [0, 2), got: 2}}
  %h = coll.all_gather_start %x into %x dim 2 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_gather_c3(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{destination must be of type 'tensor<32x4xf32>', got: 'tensor<8x4xf32>'}}
  %h = coll.all_gather_start %x into %x dim 0 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @reduce_scatter_c3(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{dimension 'dim' must be divisible by the group's 8 members, got: 4}}
  %h = coll.reduce_scatter_start %x into %x sum dim 1 over @mesh["data", "model"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_to_all_c1_split(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'split' must be in [0, 2), got: 2}}
  %h = coll.all_to_all_start %x into %x split 2 concat 0 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_to_all_c1_concat(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'concat' must be in [0, 2), got: -1}}
  %h = coll.all_to_all_start %x into %x split 0 concat -1 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @permute_c3(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'from' and 'to' must span the group's 4 members, got: 2 and 4}}
  %h = coll.permute_start %x into %x from @mesh["model"] to @mesh["data"] over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @broadcast_c1(%x: tensor<8x4xf32>, %y: tensor<4x4xf32>, %i: index) {
  // expected-error@+1 {{destination must be of type 'tensor<8x4xf32>', got: 'tensor<4x4xf32>'}}
  %h = coll.broadcast_start %x into %y root %i over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<4x4xf32>, index) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @mesh_undefined(%x: tensor<8x4xf32>, %i: index) {
  // expected-error@+1 {{mesh @other is not defined}}
  %h = coll.broadcast_start %x into %x root %i over @other["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>, index) -> !coll.request
  return
}
