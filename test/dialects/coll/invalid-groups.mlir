// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what a group, a permutation's order or a destination may not be; functions are named after the constraint.

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_to_all_c1_split(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'split' must be in [0, 2), got: 2}}
  %0 = coll.all_to_all %x split 2 concat 0 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @all_to_all_c4(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{result must be of type 'tensor<2x16xf32>', got: 'tensor<8x4xf32>'}}
  %0 = coll.all_to_all %x split 0 concat 1 over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @permute_c2_from(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{axis "pipe" is not an axis of mesh @mesh}}
  %0 = coll.permute %x from @mesh["pipe"] to @mesh["data"] over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @permute_c4_count(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sources' must be -1 or different members for each of the group's 4 members, got: [1, 0]}}
  %0 = coll.permute %x from @mesh["data"] to @mesh["data"] sources [1, 0] over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @permute_c4_range(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sources' must be -1 or different members for each of the group's 4 members, got: [0, 1, 2, 4]}}
  %0 = coll.permute %x from @mesh["data"] to @mesh["data"] sources [0, 1, 2, 4] over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @broadcast_c2(%x: tensor<8x4xf32>, %i: index) {
  // expected-error@+1 {{result must be of type 'tensor<8x4xf32>', got: 'tensor<8x4xi32>'}}
  %0 = coll.broadcast %x root %i over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, index) -> tensor<8x4xi32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @sub_axis(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{sub-axis must divide its axis of size 4, got: #plait.axis<"data":(1)8>}}
  %0 = coll.all_reduce %x sum over @mesh["data":(1)8] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @axis_index_axis(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{axis "pipe" is not an axis of mesh @mesh}}
  %0 = coll.axis_index over @mesh["pipe"] : index
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @buffer_without_destination(%x: memref<8x4xf32>) {
  // expected-error@+1 {{must have a destination ('into') on buffers and where it is started}}
  coll.all_reduce %x sum over @mesh["data"] site <0 partition ""> : (memref<8x4xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @buffer_with_result(%x: memref<8x4xf32>) {
  // expected-error@+1 {{must have one result on tensors and none on buffers, got: 1}}
  %0 = coll.all_reduce %x into %x sum over @mesh["data"] site <0 partition ""> : (memref<8x4xf32>, memref<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @buffer_into_tensor(%x: memref<8x4xf32>, %y: tensor<8x4xf32>) {
  // expected-error@+1 {{destination must be of type 'memref<8x4xf32>', got: 'tensor<8x4xf32>'}}
  coll.all_reduce %x into %y sum over @mesh["data"] site <0 partition ""> : (memref<8x4xf32>, tensor<8x4xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @wait_c1_argument(%h: !coll.request, %x: tensor<8x4xf32>) {
  // expected-error@+1 {{must wait for a start op with the same operand and destination}}
  %r = coll.wait %h, %x, %x : (!coll.request, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
