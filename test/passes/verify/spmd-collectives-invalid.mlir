// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests what each collective takes: addends, whole values, shards, one root.

plait.mesh @mesh = <"x"=2>
func.func @product_of_copies(
    %x: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  // expected-error @below {{'coll.all_reduce' op must combine a value that is partial over 'x', got one that is the same on all devices along it}}
  %r = coll.all_reduce %x prod over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @gathers_addends(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  // expected-error @below {{'coll.all_gather' op must move a value that is whole, got one that is partial over 'x': combine it first}}
  %r = coll.all_gather %p dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Each device takes itself for the root.
func.func @two_roots(
    %x: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  %i = coll.axis_index over @mesh["x"] : index
  // expected-error @below {{'coll.broadcast' op must have one root in a group, got one that differs along 'x'}}
  %r = coll.broadcast %x root %i over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>, index) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @sends_an_addend(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %root = arith.constant 0 : index
  // expected-error @below {{'coll.broadcast' op must send a whole value, got one that is partial over 'x'}}
  %r = coll.broadcast %p root %root over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>, index) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
