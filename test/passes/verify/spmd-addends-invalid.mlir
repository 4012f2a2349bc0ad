// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests what may be done with addends, and with what was counted twice.

plait.mesh @mesh = <"x"=2>
func.func @adds_what_differs(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %i = coll.axis_index over @mesh["x"] : index
  %k = arith.index_cast %i : index to i32
  %f = arith.sitofp %k : i32 to f32
  %v = tensor.from_elements %f : tensor<f32>
  // expected-error @below {{'arith.addf' op must not add a value that differs along 'x' to one that is partial over 'x'}}
  %q = arith.addf %p, %v : tensor<f32>
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Weights of devices: their sum is not the weighted mean of anything.
func.func @multiplies_by_what_differs(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %i = coll.axis_index over @mesh["x"] : index
  %k = arith.index_cast %i : index to i32
  %f = arith.sitofp %k : i32 to f32
  %v = tensor.from_elements %f : tensor<f32>
  // expected-error @below {{'arith.mulf' op must not multiply a value that is partial over 'x' by one that differs along it: combine it first}}
  %q = arith.mulf %p, %v : tensor<f32>
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @chooses_differently(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %i = coll.axis_index over @mesh["x"] : index
  %c2 = arith.constant 2 : index
  %odd = arith.remui %i, %c2 : index
  %two = arith.addf %p, %p : tensor<f32>
  %c = arith.cmpi sgt, %odd, %c2 : index
  // expected-error @below {{'arith.select' op must choose between values that are partial over 'x' alike on all devices: its condition differs along it}}
  %q = arith.select %c, %p, %two : tensor<f32>
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @chooses_addend_or_whole(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %y: tensor<f32> {plait.global = tensor<f32>},
    %c: tensor<i1> {plait.global = tensor<i1>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %b = tensor.extract %c[] : tensor<i1>
  // expected-error @below {{'arith.select' op must choose between values that are all partial over 'x' or zero}}
  %q = arith.select %b, %p, %y : tensor<f32>
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

#i = affine_map<(i, k) -> (i)>
#k = affine_map<(i, k) -> (k)>
plait.mesh @mesh = <"x"=2>
// A loop over shards of z adds the same addend in each trip.
func.func @sums_again_over_shards(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %z: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  // expected-error @below {{'linalg.generic' op must not add up shards of a value that is partial over 'x'}}
  %r = linalg.generic {indexing_maps = [#i, #k, #i], iterator_types = ["parallel", "reduction"]}
      ins(%p, %z : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%v: f32, %u: f32, %c: f32):
    %t = arith.addf %v, %c : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#i = affine_map<(i, k) -> (i)>
#k = affine_map<(i, k) -> (k)>
plait.mesh @mesh = <"x"=2>
func.func @tuples_of_addends(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %z: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %other = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @below {{'linalg.generic' op must not reduce over shards of a value that is partial over 'x'}}
  %r:2 = linalg.generic {indexing_maps = [#i, #k, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%p, %z : tensor<4xf32>, tensor<4xf32>) outs(%zero, %other : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%v: f32, %u: f32, %c: f32, %d: f32):
    %s = arith.addf %v, %c : f32
    %t = arith.addf %s, %d : f32
    linalg.yield %t, %d : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @maximum_of_addends(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  // expected-error @below {{'linalg.reduce' op must combine a value that is partial over 'x' as its addends are combined (sum), got: max}}
  %q = linalg.reduce {arith.maximumf} ins(%p : tensor<4xf32>) outs(%low : tensor<f32>) dimensions = [0]
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @maximum_from_an_addend(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %y: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{'linalg.reduce' op must combine what starts partial over 'x' as its addends are combined (sum), got: max}}
  %q = linalg.reduce {arith.maximumf} ins(%y : tensor<4xf32>) outs(%p : tensor<f32>) dimensions = [0]
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @whole_onto_an_addend(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %y: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'x' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{'linalg.reduce' op must not add a whole value to one that is partial over 'x'}}
  %q = linalg.reduce {arith.addf} ins(%y : tensor<4xf32>) outs(%p : tensor<f32>) dimensions = [0]
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @adds_what_was_counted_twice(
    %y: tensor<4xf32> {plait.global = tensor<4xf32>},
    %b: tensor<f32> {plait.global = tensor<f32>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "r"}) {
  // expected-note @below {{counted again by this op}}
  %s = coll.all_reduce %y sum over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{'linalg.reduce' op must not add values of which one is 2 times too large: it was whole before it was summed over 'x'}}
  %r = linalg.reduce {arith.addf} ins(%s : tensor<4xf32>) outs(%b : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @counted_twice_on_one_way(
    %y: tensor<4xf32> {plait.global = tensor<4xf32>},
    %c: tensor<i1> {plait.global = tensor<i1>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "r"}) {
  // expected-note @below {{counted again}}
  %s = coll.all_reduce %y sum over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  // expected-error @below {{'scf.if' op must be as large on both ways, got: 2 and 1 times the value}}
  %r = scf.if %b -> (tensor<4xf32>) {
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @cuts_addends_differently(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<2xf32> {plait.global = tensor<2xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %i = coll.axis_index over @mesh["x"] : index
  %c3 = arith.constant 3 : index
  %at = arith.remui %i, %c3 : index
  // expected-error @below {{'tensor.extract_slice' op must cut a value that is partial over 'x' alike on all devices}}
  %q = tensor.extract_slice %p[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = coll.all_reduce %q sum over @mesh["x"] site <0 partition "why"> : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
