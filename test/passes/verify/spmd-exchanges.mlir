// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests rows on their way between shards: only their axes are known, and that is enough to see what is lost, mixed or reduced wrongly.

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=4>
// x[1:13] of 16 over 4: three rows of each device's own, and one of the next device's.
func.func @slice(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<13xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %next = coll.permute %first from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %own = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %r = tensor.concat dim(0) %own, %next : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
// The same without the message.
func.func @slice_of_own_rows(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<13xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %own = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  // expected-error @below {{must join whole operands along dimension 0, or a shard with the neighbouring rows in order, got: {x} moved by 1, {x}}}
  %r = tensor.concat dim(0) %own, %first : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
// The same from the device behind the next one.
func.func @slice_of_rows_too_far(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<13xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %next = coll.permute %first from @mesh["x"] to @mesh["x"] sources [2, 3, -1, -1] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %own = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  // expected-error @below {{must join whole operands along dimension 0, or a shard with the neighbouring rows in order, got: {x} moved by 1, {x} moved by 8}}
  %r = tensor.concat dim(0) %own, %next : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
// Rows over x do not pass along y.
func.func @passes_along_another_axis(%x: tensor<4x4xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // expected-error @below {{must move all shards of a dimension over {x,y} by one distance, got: [{x},{y}]}}
  %next = coll.permute %x from @mesh["x", "y"] to @mesh["x", "y"] sources [1, 0, 2, 3] over @mesh["x", "y"] site <0 exchange "why"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %next : tensor<4x4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=4>
// What is summed over rows on their way is an addend on each device.
func.func @sum_of_moved_rows(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %moved = coll.permute %x from @mesh["x"] to @mesh["x"] sources [3, 1, 2, 0] over @mesh["x"] site <0 exchange "why"> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%moved : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.addf %v, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  // expected-error @below {{must combine a value that is partial over 'x' by sum, got: max}}
  %r = coll.all_reduce %p max over @mesh["x"] site <1 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// Which of its positions a device takes from another is read from a table.
func.func @patches(%x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %i = coll.axis_index over @mesh["x"] : index
  %table = arith.constant dense<[0, 2]> : tensor<2xi64>
  %entry = tensor.extract %table[%i] : tensor<2xi64>
  %limit = arith.index_cast %entry : i64 to index
  %other = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 0] over @mesh["x"] site <0 exchange "why"> : (tensor<2xf32>) -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]} ins(%other, %x : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %at = linalg.index 0 : index
    %here = arith.cmpi slt, %at, %limit : index
    %s = arith.select %here, %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// What each device has by its place makes no whole.
func.func @by_place_is_not_whole(%x: tensor<2xf32> {plait.global = tensor<2xf32>})
    -> (tensor<2xf32> {plait.global = tensor<2xf32>, plait.name = "r"}) {
  // expected-note @below {{varying since this op}}
  %i = coll.axis_index over @mesh["x"] : index
  %table = arith.constant dense<[0.0, 2.0]> : tensor<2xf32>
  %entry = tensor.extract %table[%i] : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  // expected-error @below {{result 'r' must be the same on all devices along 'x', got: varying}}
  %r = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %entry : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
