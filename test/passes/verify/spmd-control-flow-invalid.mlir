// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that collectives are reached by all members of their groups, and that loops carry one type.

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @condition_differs(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.global = tensor<8xf32>}) {
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %i, %c0 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  // expected-note @below {{the condition}}
  %r = scf.if %first -> (tensor<8xf32>) {
    // expected-error @below {{must be reached by all members of its group: the condition around it differs along 'x'}}
    %g = coll.all_gather %x dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<8xf32>
    scf.yield %g : tensor<8xf32>
  } else {
    scf.yield %zero : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
// All members over x take the same way; what differs is the result.
func.func @condition_differs_along_another_axis(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "r"}) {
  %i = coll.axis_index over @mesh["y"] : index
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %i, %c0 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  // expected-error @below {{result 'r' must be the same on all devices along 'y', got: varying}}
  %r = scf.if %first -> (tensor<8xf32>) {
    %g = coll.all_gather %x dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<8xf32>
    scf.yield %g : tensor<8xf32>
  } else {
    scf.yield %zero : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

#scalar = affine_map<() -> ()>
plait.mesh @mesh = <"x"=2>
// How often a loop turns depends on the device's own maximum.
func.func @trips_differ(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %n: tensor<i32> {plait.global = tensor<i32>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %limit = arith.constant 2.0 : f32
  // expected-note @below {{partial over 'x' since this op}}
  %own = linalg.reduce ins(%x : tensor<4xf32>) outs(%lowest : tensor<f32>) dimensions = [0]
    (%v: f32, %acc: f32) {
      %m = arith.maximumf %v, %acc : f32
      linalg.yield %m : f32
    }
  %r = scf.while (%c = %own) : (tensor<f32>) -> tensor<f32> {
    %v = tensor.extract %c[] : tensor<f32>
    %more = arith.cmpf olt, %v, %limit : f32 // expected-error {{must not use a value that is partial over 'x' before it is combined: the op is not linear in it}}
    scf.condition(%more) %c : tensor<f32>
  } do {
  ^bb0(%c: tensor<f32>):
    %m = coll.all_reduce %c max over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
    scf.yield %m : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
plait.mesh @mesh = <"x"=2>
// The first trip starts from a whole value, later ones from addends.
func.func @carries_two_types(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %start: tensor<4x4xf32> {plait.global = tensor<4x4xf32>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-error @below {{must be partial over 'x' on both ways, or zero}}
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %start) -> (tensor<4x4xf32>) {
    // expected-note @below {{partial since}}
    %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %p : tensor<4x4xf32>
  }
  %s = coll.all_reduce %r sum over @mesh["x"] site <0 partition "why"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
