// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests what may stand beside parts: the neutral element of their combiner, anything where a maximum counts it on every device
// alike, and whatever is cut away again with the padding of uneven shards.

plait.mesh @mesh = <"x"=2>
func.func @neutral_of_a_product(%p: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf32> {plait.global = tensor<3xf32>}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %c1 = arith.constant 1.0 : f32
  %own = linalg.reduce ins(%p : tensor<4xf32>) outs(%one : tensor<f32>) dimensions = [0]
    (%v: f32, %acc: f32) {
      %m = arith.mulf %v, %acc : f32
      linalg.yield %m : f32
    }
  %row = tensor.expand_shape %own [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %wide = tensor.pad %row low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c1 : f32
  } : tensor<1xf32> to tensor<3xf32>
  %r = coll.all_reduce %wide prod over @mesh["x"] site <0 partition "why"> : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// A five on every device is one five in the maximum.
func.func @anything_beside_a_maximum(%p: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf32> {plait.global = tensor<3xf32>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %c5 = arith.constant 5.0 : f32
  %own = linalg.reduce ins(%p : tensor<4xf32>) outs(%lowest : tensor<f32>) dimensions = [0]
    (%v: f32, %acc: f32) {
      %m = arith.maximumf %v, %acc : f32
      linalg.yield %m : f32
    }
  %row = tensor.expand_shape %own [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %wide = tensor.pad %row low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c5 : f32
  } : tensor<1xf32> to tensor<3xf32>
  %r = coll.all_reduce %wide max over @mesh["x"] site <0 partition "why"> : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @five_beside_a_sum(%p: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf32> {plait.global = tensor<3xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c5 = arith.constant 5.0 : f32
  // expected-note @below {{partial since}}
  %own = linalg.reduce ins(%p : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %acc: f32) {
      %m = arith.addf %v, %acc : f32
      linalg.yield %m : f32
    }
  %row = tensor.expand_shape %own [] output_shape [1] : tensor<f32> into tensor<1xf32>
  // expected-error @below {{must be partial over 'x' on both ways, or zero}}
  %wide = tensor.pad %row low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c5 : f32
  } : tensor<1xf32> to tensor<3xf32>
  %r = coll.all_reduce %wide sum over @mesh["x"] site <0 partition "why"> : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Three rows are made four, so that two devices can have two each: the zero stands where no element is.
func.func @made_divisible(
    %a: tensor<3x4xf32> {plait.global = tensor<3x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<2xf32> {plait.global = tensor<3xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %c0 = arith.constant 0.0 : f32
  %own = linalg.reduce ins(%a : tensor<3x4xf32>) outs(%one : tensor<3xf32>) dimensions = [1]
    (%v: f32, %acc: f32) {
      %m = arith.mulf %v, %acc : f32
      linalg.yield %m : f32
    }
  %wide = tensor.pad %own low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %c0 : f32
  } : tensor<3xf32> to tensor<4xf32>
  %r = coll.reduce_scatter %wide prod dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// The same where the fourth row is an element of the result.
func.func @padding_is_returned(
    %a: tensor<3x4xf32> {plait.global = tensor<3x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %c0 = arith.constant 0.0 : f32
  %own = linalg.reduce ins(%a : tensor<3x4xf32>) outs(%one : tensor<3xf32>) dimensions = [1]
    (%v: f32, %acc: f32) {
      %m = arith.mulf %v, %acc : f32
      linalg.yield %m : f32
    }
  %wide = tensor.pad %own low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %c0 : f32
  } : tensor<3xf32> to tensor<4xf32>
  // expected-error @below {{result 'r' must hold elements of dimension 0 only, got: padding behind 3 of them}}
  %r = coll.reduce_scatter %wide prod dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
