// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what is refused of a ring, by the labels of CollOps.td.

plait.mesh @mesh = <"x"=2>
func.func @ring_c1(%x: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{'coll.ring' op 'dim' must be in [0, 1), got: 1}}
  %r = coll.ring %x dim 1 over @mesh["x"] steps {
    %e = tensor.empty() : tensor<4xf32>
    coll.yield %e : tensor<4xf32>
  } whole {
  ^bb0(%all: tensor<4xf32>):
    coll.yield %all : tensor<4xf32>
  } : (tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @ring_c2(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{axis "y" is not an axis of mesh @mesh, which has x=2}}
  %r = coll.ring %x dim 0 over @mesh["y"] steps {
    coll.yield %x : tensor<2xf32>
  } whole {
  ^bb0(%all: tensor<2xf32>):
    coll.yield %all : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @ring_c3_steps(%x: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{'coll.ring' op 'steps' must have no argument, got: 1}}
  %r = coll.ring %x dim 0 over @mesh["x"] steps {
  ^bb0(%all: tensor<4xf32>):
    coll.yield %all : tensor<4xf32>
  } whole {
  ^bb0(%all: tensor<4xf32>):
    coll.yield %all : tensor<4xf32>
  } : (tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @ring_c3_whole(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'coll.ring' op 'whole' must have one argument, of type 'tensor<4xf32>', got: 'tensor<2xf32>'}}
  %r = coll.ring %x dim 0 over @mesh["x"] steps {
    coll.yield %x : tensor<2xf32>
  } whole {
  ^bb0(%all: tensor<2xf32>):
    coll.yield %all : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @ring_c4(%x: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{'coll.ring' op 'steps' must yield values of the results' types 'tensor<4xf32>', got: 'tensor<2xf32>'}}
  %r = coll.ring %x dim 0 over @mesh["x"] steps {
    coll.yield %x : tensor<2xf32>
  } whole {
  ^bb0(%all: tensor<4xf32>):
    coll.yield %all : tensor<4xf32>
  } : (tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
