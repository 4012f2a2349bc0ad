// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of the collectives; functions are named after them.

plait.mesh @mesh = <"data"=4>
func.func @all_reduce_c1_result(%x: tensor<8xf32>) {
  // expected-error@+1 {{result must be of type 'tensor<8xf32>', got: 'tensor<4xf32>'}}
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_reduce_c1_destination(%x: tensor<8xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{destination must be of type 'tensor<8xf32>', got: 'tensor<4xf32>'}}
  %0 = coll.all_reduce %x into %d sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @all_reduce_c2_mesh(%x: tensor<8xf32>) {
  // expected-error@+1 {{mesh @mesh is not defined}}
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_reduce_c2_axis(%x: tensor<8xf32>) {
  // expected-error@+1 {{axis "model" is not an axis of mesh @mesh}}
  %0 = coll.all_reduce %x sum over @mesh["model"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_reduce_c2_twice(%x: tensor<8xf32>) {
  // expected-error@+1 {{axis "data" must be used once, got: #plait.axis<"data"> and #plait.axis<"data">}}
  %0 = coll.all_reduce %x sum over @mesh["data", "data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_reduce_c3(%x: tensor<8xf32>) {
  // expected-error@+1 {{'or' must combine integers, got: 'f32'}}
  %0 = coll.all_reduce %x or over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_gather_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{'dim' must be in [0, 1), got: 1}}
  %0 = coll.all_gather %x dim 1 over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<32xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_gather_c3(%x: tensor<8xf32>) {
  // expected-error@+1 {{result must be of type 'tensor<32xf32>', got: 'tensor<16xf32>'}}
  %0 = coll.all_gather %x dim 0 over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<16xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @reduce_scatter_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{'dim' must be in [0, 1), got: -1}}
  %0 = coll.reduce_scatter %x sum dim -1 over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @reduce_scatter_c3(%x: tensor<6xf32>) {
  // expected-error@+1 {{dimension 'dim' must be divisible by the group's 4 members, got: 6}}
  %0 = coll.reduce_scatter %x sum dim 0 over @mesh["data"] site <0 partition ""> : (tensor<6xf32>) -> tensor<2xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @reduce_scatter_c4(%x: tensor<8xf32>) {
  // expected-error@+1 {{'and' must combine integers, got: 'f32'}}
  %0 = coll.reduce_scatter %x and dim 0 over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_to_all_c1(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'split' and 'concat' must differ, got: 0}}
  %0 = coll.all_to_all %x split 0 concat 0 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @all_to_all_c3(%x: tensor<6x4xf32>) {
  // expected-error@+1 {{dimension 'split' must be divisible by the group's 4 members, got: 6}}
  %0 = coll.all_to_all %x split 0 concat 1 over @mesh["data"] site <0 partition ""> : (tensor<6x4xf32>) -> tensor<1x16xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4, "y"=2>
plait.mesh @other = <"x"=4, "y"=2>
func.func @permute_c2(%x: tensor<8xf32>) {
  // expected-error@+1 {{'from', 'to' and the group must name one mesh}}
  %0 = coll.permute %x from @mesh["x"] to @other["x"] over @mesh["x"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4, "y"=2>
func.func @permute_c3(%x: tensor<8xf32>) {
  // expected-error@+1 {{'from' and 'to' must span the group's 8 members, got: 4 and 8}}
  %0 = coll.permute %x from @mesh["x"] to @mesh["y", "x"] over @mesh["x", "y"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4, "y"=2>
func.func @permute_c4(%x: tensor<8xf32>) {
  // expected-error@+1 {{'sources' must be -1 or different members for each of the group's 4 members, got: [1, 0, 3, 3]}}
  %0 = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 0, 3, 3] over @mesh["x"] site <0 user ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @start_needs_destination(%x: tensor<8xf32>) {
  // expected-error@+1 {{must have a destination ('into') on buffers and where it is started}}
  %0 = coll.all_reduce_start %x sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @results_on_tensors(%x: tensor<8xf32>) {
  // expected-error@+1 {{must have one result on tensors and none on buffers, got: 0}}
  coll.all_reduce %x sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @wait_c1(%x: tensor<8xf32>, %y: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-note@+1 {{the start}}
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  // expected-error@+1 {{must wait for a start op with the same operand and destination}}
  %r = coll.wait %h, %y, %d : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4>
func.func @wait_c2(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 partition ""> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  // expected-error@+1 {{must give the destination's type on tensors and nothing on buffers}}
  coll.wait %h, %x, %d : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// -----

func.func @axis_index_c1() {
  // expected-error@+1 {{mesh @mesh is not defined}}
  %0 = coll.axis_index over @mesh["data"] : index
  return
}
